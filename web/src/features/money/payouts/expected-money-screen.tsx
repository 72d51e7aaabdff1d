import { type Currency, expectedMoney, screens } from '@twofold/contract'
import { ArrowLeft, Hourglass, Mail } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay, plural } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { describeMoney } from './payout-text.ts'

const OverdueLetter = lazyDialog(() => import('./payment-reminder-dialog.tsx'))

type Grouping = 'company' | 'platform'
type Row = expectedMoney.PlatformExpectation & { key: string; name: string; note: string; companyId: number | null }
type ReminderRequest = { companyId: number; of: Grouping; currency: Currency }

export default function ExpectedMoneyScreen() {
  const { id } = useOrganization()
  const [by, setBy] = useState<Grouping>('company')
  const [reminder, setReminder] = useState<ReminderRequest | null>(null)
  const { data, error, isPending, refetch } = useApiQuery(expectedMoney.listExpected, { params: { id } })
  const showsSkeleton = useSkeleton(isPending)
  return (
    <>
      <PageHeading
        title="Expected money"
        actions={
          <Button variant="secondary" icon={ArrowLeft} asChild>
            <Link to={screens.payouts}>Payouts</Link>
          </Button>
        }
      >
        Submitted matches that haven’t been paid in full (estimates), and money received in the last 12 months.
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-60 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title={expectedMoney.expectedMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {data && data.companies.length === 0 && (
        <Card>
          <EmptyState icon={Hourglass} title="Nothing expected">
            Matches appear here once they’re submitted to a company.
          </EmptyState>
        </Card>
      )}
      {data && data.companies.length > 0 && (
        <Tabs<Grouping>
          label="Group by"
          value={by}
          onChange={setBy}
          tabs={[
            {
              name: 'company',
              label: 'By company',
              content: (
                <Expectations
                  of="company"
                  head="Company"
                  rows={data.companies.map(rowOfCompany)}
                  onRemind={setReminder}
                />
              ),
            },
            {
              name: 'platform',
              label: 'By platform',
              content: (
                <Expectations
                  of="platform"
                  head="Platform"
                  rows={data.platforms.map(rowOfPlatform(data.companies))}
                  onRemind={setReminder}
                />
              ),
            },
          ]}
        />
      )}
      <Suspense>{reminder && <OverdueLetter {...reminder} onClose={() => setReminder(null)} />}</Suspense>
    </>
  )
}

const rowOfCompany = ({ company, ...rest }: expectedMoney.CompanyExpectation): Row => ({
  ...rest,
  key: `${company?.id ?? 0} ${rest.currency}`,
  name: company?.name ?? 'Other employers',
  note: [rest.platform, `overdue after ${rest.late_after_days} days`].filter(Boolean).join(' · '),
  companyId: company?.id ?? null,
})

/** Companies that pay directly receive separate letters. A platform receives one letter. */
const rowOfPlatform =
  (companies: readonly expectedMoney.CompanyExpectation[]) =>
  (row: expectedMoney.PlatformExpectation): Row => {
    const lateCompany = companies.find(
      ({ platform, currency, overdue }) =>
        platform === row.platform && currency === row.currency && overdue.matches > 0,
    )
    return {
      ...row,
      key: `${row.platform ?? ''} ${row.currency}`,
      name: row.platform ?? 'Paid directly by companies',
      note: '',
      companyId: row.platform === null ? null : (lateCompany?.company?.id ?? null),
    }
  }

const headClasses =
  'px-2 py-2.5 text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5'
const cellClasses = 'px-2 py-2.5 align-top first:pl-5 last:pr-5'
const moneyClasses = cx(cellClasses, 'text-right tabular-nums whitespace-nowrap')

type Props = { of: Grouping; head: string; rows: readonly Row[]; onRemind: (asked: ReminderRequest) => void }

function Expectations({ of, head: firstColumn, rows, onRemind }: Props) {
  return (
    <Card padded={false} className="mt-5 overflow-hidden">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled by keyboard too */}
      <section aria-label="Expected money" tabIndex={0} className="overflow-x-auto max-md:hidden">
        <table className="w-full border-collapse">
          <caption className="sr-only">Expected money</caption>
          <thead className="border-b border-hairline bg-sunken/60">
            <tr>
              {[firstColumn, 'Expected', 'Waiting since', 'Overdue', 'Received, 12 months', 'Usually pays in'].map(
                (name, index) => (
                  <th key={name} scope="col" className={cx(headClasses, [1, 3, 4].includes(index) && 'text-right')}>
                    {name}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {rows.map((row) => (
              <tr key={row.key} className="hover:bg-sunken/70">
                <th scope="row" className={cx(cellClasses, 'min-w-44 text-left font-normal')}>
                  <span className="font-semibold">{row.name}</span>
                  {row.note && <span className="block text-[0.9375rem] text-muted">{row.note}</span>}
                </th>
                <td className={moneyClasses}>
                  <Sum {...row.expected} currency={row.currency} />
                </td>
                <td className={cx(cellClasses, 'whitespace-nowrap')}>{row.oldest ? formatDay(row.oldest) : '–'}</td>
                <td className={moneyClasses}>
                  <Sum {...row.overdue} currency={row.currency} />
                  <ReminderButton row={row} of={of} onRemind={onRemind} />
                </td>
                <td className={moneyClasses}>
                  <Sum {...row.received} currency={row.currency} />
                </td>
                <td className={cx(cellClasses, 'whitespace-nowrap')}>{paymentDelayText(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="divide-y divide-hairline md:hidden">
        {rows.map((row) => (
          <li key={row.key} className="px-4 py-3.5">
            <p className="font-semibold break-words">{row.name}</p>
            {row.note && <p className="text-[0.9375rem] text-muted">{row.note}</p>}
            <dl className="mt-2 grid grid-cols-2 gap-x-3 gap-y-2 text-[0.9375rem] tabular-nums">
              <Fact term="Expected" amount={row.expected} currency={row.currency} />
              <Fact term="Overdue" amount={row.overdue} currency={row.currency} />
              <Fact term="Received, 12 months" amount={row.received} currency={row.currency} />
              <div>
                <dt className="text-sm text-muted">Usually pays in</dt>
                <dd>{paymentDelayText(row)}</dd>
              </div>
            </dl>
            <ReminderButton row={row} of={of} onRemind={onRemind} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const paymentDelayText = ({ median_days }: Row): string =>
  median_days === null ? 'Unknown' : plural(median_days, 'day')

function Sum({ matches, sum, currency }: { matches: number; sum: number; currency: Currency }) {
  if (matches === 0) return <>–</>
  return (
    <>
      {sum === 0 ? 'not estimated' : describeMoney(sum, currency)}
      <span className="block text-[0.9375rem] text-muted">{plural(matches, 'match', 'matches')}</span>
    </>
  )
}

function Fact({ term, amount, currency }: { term: string; amount: Row['expected']; currency: Currency }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd>
        <Sum {...amount} currency={currency} />
      </dd>
    </div>
  )
}

function ReminderButton({
  row,
  of,
  onRemind,
}: {
  row: Row
  of: Grouping
  onRemind: (reminder: ReminderRequest) => void
}) {
  const { companyId, currency, overdue, name } = row
  if (companyId === null || overdue.matches === 0) return null
  return (
    <Button
      variant="quiet"
      size="small"
      icon={Mail}
      aria-label={`Draft a reminder to ${name}`}
      onClick={() => onRemind({ companyId, of, currency })}
    >
      Draft a reminder
    </Button>
  )
}
