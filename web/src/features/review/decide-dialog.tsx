import { review, suggestions } from '@twofold/contract'
import { messageOf, refusedFields } from '../../api/api-error.ts'
import { useAction } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import { errorsOf, useForm } from '../../ui/form.ts'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'

const { acceptSuggestion, declineSuggestion, listSuggestions, suggestionMessages } = suggestions

const words = {
  accept: {
    route: acceptSuggestion,
    title: 'Accept this correction?',
    action: 'Accept',
    label: 'Note',
    done: 'Accepted',
    told: 'Whoever suggested it is told.',
  },
  decline: {
    route: declineSuggestion,
    title: 'Decline this correction?',
    action: 'Decline',
    label: 'Why?',
    done: 'Declined',
    told: 'Whoever suggested it is told why.',
  },
} as const
export type Deed = keyof typeof words

/** Whoever suggested it reads what is written here, in these very words. */
export function DecideDialog({
  suggestion: { id, company, value },
  deed,
  onClose,
}: {
  suggestion: suggestions.ReviewedSuggestion
  deed: Deed
  onClose: () => void
}) {
  const { route, title, action, label, done, told } = words[deed]
  const refreshes = [listSuggestions, review.countReview]
  const decisions = {
    accept: useAction(acceptSuggestion, { refreshes }),
    decline: useAction(declineSuggestion, { refreshes }),
  }
  const form = useForm(
    (values) => errorsOf(route.body, values),
    { reason: '' },
    async (values) => {
      try {
        await decisions[deed].mutateAsync({ params: { suggestionId: id }, body: values })
        toast({ title: done, description: told })
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
      title={title}
      description={`${company.name}: “${value}”`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void form.submit()} busy={form.busy}>
            {action}
          </Button>
        </>
      }
    >
      <form onSubmit={form.onSubmit} className="space-y-4">
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field
          name="reason"
          label={label}
          optional={deed === 'accept'}
          hint="Whoever suggested it reads this, by email and, for users, on the company’s page."
          error={form.errors.reason}
        >
          <Textarea rows={3} maxLength={500} {...form.field('reason')} />
        </Field>
      </form>
    </Dialog>
  )
}
