import { companyPagePath, linkTo, screens, suggestions } from '@twofold/contract'
import { Link } from 'react-router'
import { Button } from '../../../../ui/button.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { describeChange } from '../editor/change-text.ts'
import { FactSource, SourceLink } from '../sources.tsx'
import type { Decision } from './decide-dialog.tsx'

export function SuggestionRow({
  suggestion,
  onDecide,
}: {
  suggestion: suggestions.ReviewedSuggestion
  onDecide: (decision: Decision) => void
}) {
  const { company, about, value, source_url, note, by, organization, at, today, is_corrected, changed } = suggestion
  const subject = suggestions.suggestionSubjects[about]
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5">
        <h2 className="font-semibold">
          <SourceLink to={companyPagePath.of(company)}>{company.name}</SourceLink>:{' '}
          {subject.charAt(0).toLowerCase() + subject.slice(1)}
        </h2>
        <p className="text-sm text-muted">
          {by ?? 'A donor'} of {organization}, {formatDateTime(at)}
        </p>
      </div>
      <dl className="mt-2 grid gap-x-8 gap-y-3 md:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">The directory says</dt>
          {today.length === 0 && <dd className="text-muted">Nothing</dd>}
          {today.map((fact) => (
            <dd key={fact.term} className="min-w-0 break-words">
              {fact.term}: {fact.text}
              <FactSource fact={fact} />
            </dd>
          ))}
        </div>
        <div>
          <dt className="text-sm text-muted">Suggested</dt>
          <dd className="min-w-0 break-words">
            <strong className="font-semibold">{value}</strong>
            <span className="block text-sm text-muted">
              {source_url ? <SourceLink to={source_url}>{source_url}</SourceLink> : 'no source given'}
            </span>
            {note && <span className="mt-1 block text-[0.9375rem] whitespace-pre-line">{note}</span>}
          </dd>
        </div>
      </dl>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {is_corrected ? (
          <Button size="small" aria-label={`Accept: ${company.name}, ${subject}`} onClick={() => onDecide('accept')}>
            Accept
          </Button>
        ) : (
          <>
            <Button size="small" asChild>
              <Link to={linkTo(screens.directoryCompany, { companyId: company.id })}>
                Correct it<span className="sr-only"> in the directory: {company.name}</span>
              </Link>
            </Button>
            <Button
              size="small"
              variant="secondary"
              aria-label={`Accept without a change: ${company.name}, ${subject}`}
              onClick={() => onDecide('accept_as_it_stands')}
            >
              Accept without a change
            </Button>
          </>
        )}
        <Button
          size="small"
          variant="secondary"
          aria-label={`Decline: ${company.name}, ${subject}`}
          onClick={() => onDecide('decline')}
        >
          Decline
        </Button>
        <span className="min-w-0 text-sm break-words text-muted">
          {changed.length > 0
            ? `Changed since it was suggested: ${changed.map((change) => describeChange(change)).join('; ')}.`
            : 'Not changed since it was suggested.'}
        </span>
      </div>
    </li>
  )
}
