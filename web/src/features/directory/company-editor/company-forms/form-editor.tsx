import { companyForms } from '@twofold/contract'
import { useState } from 'react'
import { callForFile } from '../../../../api/client.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { LeaveGuard } from '../../../../shared/leave-guard.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { FormPage } from './form-page.tsx'
import { PlacementList } from './placement-list.tsx'
import { formDependentRoutes, placementsOf, useDraftPlacements } from './placements.ts'
import { WhoSigns } from './who-signs.tsx'

export function FormEditor({ form }: { form: companyForms.CompanyForm }) {
  const [page, setPage] = useState(1)
  const [withExample, setWithExample] = useState(false)
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const state = useDraftPlacements(form)
  const placements = placementsOf(state.places)
  const params = { companyId: form.company_id }
  const save = useApiMutation(companyForms.saveFormPlacements, {
    refreshes: formDependentRoutes.filter((route) => route !== companyForms.showCompanyForm),
    failed: companyForms.formMessages.saveFailed,
  })
  const submit = () => {
    setWasSubmitted(true)
    if (!placements) return
    save.mutate(
      { params, body: { placements } },
      {
        onSuccess: () =>
          toast({ title: 'Form saved', description: 'Donors who open it from now on will see this version.' }),
      },
    )
  }
  const open = async () => {
    setWasSubmitted(true)
    if (!placements) return
    const tab = window.open('', '_blank') // opened synchronously in the click, or the browser blocks it
    try {
      const { blob } = await callForFile(companyForms.fillCompanyForm, { params, body: { placements } })
      const address = URL.createObjectURL(blob)
      if (tab) tab.location.href = address
      else window.location.assign(address)
    } catch (error) {
      tab?.close()
      toastError(companyForms.formMessages.showFailed, error)
    }
  }
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <LeaveGuard active={state.isDirty} what="Your changes to this form" />
      <Card className="min-w-0">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <Checkbox
            label="With example data"
            checked={withExample}
            onChange={(event) => setWithExample(event.target.checked)}
          />
          <Button variant="secondary" size="small" onClick={() => void open()}>
            Open filled PDF<span className="sr-only"> (opens in a new tab)</span>
          </Button>
          <Pager page={page} perPage={1} total={form.pages.length} onPage={setPage} />
        </div>
        <FormPage form={form} page={page} state={state} withExample={withExample} />
      </Card>
      <Card className="space-y-6">
        <WhoSigns companyId={form.company_id} places={state.places} />
        <PlacementList form={form} page={page} state={state} onPage={setPage} />
        <div
          data-bottom-bar=""
          className="sticky bottom-0 -mx-5 -mb-5 space-y-2 rounded-b-card border-t border-hairline bg-surface px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6"
        >
          {wasSubmitted && !placements && (
            <p role="alert" className="text-danger-text">
              Choose what each field contains, or remove it.
            </p>
          )}
          <div className="flex flex-wrap gap-2.5">
            <Button busy={save.isPending} disabled={!state.isDirty} onClick={submit}>
              Save
            </Button>
            <Button variant="secondary" disabled={!state.isDirty} onClick={state.reset}>
              Discard changes
            </Button>
          </div>
        </div>
      </Card>
    </div>
  )
}
