import { formatCount, formatFound } from '../../ui/format.ts'
import type { FoundPage } from './use-found-page.ts'

/** How many were found; where that took looking through the gifts, how many were looked at. */
export function FoundLine({ found: { data, isPlaceholderData } }: { found: FoundPage }) {
  return (
    <p role="status" className="ml-auto px-1 tabular-nums">
      {data && (
        <span className={isPlaceholderData ? 'opacity-50' : ''}>
          <strong className="font-semibold">{formatFound(data.total, data.total_is_exact)}</strong> Found
          {data.looked_at !== null && (
            <span className="text-muted">
              {data.go_on === null
                ? ` in the first ${formatCount(data.looked_at)} gifts`
                : ` · ${formatCount(data.looked_at)} gifts looked at, looking on…`}
            </span>
          )}
        </span>
      )}
    </p>
  )
}
