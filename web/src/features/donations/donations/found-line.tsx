import { formatFound } from '../../../ui/format.ts'
import type { FoundPage } from './use-found-page.ts'

/** Number of donations found. */
export function FoundLine({ found: { data, isPlaceholderData } }: { found: FoundPage }) {
  return (
    <p role="status" className="ml-auto px-1 tabular-nums">
      {data && (
        <span className={isPlaceholderData ? 'opacity-50' : ''}>
          <strong className="font-semibold">{formatFound(data.total, data.total_is_exact)}</strong> Found
        </span>
      )}
    </p>
  )
}
