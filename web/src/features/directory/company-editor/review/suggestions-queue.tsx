import { suggestions } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatDateTime, plural } from '../../../../ui/format.ts'
import { Pager } from '../../../../ui/pager.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import { SuggestionRow } from './suggestion-row.tsx'

export default function SuggestionsQueue() {
  const [search, setSearch] = useSearchParams()
  const page = Math.min(2_000, Math.max(1, Math.trunc(Number(search.get('page')) || 1)))
  const [decided, setDecided] = useState<{ suggestion: suggestions.ReviewedSuggestion; decision: Decision } | null>(
    null,
  )
  const { data, error, isPending, refetch } = useApiQuery(
    suggestions.listSuggestions,
    { query: { page } },
    { keepPrevious: true },
  )
  if (isPending) return <Loading text="Loading suggested corrections..." />
  if (!data) {
    return (
      <Card>
        <ErrorState error={error} onRetry={() => void refetch()} />
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
            {data.suggestions.map((suggestion) => (
              <SuggestionRow
                key={suggestion.id}
                suggestion={suggestion}
                onDecide={(decision) => setDecided({ suggestion, decision })}
              />
            ))}
          </ul>
        </Card>
        <div className="mt-4">
          <Pager page={page} perPage={suggestions.suggestionsPageSize} total={data.total} onPage={toPage} />
        </div>
      </div>
      {data.recent.length > 0 && <RecentDecisions suggestions={data.recent} />}
      {decided && <DecideDialog {...decided} onClose={() => setDecided(null)} />}
    </div>
  )
}

function RecentDecisions({
  suggestions: decidedSuggestions,
}: {
  suggestions: readonly suggestions.ReviewedSuggestion[]
}) {
  return (
    <Card>
      <CardTitle>Recently decided</CardTitle>
      <ul className="space-y-3">
        {decidedSuggestions.map((suggestion) => (
          <li key={suggestion.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <span className="min-w-0 flex-1 basis-72 break-words">
              {suggestion.company.name}, {suggestions.suggestionSubjects[suggestion.about].toLowerCase()}:{' '}
              {quoted(suggestion.value)} {suggestion.state === 'accepted' ? 'was accepted' : 'was declined'}
              {suggestion.reason && <span className="block text-[0.9375rem] text-muted">{suggestion.reason}</span>}
            </span>
            <span className="text-sm text-muted">
              {suggestion.decided_by}, {suggestion.decided_at && formatDateTime(suggestion.decided_at)}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
