import { formatCount, formatFound } from '../../ui/format.ts'
import type { FoundPage } from './use-found-page.ts'

/** How many were found; where that took looking through the gifts, how many were searched. */
export function FoundLine({ found: { data, error, isPlaceholderData } }: { found: FoundPage }) {
  const isSearching = data !== undefined && data.go_on !== null && !error
  return (
    <div className="ml-auto px-1 tabular-nums">
      {/* Each step of the search changes the numbers: they are read aloud once it is over. */}
      <p role="status" aria-busy={isSearching}>
        {data && !isSearching && (
          <span className={isPlaceholderData ? 'opacity-50' : ''}>
            <Count data={data} />
            {!data.total_is_exact && data.looked_at !== null && (
              <span className="text-muted"> in the first {formatCount(data.looked_at)} gifts searched</span>
            )}
          </span>
        )}
      </p>
      {isSearching && (
        <p className={isPlaceholderData ? 'opacity-50' : ''}>
          <Count data={data} />
          <span className="text-muted"> · {formatCount(data.looked_at ?? 0)} gifts searched so far…</span>
        </p>
      )}
    </div>
  )
}

const Count = ({ data }: { data: NonNullable<FoundPage['data']> }) => (
  <>
    <strong className="font-semibold">{formatFound(data.total, data.total_is_exact)}</strong> Found
  </>
)
