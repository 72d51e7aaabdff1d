import { review, suggestions } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatMoment, plural } from '../../../../ui/format.ts'
import { Pager } from '../../../../ui/pager.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import { SuggestionRow } from './suggestion-row.tsx'

export default function SuggestionsQueue() {
  const [search, setSearch] = useSearchParams()
  const page = Math.min(2_000, Math.max(1, Math.trunc(Number(search.get('page')) || 1)))
  const [decided, setDecided] = useState<{ suggestion: suggestions.ReviewedSuggestion; deed: Decision } | null>(null)
  const { data, error, isPending, refetch } = useApiQuery(
    suggestions.listSuggestions,
    { query: { page } },
    { keepPrevious: true },
  )
  if (isPending) return <Loading text="Loading suggested corrections..." />
  if (!data) {
    return (
      <Card>
        <ErrorState error={error ?? new Error(review.reviewMessages.nothingWaits)} onRetry={() => void refetch()} />
      </Card>
    )
  }
  const toPage = (next: number) =>
    setSearch({ show: 'corrections', ...(next > 1 ? { page: String(next) } : {}) }, { preventScrollReset: true })
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p role="status" className="mb-2 text-muted tabular-nums">
          {plural(data.total, 'correction')} to review
        </p>
        <Card padded={false}>
          {data.suggestions.length === 0 && (
            <EmptyState icon={CircleCheckBig} title="All caught up">
              Corrections from nonprofits and donors will appear here.
            </EmptyState>
          )}
          <ul className="divide-y divide-hairline">
            {data.suggestions.map((one) => (
              <SuggestionRow key={one.id} suggestion={one} onDecide={(deed) => setDecided({ suggestion: one, deed })} />
            ))}
          </ul>
        </Card>
        <div className="mt-4">
          <Pager page={page} perPage={suggestions.suggestionsPageSize} total={data.total} onPage={toPage} />
        </div>
      </div>
      {data.recent.length > 0 && <DecidedLately suggestions={data.recent} />}
      {decided && <DecideDialog {...decided} onClose={() => setDecided(null)} />}
    </div>
  )
}

function DecidedLately({ suggestions: decided }: { suggestions: readonly suggestions.ReviewedSuggestion[] }) {
  return (
    <Card>
      <CardTitle>Recently decided</CardTitle>
      <ul className="space-y-3">
        {decided.map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <span className="min-w-0 flex-1 basis-72 break-words">
              {one.company.name}, {suggestions.suggestionSubjects[one.about].toLowerCase()}: {quoted(one.value)}{' '}
              {one.state === 'accepted' ? 'was accepted' : 'was declined'}
              {one.reason && <span className="block text-[0.9375rem] text-muted">{one.reason}</span>}
            </span>
            <span className="text-sm text-muted">
              {one.decided_by}, {one.decided_at && formatMoment(one.decided_at)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
