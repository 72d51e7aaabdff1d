import { type reports, reports as said } from '@twofold/contract'
import { Suspense } from 'react'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatMoney, plural } from '../../../ui/format.ts'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { LargeExportNote } from '../report-files/index.ts'
import { describeFiles } from './report-text.ts'

type MoneyWord = 'given' | 'estimated' | 'submitted' | 'received'

const useFigures = (filters: reports.ReportFilters) =>
  useApiQuery(said.sumReport, { params: { id: useOrganization().id }, body: { filters } }, { keepPrevious: true })

/** The files contain gifts, not the sums on the screen. */
export function FilesNote({ filters }: { filters: reports.ReportFilters }) {
  const { data } = useFigures(filters)
  // A blank line keeps the content below in place while loading.
  return <p className="mb-5 text-[0.9375rem] text-muted">{data ? describeFiles(data.total.gifts) : '\u00a0'}</p>
}

export function Figures({ filters, canEdit = false }: { filters: reports.ReportFilters; canEdit?: boolean }) {
  const { data, error, isPending } = useFigures(filters)
  const showsSkeleton = useSkeleton(isPending)
  if (error && !data) {
    return (
      <p role="alert" className="text-muted">
        {`Couldn’t load the totals. ${error.message}`}
      </p>
    )
  }
  // As tall as the figures, so that the bars below do not move away from a click.
  if (!data) return <Skeleton className={cx('h-108 w-full sm:h-52 2xl:h-24', !showsSkeleton && 'invisible')} />
  const { total, currency } = data
  const rows: readonly (readonly [string, MoneyWord, string])[] = [
    ['Given', 'given', plural(total.gifts, 'gift')],
    ['Estimated', 'estimated', 'possible matches'],
    ['Submitted', 'submitted', `estimated, ${plural(total.submitted_gifts, 'request')} submitted or approved`],
    ['Received', 'received', `from ${plural(total.received_gifts, 'gift')}`],
  ]
  return (
    <>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 2xl:grid-cols-4">
        {rows.map(([name, word, what]) => (
          <div key={name} className="min-w-0">
            <dt className="font-semibold">{name}</dt>
            <dd>
              <span className="block text-2xl leading-9 font-semibold tabular-nums">
                {formatMoney(total[word], currency)}
              </span>
              {total.others
                .filter((other) => other[word] !== 0)
                .map((other) => (
                  <span key={other.currency} className="block text-muted tabular-nums">
                    {`and ${formatMoney(other[word], other.currency)}`}
                  </span>
                ))}
              <span className="block text-[0.9375rem] text-muted">{what}</span>
            </dd>
          </div>
        ))}
      </dl>
      {filters.include_inert === 0 && (
        <p className="mt-4 text-[0.9375rem] text-muted">
          Excludes external matches. The dashboard, statistics, and board summary include them.
          {canEdit && ' Edit the report to include them here.'}
        </p>
      )}
      {filters.employerKnown === 'yes' && <ExcludedGifts filters={filters} />}
      <Suspense>
        <LargeExportNote rows={total.gifts} />
      </Suspense>
    </>
  )
}

/** The dashboard's sum includes payments from employers outside the directory. */
function ExcludedGifts({ filters }: { filters: reports.ReportFilters }) {
  const { data } = useFigures({ ...filters, employerKnown: 'no' })
  if (!data || data.total.received_gifts === 0) return null
  const { total, currency } = data
  const sums = [{ currency, received: total.received }, ...total.others].filter(({ received }) => received !== 0)
  return (
    <p className="mt-4 text-[0.9375rem] text-muted">
      {`Excludes ${sums.map((sum) => formatMoney(sum.received, sum.currency)).join(' and ')} received for ${plural(
        total.received_gifts,
        'gift',
      )} with an employer not in our directory.`}
    </p>
  )
}
