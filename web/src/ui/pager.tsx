import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button.tsx'
import { formatCount } from './format.ts'

/** Previous, current page, next. Shows itself only when there is more than one page. */
export function Pager({
  page,
  perPage,
  total,
  onPage,
}: {
  page: number
  perPage: number
  total: number
  onPage: (page: number) => void
}) {
  if (total <= perPage) return null
  const last = Math.ceil(total / perPage)
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3 sm:justify-end">
      <Button look="secondary" size="small" icon={ChevronLeft} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span aria-live="polite" className="tabular-nums">
        Page <strong className="font-semibold">{formatCount(page)}</strong>
        <span className="text-muted"> of {formatCount(last)}</span>
      </span>
      <Button look="secondary" size="small" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
        <ChevronRight className="size-4.5 shrink-0" aria-hidden="true" />
      </Button>
    </nav>
  )
}
