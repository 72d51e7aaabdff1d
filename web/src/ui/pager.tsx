import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { formatApproximateCount, formatCount } from './format.ts'

/** Hidden if there is only one page. */
export function Pager({
  page,
  perPage,
  total,
  isExact = true,
  onPage,
}: {
  page: number
  perPage: number
  total: number
  /** False if there may be more than `total`: a page after the last known one is then available. */
  isExact?: boolean
  onPage: (page: number) => void
}) {
  if (isExact ? total <= perPage : total < perPage) return null
  const knownPages = Math.ceil(total / perPage)
  const last = isExact ? knownPages : Math.max(page, knownPages)
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3 sm:justify-end">
      <Button variant="secondary" size="small" icon={ChevronLeft} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span aria-live="polite" className="tabular-nums">
        Page <strong className="font-semibold">{formatCount(page)}</strong>
        <span className="text-muted"> of {formatApproximateCount(last, isExact)}</span>
      </span>
      <Button variant="secondary" size="small" disabled={isExact && page >= last} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight className="size-4.5 shrink-0" aria-hidden="true" />
      </Button>
    </nav>
  )
}
