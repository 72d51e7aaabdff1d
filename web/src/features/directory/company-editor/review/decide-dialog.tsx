import { review, suggestions } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { useApiMutation } from '../../../../api/use-api.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { describeChange } from '../editor/change-text.ts'
import { EditorDialog } from '../editor/editor-dialog.tsx'

const { acceptSuggestion, declineSuggestion, listSuggestions } = suggestions

const textsByDecision = {
  accept: {
    title: 'Accept this correction?',
    action: 'Accept',
    label: 'Note',
    done: 'Accepted',
    emailNote: 'We’ll email the person who suggested it.',
  },
  accept_as_it_stands: {
    title: 'Accept without changing the directory?',
    action: 'Accept anyway',
    label: 'Why doesn’t the directory change?',
    done: 'Accepted',
    emailNote: 'We’ll email the person who suggested it, with your reason.',
  },
  decline: {
    title: 'Decline this correction?',
    action: 'Decline',
    label: 'Why?',
    done: 'Declined',
    emailNote: 'We’ll email the person who suggested it, with your reason.',
  },
} as const
export type Decision = keyof typeof textsByDecision

type Props = { suggestion: suggestions.ReviewedSuggestion; decision: Decision; onClose: () => void }

/** The author of the suggestion receives this text verbatim. */
export function DecideDialog({ suggestion: { id, company, value, about, today, changed }, decision, onClose }: Props) {
  const { title, action, label, done, emailNote } = textsByDecision[decision]
  const refreshes = [listSuggestions, review.countReview]
  const accept = useApiMutation(acceptSuggestion, { refreshes })
  const decline = useApiMutation(declineSuggestion, { refreshes })
  return (
    <EditorDialog
      title={title}
      description={`${company.name}: ${quoted(value)}`}
      sections={[
        {
          wide: true,
          fields: [
            {
              name: 'reason',
              label,
              optional: decision === 'accept',
              hint: 'The person who suggested it sees this by email and, if they’re a user, on the company’s page.',
              lines: 3,
              maxLength: 500,
            },
          ],
        },
      ]}
      schema={decision === 'decline' ? declineSuggestion.body : acceptSuggestion.body}
      fixedValues={decision === 'accept_as_it_stands' ? { as_it_stands: true } : {}}
      start={{}}
      action={action}
      save={async (body) => {
        await (decision === 'decline' ? decline : accept).mutateAsync({ params: { suggestionId: id }, body })
        toast({ title: done, description: emailNote })
      }}
      onClose={onClose}
    >
      {decision !== 'decline' && (
        <div className="break-words">
          <p className="font-semibold">{suggestions.suggestionSubjects[about]}: the directory says</p>
          {today.length === 0 && <p className="text-muted">Nothing</p>}
          <ul className="list-disc pl-5">
            {today.map(({ term, text }) => (
              <li key={`${term} ${text}`}>
                {term}: {text}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-muted">
            {changed.length > 0
              ? `Changed since it was suggested: ${changed.map((change) => describeChange(change)).join('; ')}.`
              : 'Not changed since it was suggested. Accepting doesn’t change the directory.'}
          </p>
        </div>
      )}
    </EditorDialog>
  )
}
