import { type policies, suggestions } from '@twofold/contract'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { useOrganization } from '../../../shell/current-organization.tsx'
import { Select } from '../../../ui/choice.tsx'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { errorsOf, useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

const { suggestCorrection, listOwnSuggestions, suggestionForm, suggestionMessages, suggestionSubjects } = suggestions

const start = { about: '', value: '', source_url: '', note: '' }

/** What is wrong in the directory, what is right, and where it says so. */
export default function SuggestDialog({
  company: { company },
  onClose,
}: {
  company: policies.OrganizationCompany
  onClose: () => void
}) {
  const { id } = useOrganization()
  const suggest = useAction(suggestCorrection, { refreshes: [listOwnSuggestions] })
  const form = useForm(
    (values) => errorsOf(suggestionForm, values),
    start,
    async (values) => {
      try {
        const body = { ...values, about: suggestions.suggestionSubject.parse(values.about) }
        await suggest.mutateAsync({ params: { id, companyId: company.id }, body })
        toast({ title: 'Correction sent', description: 'Our support looks at it beside the source and answers you.' })
        onClose()
        return {}
      } catch (error) {
        const refused = refusedFields(error)
        if (Object.keys(refused).length === 0) toastError(suggestionMessages.failed, messageOf(error))
        return refused
      }
    },
  )
  const { errors } = form
  return (
    <Dialog
      open
      keep={form.isDirty}
      onClose={onClose}
      title="Suggest a correction"
      description={`For everybody who looks up ${company.name}. Is something different only for you? Then add your own policy instead.`}
      footer={
        <CancelOr onCancel={onClose} onClick={() => void form.submit()} busy={form.busy}>
          Send
        </CancelOr>
      }
    >
      <form className="space-y-5" onSubmit={form.onSubmit}>
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <Field name="about" label="What is wrong?" error={errors.about}>
          <Select {...form.field('about')}>
            <option value="">Please choose</option>
            {Object.entries(suggestionSubjects).map(([subject, label]) => (
              <option key={subject} value={subject}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field name="value" label="What is right?" error={errors.value}>
          <Input maxLength={500} {...form.field('value')} />
        </Field>
        <Field
          name="source_url"
          label="Web page that says so"
          optional
          hint="Without a source it takes us longer to check."
          error={errors.source_url}
        >
          <Input type="url" inputMode="url" maxLength={500} placeholder="https://" {...form.field('source_url')} />
        </Field>
        <Field name="note" label="Note for our support" optional error={errors.note}>
          <Textarea rows={3} maxLength={1000} {...form.field('note')} />
        </Field>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
