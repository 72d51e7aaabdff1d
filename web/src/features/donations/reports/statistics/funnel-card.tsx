import { statistics } from '@twofold/contract'
import { Link, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { formatCount, formatShare } from '../../../../ui/format.ts'
import {
  ChartCard,
  cellLook,
  formatAllCurrencies,
  formatMeasure,
  formatOtherCurrencies,
  linkLook,
  measureNames,
  readOverviewPeriod,
  rowHeadLook,
  tableLook,
  writeOverviewPeriod,
} from '../../dashboard/index.ts'
import { donationsUrl, statusFamilyStyles } from '../../donations/index.ts'
import { PeriodPicker } from '../../periods/index.ts'

type Stage = {
  readonly name: statistics.FunnelStage
  readonly title: string
  readonly text: string
  readonly bar: string
}

const stages: readonly Stage[] = [
  { name: 'contacted', title: 'Contacted', text: '', bar: statusFamilyStyles.awaiting.bar },
  { name: 'submitted', title: 'Submitted', text: 'or started', bar: statusFamilyStyles.submitted.bar },
  { name: 'received', title: 'Approved or paid', text: 'by the employer', bar: 'bg-brand' },
]

const filterOf = (stage: statistics.FunnelStage): string =>
  stage === 'submitted' ? 'engaged_submitted' : statistics.funnelStages[stage].join(',')

export function FunnelCard() {
  const organization = useOrganization()
  const { today } = organization
  const [search, setSearch] = useSearchParams()
  const period = readOverviewPeriod(search, today)
  const { data, error, isPending, refetch } = useApiQuery(statistics.getStatistics, {
    params: { id: organization.id },
    query: { ...period, report: 'funnel' },
  })
  const currency = data?.currency ?? organization.currency
  const { funnel } = data ?? {}
  const rows = funnel ? stages.map((stage) => ({ ...stage, bucket: funnel[stage.name] })) : []
  const first = rows[0]?.bucket.count ?? 0
  const addressOf = (stage: statistics.FunnelStage) => donationsUrl(filterOf(stage), period)
  return (
    <ChartCard
      title="From first contact to approval"
      description="Gifts on these dates. Each step includes the ones after it."
      controls={
        <span className="max-sm:w-full">
          <PeriodPicker
            label="Date range"
            className="sm:w-auto"
            period={period}
            today={today}
            onChange={(next) =>
              setSearch((before) => writeOverviewPeriod(next, today, before), {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        </span>
      }
      waiting={isPending}
      failed={error !== null && !data}
      empty={!isPending && first === 0 && 'No donors contacted about gifts on these dates.'}
      onRetry={() => void refetch()}
      chart={
        <ol className="flex flex-1 flex-col justify-around gap-4">
          {rows.map(({ name, title, text, bar, bucket }) => (
            <li key={name} className="group relative">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <p>
                  <Link
                    to={addressOf(name)}
                    className="font-semibold outline-none group-hover:underline group-hover:underline-offset-3 after:absolute after:-inset-1 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-focus"
                  >
                    {title}
                  </Link>{' '}
                  <span className="text-[0.9375rem] text-muted">{text}</span>
                </p>
                <p className="tabular-nums">
                  <span className="font-semibold">{formatCount(bucket.count)}</span>
                  {name !== 'contacted' && (
                    <span className="text-[0.9375rem] text-muted">{` · ${formatShare(bucket.count, first)}`}</span>
                  )}
                </p>
              </div>
              <div className="mt-1.5 h-7 rounded-sm bg-sunken">
                {bucket.count > 0 && (
                  <div
                    className={cx('h-full min-w-0.5 rounded-sm forced-color-adjust-none', bar)}
                    style={{ width: `${(bucket.count / first) * 100}%` }}
                  />
                )}
              </div>
              <p className="mt-1 text-[0.9375rem] text-muted tabular-nums">
                {`Estimated matches: ${formatAllCurrencies(bucket, 'matched', currency)}`}
              </p>
            </li>
          ))}
        </ol>
      }
      table={(withoutLinks) => (
        <table className={tableLook}>
          <caption className="sr-only">Matches from first contact to approval</caption>
          <thead>
            <tr className="border-b border-edge/60">
              <th scope="col" className={rowHeadLook}>
                Step
              </th>
              {['Gifts', measureNames.sum, measureNames.matched].map((name) => (
                <th key={name} scope="col" className={`${cellLook} font-semibold`}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, title, bucket }) => (
              <tr key={name} className="border-b border-hairline">
                <th scope="row" className={rowHeadLook}>
                  {title}
                </th>
                <td className={cellLook}>
                  {withoutLinks || bucket.count === 0 ? (
                    formatCount(bucket.count)
                  ) : (
                    <Link
                      to={addressOf(name)}
                      aria-label={`${formatCount(bucket.count)}: ${title}`}
                      className={linkLook}
                    >
                      {formatCount(bucket.count)}
                    </Link>
                  )}
                  <span className="block text-[0.8125rem] text-muted">{formatShare(bucket.count, first)}</span>
                </td>
                {(['sum', 'matched'] as const).map((measure) => (
                  <td key={measure} className={cellLook}>
                    {formatMeasure(bucket, measure, currency)}
                    {formatOtherCurrencies(bucket, measure) && (
                      <span className="block text-[0.8125rem] text-muted">
                        and {formatOtherCurrencies(bucket, measure)}
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    />
  )
}
