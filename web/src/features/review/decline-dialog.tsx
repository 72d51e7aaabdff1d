import { review, suggestions } from '@twofold/contract'
import { messageOf, refusedFields } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { errorsOf, useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'

const { declineSuggestion, listSuggestions, suggestionMessages } = suggestions

/** Whoever suggested it is told the reason, in these very words. */
export function DeclineDialog({
  suggestion: { id, company, value },
  onClose,
}: {
  suggestion: suggestions.ReviewedSuggestion
  onClose: () => void
}) {
  const decline = useAction(declineSuggestion, { refreshes: [listSuggestions, review.countReview] })
  const form = useForm(
    (values) => errorsOf(declineSuggestion.body, values),
    { reason: '' },
    async (values) => {
      try {
        await decline.mutateAsync({ params: { suggestionId: id }, body: values })
        toast({ title: 'Declined', description: 'Whoever suggested it is told why.' })
        onClose()
        return {}
      } catch (error) {
        const refused = refusedFields(error)
        if (Object.keys(refused).length === 0) toastError(suggestionMessages.decideFailed, messageOf(error))
        return refused
      }
    },
  )
  return (
    <Dialog
      open
      keep={form.isDirty}
      onClose={onClose}
      title="Decline this correction?"
      description={`${company.name}: “${value}”`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void form.submit()} busy={form.busy}>
            Decline
          </Button>
        </>
      }
    >
      <form onSubmit={form.onSubmit} className="space-y-4">
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field
          name="reason"
          label="Why?"
          hint="Whoever suggested it reads this, by email and on the company’s page."
          error={form.errors.reason}
        >
          <Textarea rows={3} maxLength={500} {...form.field('reason')} />
        </Field>
      </form>
    </Dialog>
  )
}
