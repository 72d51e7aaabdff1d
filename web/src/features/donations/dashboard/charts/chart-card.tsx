import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Skeleton, useSkeleton } from '../../../../ui/skeleton.tsx'

type ChartCard = {
  title: string
  description: string
  controls?: ReactNode
  empty: ReactNode
  waiting: boolean
  failed: boolean
  onRetry: () => void
  chart: ReactNode
  /** `withoutLinks` omits links, for screen readers where the focused link would not be visible. */
  table: (withoutLinks: boolean) => ReactNode
}

export function ChartCard({ title, description, controls, empty, waiting, failed, onRetry, chart, table }: ChartCard) {
  const [asTable, setAsTable] = useState(false)
  const heading = useId()
  const showSkeleton = useSkeleton(waiting)
  const hasContent = !waiting && !failed && !empty
  return (
    <Card aria-labelledby={heading} className="flex min-w-0 flex-col">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-52">
          <h2 id={heading} className="text-xl leading-7 font-semibold tracking-[-0.01em]">
            {title}
          </h2>
          <p className="mt-0.5 text-[0.9375rem] text-muted">{description}</p>
        </div>
        {!waiting && !failed && (hasContent || controls) && (
          <div
            className={cx(
              'flex items-center gap-1',
              controls !== undefined && 'max-sm:w-full max-sm:flex-wrap max-sm:items-end max-sm:justify-between',
            )}
          >
            {/* Shown even without data: they let the user choose different data. */}
            {controls}
            {hasContent && (
              <Button
                variant="quiet"
                size="small"
                icon={asTable ? ChartColumn : Table2}
                aria-label={`${asTable ? 'Show as chart' : 'Show as table'}: ${title}`}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? 'Chart' : 'Table'}
              </Button>
            )}
          </div>
        )}
      </div>
      <div className={cx('mt-4 flex min-w-0 flex-1 flex-col', !empty && 'min-h-80')}>
        {waiting && showSkeleton && <Skeleton className="h-80 w-full" />}
        {!waiting && failed && (
          <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            Couldn’t load this chart.
            <Button variant="secondary" size="small" onClick={onRetry}>
              Try again
            </Button>
          </p>
        )}
        {!waiting && !failed && empty && <div className="text-muted">{empty}</div>}
        {hasContent && asTable && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the phone is scrolled by keyboard too
          <section aria-label={`${title}, as a table`} tabIndex={0} className="-mx-1 overflow-x-auto px-1 pb-1">
            {table(false)}
          </section>
        )}
        {hasContent && !asTable && (
          <>
            {chart}
            <div className="sr-only">{table(true)}</div>
          </>
        )}
      </div>
    </Card>
  )
}

export const cellClasses = 'px-2 py-2 text-right first:pl-0 last:pr-0 tabular-nums'
export const rowHeaderClasses = 'py-2 pr-2 text-left font-normal whitespace-nowrap'
export const tableClasses = 'w-full border-collapse text-[0.9375rem]'
export const linkClasses =
  'inline-block min-h-6 min-w-6 underline decoration-edge underline-offset-3 hover:decoration-current focus-visible:decoration-current'
