import { linkTo, payouts, screens } from '@twofold/contract'
import { ArrowLeft, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, useOrganizationLabel, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle, Facts } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDateTime, formatDay, plural } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { WaitingEmails } from '../../email/mails/index.ts'
import { MissingDate } from './missing-date.tsx'
import {
  describeArrival,
  describeDay,
  describeDonor,
  describeKind,
  describeMatch,
  describeMoney,
  describePayer,
  describeResult,
  lineMoney,
} from './payout-text.ts'
import { UndoButton } from './undo-button.tsx'
import { refreshes } from './use-payouts.ts'

const UndoReportDialog = lazyDialog(() => import('./undo-report-dialog.tsx'))

export default function PayoutScreen() {
  const { id } = useOrganization()
  const nameOf = useOrganizationLabel()
  const permissions = usePermissions()
  const navigate = useNavigate()
  const { payoutId: payoutParam = '' } = useParams()
  const payoutId = /^[1-9]\d{0,14}$/.test(payoutParam) ? Number(payoutParam) : 0
  const [search, setSearch] = useSearchParams()
  const [undoing, setUndoing] = useState<payouts.PayoutReport | null>(null)
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, isPending, refetch } = useApiQuery(
    payouts.getPayout,
    { params: { id, payoutId: payoutId || 1 }, query: { page } },
    { keepPrevious: true },
  )
  const singleReport = data?.reports.length === 1 ? data.reports[0] : undefined
  const showsSkeleton = useSkeleton(isPending)
  const namesOrganization = data?.organizations.some((organization) => organization.id !== id) ?? false
  return (
    <>
      <PageHeading
        title={data ? describePayer(data.payout) : 'Payout'}
        actions={
          <>
            <Button variant="secondary" icon={ArrowLeft} asChild>
              <Link to={screens.payouts}>Payouts</Link>
            </Button>
            {permissions.write && singleReport?.state === 'done' && (
              <Button variant="secondary" icon={Undo2} onClick={() => setUndoing(singleReport)}>
                {singleReport.file_name ? 'Undo report' : 'Undo check'}
              </Button>
            )}
          </>
        }
      >
        {data && (
          <>
            {[data.payout.reference, describeDay(data.payout)].filter(Boolean).join(' · ')}
            <MissingDate payout={data.payout} />
          </>
        )}
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-60 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title={payouts.payoutMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {data && (
        <div className="flex flex-col gap-6">
          {data.payout.waiting_lines > 0 && (
            <Notice tone="awaiting">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <span>{plural(data.payout.waiting_lines, 'line needs', 'lines need')} review.</span>
                <Button variant="secondary" size="small" asChild>
                  <Link to={linkTo(screens.waitingPayouts, { payout: payoutId })}>Review</Link>
                </Button>
              </div>
            </Notice>
          )}
          {data.reports.map(({ id, thanks }) => thanks > 0 && <WaitingEmails key={id} payoutReportId={id} />)}
          <PayoutFacts payout={data.payout} report={data.report} />
          {data.reports.length > 1 && <Entries reports={data.reports} onUndo={setUndoing} />}
          {namesOrganization && (
            <Card>
              <CardTitle>Received by organization</CardTitle>
              <Facts
                rows={data.organizations.map(({ lines, received, ...organization }) => [
                  nameOf(organization),
                  `${describeMoney(received, data.payout.currency)} in ${plural(lines, 'line')}`,
                ])}
              />
            </Card>
          )}
          {data.lines.length > 0 && <Lines lines={data.lines} namesOrganization={namesOrganization} />}
          <Pager
            page={page}
            perPage={payouts.payoutLinesPerPage}
            total={data.payout.lines}
            onPage={(next) => setSearch({ page: String(next) })}
          />
        </div>
      )}
      {undoing && data && (
        <Suspense>
          <UndoReportDialog
            report={undoing}
            payout={data.payout}
            isWholePayout={singleReport !== undefined}
            onClose={() => setUndoing(null)}
            onUndone={() => void navigate(screens.payouts)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Reports or checks with lines in this payout. Each can be undone separately. */
function Entries({
  reports,
  onUndo,
}: {
  reports: readonly payouts.PayoutReport[]
  onUndo: (report: payouts.PayoutReport) => void
}) {
  const { time_zone: timeZone } = useOrganization()
  return (
    <Card>
      <CardTitle>Entries</CardTitle>
      <ul className="divide-y divide-hairline">
        {reports.map((report) => {
          const name = report.file_name ?? `Entered by ${report.user.name}`
          const moment = formatDateTime(report.created_at, timeZone)
          return (
            <li
              key={report.id}
              className="flex flex-col gap-x-6 gap-y-1 py-3 first:pt-0 last:pb-0 md:flex-row md:items-center md:justify-between"
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">{name}</p>
                <p className="text-[0.9375rem] text-muted">{`${moment} · ${describeResult(report)}`}</p>
              </div>
              <UndoButton report={report} label={`Undo: ${name}, ${moment}`} onPress={() => onUndo(report)} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

function PayoutFacts({ payout, report }: { payout: payouts.Payout; report: payouts.PayoutReport }) {
  const { currency } = payout
  const arrived = describeArrival(payout)
  return (
    <Card>
      <CardTitle>Payment</CardTitle>
      <Facts
        rows={[
          ['Paid', describeMoney(payout.gross, currency)],
          ['Fees', describeMoney(payout.fees, currency)],
          ['After fees', describeMoney(payout.gross - payout.fees, currency)],
          ['Received from employers', describeMoney(payout.tied, currency)],
          ['Needs review', describeMoney(payout.waiting, currency)],
          ...(payout.own_gifts === 0
            ? []
            : ([['Donors’ own gifts', describeMoney(payout.own_gifts, currency)]] as const)),
          ...(payout.unexplained === 0
            ? []
            : ([['Not itemized yet', describeMoney(payout.unexplained, currency)]] as const)),
          ...(payout.platform ? ([['Platform', payout.platform]] as const) : []),
          ...(arrived ? ([['Deposited', arrived]] as const) : []),
          ['From', report.file_name ?? `Entered by ${report.user.name}`],
        ]}
      />
    </Card>
  )
}

const headClasses =
  'px-2 py-2.5 text-left text-[0.9375rem] font-semibold whitespace-nowrap text-muted first:pl-5 last:pr-5'
const cellClasses = 'px-2 py-2.5 align-top first:pl-5 last:pr-5'

function Lines({ lines, namesOrganization }: { lines: readonly payouts.PayoutLine[]; namesOrganization: boolean }) {
  return (
    <Card padded={false} className="overflow-hidden">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than its place is scrolled by keyboard too */}
      <section aria-label="Lines of this payout" tabIndex={0} className="overflow-x-auto max-md:hidden">
        <table className="w-full border-collapse">
          <caption className="sr-only">Lines of this payout</caption>
          <thead className="border-b border-hairline bg-sunken/60">
            <tr>
              {['Donor', 'Company', 'Date', 'Type', 'Amount', 'Match'].map((name) => (
                <th key={name} scope="col" className={cx(headClasses, name === 'Amount' && 'text-right')}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-hairline">
            {lines.map((line) => (
              <tr key={line.id} className="hover:bg-sunken/70">
                <th scope="row" className={cx(cellClasses, 'min-w-40 text-left font-normal')}>
                  {describeDonor(line)}
                  {line.donor_name && line.donor_email && (
                    <span className="block text-[0.9375rem] break-all text-muted">{line.donor_email}</span>
                  )}
                </th>
                <td className={cx(cellClasses, 'min-w-28')}>{line.company || '–'}</td>
                <td className={cx(cellClasses, 'whitespace-nowrap')}>
                  {line.given_on ? formatDay(line.given_on) : '–'}
                </td>
                <td className={cellClasses}>{describeKind(line)}</td>
                <td className={cx(cellClasses, 'text-right whitespace-nowrap tabular-nums')}>{lineMoney(line)}</td>
                <td className={cx(cellClasses, 'min-w-44')}>
                  <LineMatch line={line} namesOrganization={namesOrganization} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="divide-y divide-hairline md:hidden">
        {lines.map((line) => (
          <li key={line.id} className="px-4 py-3.5">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-semibold break-words">{describeDonor(line)}</span>
              <span className="tabular-nums">{lineMoney(line)}</span>
            </div>
            <p className="text-[0.9375rem] text-muted">
              {[line.company, line.given_on && formatDay(line.given_on), describeKind(line)]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <LineMatch line={line} namesOrganization={namesOrganization} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function LineMatch({ line, namesOrganization }: { line: payouts.PayoutLine; namesOrganization: boolean }) {
  const { id } = useOrganization()
  const nameOf = useOrganizationLabel()
  const permissions = usePermissions()
  const reopen = useApiMutation(payouts.reopenPayoutLine, { refreshes })
  if (line.donation_id === null)
    return <span className={cx(line.state === 'doubtful' && 'text-awaiting-text')}>{describeMatch(line)}</span>
  return (
    <>
      {line.elsewhere ? (
        `Match ${line.donation_id}`
      ) : (
        <Link
          className="inline-block min-h-6 underline underline-offset-2 pointer-coarse:min-h-11 pointer-coarse:py-2"
          to={linkTo(screens.donations, { match: line.donation_id })}
        >
          Match {line.donation_id}
        </Link>
      )}
      {namesOrganization && line.organization_id !== null && (
        <span className="block">{nameOf({ id: line.organization_id, name: line.organization ?? '' })}</span>
      )}
      <span className="block text-[0.9375rem] text-muted">{describeMatch(line)}</span>
      {permissions.write && !line.elsewhere && (
        <Button
          variant="quiet"
          size="small"
          busy={reopen.isPending}
          aria-label={`Unlink: ${describeDonor(line)}, match ${line.donation_id}`}
          onClick={() =>
            reopen.mutate(
              { params: { id, lineId: line.id } },
              { onError: (problem) => toastError(payouts.payoutMessages.settleFailed, problem) },
            )
          }
        >
          Unlink
        </Button>
      )}
    </>
  )
}
