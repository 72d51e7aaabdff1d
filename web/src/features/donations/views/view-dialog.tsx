import { listViews } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { useMay, useOrganization } from '../../../shell/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError, toastUndo } from '../../../ui/toast-store.ts'

const { listViewMessages } = listViews
const formId = 'name-of-view'

const named = listViews.createListView.body.pick({ name: true, shared: true })

/** Names a view, and says who sees it. What the list shows is kept with a new one. */
export default function ViewDialog(props: {
  view: listViews.ListView | null
  list: listViews.ListLook
  onClose: () => void
  onSaved: (view: listViews.ListView) => void
}) {
  const { view, list, onClose, onSaved } = props
  const { id } = useOrganization()
  const may = useMay()
  const refreshes = [listViews.listListViews]
  const create = useAction(listViews.createListView, { refreshes })
  const change = useAction(listViews.changeListView, { refreshes })
  const saveFailed = (problem: Error) => toastError(listViewMessages.saveFailed, messageOf(problem))

  const save = async (body: { readonly name: string; readonly shared: boolean }) => {
    if (view === null) {
      const made = await create.mutateAsync({ params: { id }, body: { ...body, list } })
      toast({ title: `${quoted(made.view.name)} is saved` })
      return made.view
    }
    const params = { id, viewId: view.id }
    const saved = await change.mutateAsync({ params, body })
    const before = { name: view.name, shared: view.shared }
    toastUndo('The view is saved', () => change.mutate({ params, body: before }, { onError: saveFailed }))
    return saved.view
  }
  const form = useForm(named, { name: view?.name ?? '', shared: view?.shared ?? false }, async (values) => {
    try {
      onSaved(await save(values))
      return {}
    } catch (problem) {
      return refusedFields(problem, (error) => `${listViewMessages.saveFailed}. ${messageOf(error)}`)
    }
  })
  return (
    <Dialog
      open
      keep={form.isDirty}
      onClose={onClose}
      width="small"
      title={view === null ? 'Save this view' : 'Rename or share the view'}
      description={view === null ? 'Its filters, order and columns, under a name.' : undefined}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Not now
          </Button>
          <Button type="submit" form={formId} busy={form.busy}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={form.onSubmit}>
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field name="name" label="Name" error={form.errors.name}>
          <Input {...form.field('name')} maxLength={80} autoComplete="off" />
        </Field>
        {may.write && (
          <Checkbox
            label="Share with everyone in the organization"
            hint="You and your administrators can change it. Chapters have views of their own."
            checked={form.values.shared}
            onChange={({ target }) => form.set({ shared: target.checked })}
          />
        )}
      </form>
    </Dialog>
  )
}
