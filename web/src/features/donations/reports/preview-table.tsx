import { type reports, reports as said } from '@twofold/contract'
import { Link } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDateTime, formatDay, formatMoney } from '../../../ui/format.ts'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { matchUrl } from '../donations/index.ts'

type Preview = reports.ReportPreview

type PreviewBody = (typeof said.previewReport.body)['_zod']['input']

export function PreviewTable({
  definition,
  title,
  enabled = true,
}: {
  definition: PreviewBody
  title: string
  enabled?: boolean
}) {
  const { id } = useOrganization()
  const { data, error, isPending, isPlaceholderData, refetch } = useApiQuery(
    said.previewReport,
    { params: { id }, body: definition },
    { keepPrevious: true, enabled },
  )
  const showsSkeleton = useSkeleton(isPending && enabled)
  if (showsSkeleton) return <Skeleton className="h-60 w-full" />
  if (error && !data) {
    return <ErrorState error={error} title="Couldn’t load the rows" onRetry={() => void refetch()} />
  }
  if (!data) return null
  if (data.rows.length === 0) return <EmptyState title="No gifts found">No gifts match these filters.</EmptyState>
  return (
    <div aria-busy={isPlaceholderData || undefined} className={cx(isPlaceholderData && 'opacity-60')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled by keyboard too */}
      <section aria-label={title} tabIndex={0} className="relative overflow-x-auto">
        <Rows data={data} title={title} />
      </section>
      <p className="px-5 py-3 text-[0.9375rem] text-muted" role="status">
        {data.more ? `First ${data.rows.length} rows. Download to see all.` : `All rows: ${data.rows.length}`}
      </p>
    </div>
  )
}

const isRightAligned = (kind: Preview['columns'][number]['kind']): boolean => kind === 'money' || kind === 'number'

function Rows({ data: { columns, rows }, title }: { data: Preview; title: string }) {
  return (
    <table className="w-full border-collapse">
      <caption className="sr-only">{title}</caption>
      <thead className="border-y border-hairline bg-sunken/60">
        <tr>
          {columns.map(({ id, label, kind }) => (
            <th
              key={id}
              scope="col"
              className={cx(
                'px-3 py-2.5 text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5',
                isRightAligned(kind) ? 'text-right' : 'text-left',
              )}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-hairline">
        {rows.map(({ donation_id, currency, cells }) => (
          <tr key={donation_id} className="hover:bg-sunken/70">
            {columns.map(({ id, kind }, index) => {
              const text = wordsOf(cells[index] ?? null, kind, currency)
              return (
                <td
                  key={id}
                  className={cx(
                    'max-w-72 truncate px-3 py-2 first:pl-5 last:pr-5',
                    isRightAligned(kind) && 'text-right tabular-nums',
                  )}
                >
                  {index === 0 ? (
                    <Link
                      to={matchUrl(donation_id)}
                      className="inline-block min-h-6 underline decoration-edge/60 underline-offset-3 hover:decoration-current pointer-coarse:min-h-11 pointer-coarse:py-2"
                    >
                      {text || `Match ${donation_id}`}
                    </Link>
                  ) : (
                    text
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function wordsOf(
  cell: string | null,
  kind: Preview['columns'][number]['kind'],
  currency: Preview['rows'][number]['currency'],
): string {
  if (cell === null || cell === '') return ''
  if (kind === 'money') return formatMoney(Number(cell), currency)
  if (kind === 'day') return formatDay(cell)
  if (kind === 'moment') return formatDateTime(cell)
  return cell
}
