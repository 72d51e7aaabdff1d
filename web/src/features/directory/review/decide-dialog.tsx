import { review, suggestions } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { useAction } from '../../../api/use-call.ts'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { errorsOf, useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { changeInWords } from './change-in-words.ts'

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
  accept_as_it_stands: {
    route: acceptSuggestion,
    title: 'Accept it even though the directory says otherwise?',
    action: 'Accept anyway',
    label: 'Why does the directory stay as it is?',
    done: 'Accepted',
    told: 'Whoever suggested it is told why the directory stays as it is.',
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

const bodyOf = ({ reason }: { readonly reason: string }, deed: Deed) =>
  deed === 'accept_as_it_stands' ? { reason, as_it_stands: true } : { reason }

/** Whoever suggested it reads what is written here, in these very words. */
export function DecideDialog({
  suggestion: { id, company, value, about, today, changed },
  deed,
  onClose,
}: {
  suggestion: suggestions.ReviewedSuggestion
  deed: Deed
  onClose: () => void
}) {
  const { route, title, action, label, done, told } = words[deed]
  const refreshes = [listSuggestions, review.countReview]
  const accept = useAction(acceptSuggestion, { refreshes })
  const decisions = {
    accept,
    accept_as_it_stands: accept,
    decline: useAction(declineSuggestion, { refreshes }),
  }
  const form = useForm(
    (values) => errorsOf(route.body, bodyOf(values, deed)),
    { reason: '' },
    async (values) => {
      try {
        await decisions[deed].mutateAsync({ params: { suggestionId: id }, body: bodyOf(values, deed) })
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
      description={`${company.name}: ${quoted(value)}`}
      footer={
        <CancelOr onCancel={onClose} onClick={() => void form.submit()} busy={form.busy}>
          {action}
        </CancelOr>
      }
    >
      <form onSubmit={form.onSubmit} className="space-y-4">
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        {deed !== 'decline' && (
          <div className="break-words">
            <p className="font-semibold">{suggestions.suggestionSubjects[about]}: the directory says</p>
            {today.length === 0 && <p className="text-muted">Nothing</p>}
            <ul className="list-disc pl-5">
              {today.map(({ term, words: stated }) => (
                <li key={`${term} ${stated}`}>
                  {term}: {stated}
                </li>
              ))}
            </ul>
            <p className="mt-1 text-muted">
              {changed.length > 0
                ? `Changed since it was suggested: ${changed.map(changeInWords).join('; ')}.`
                : 'Nothing about it was changed since it was suggested. Accepting changes nothing in the directory.'}
            </p>
          </div>
        )}
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
