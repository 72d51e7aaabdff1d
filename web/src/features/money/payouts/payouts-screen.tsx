import { linkTo, payouts, screens } from '@twofold/contract'
import { Banknote, Hourglass, Landmark, PenLine, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { plural } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { PayoutTable } from './payout-table.tsx'
import { describeMoney } from './payout-text.ts'
import { ReportList } from './report-list.tsx'
import { useFollowedReports, usePayouts } from './use-payouts.ts'

const UploadReportDialog = lazyDialog(() => import('./upload-report-dialog.tsx'))
const CheckDialog = lazyDialog(() => import('./add-check-payment-dialog.tsx'))

export default function PayoutsScreen() {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const [search, setSearch] = useSearchParams()
  const [dialog, setDialog] = useState<'upload' | 'check' | null>(null)
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, isPending, refetch } = usePayouts(id, page)
  const showsSkeleton = useSkeleton(isPending)
  const waiting = data?.sums.reduce((sum, { waiting_lines }) => sum + waiting_lines, 0) ?? 0
  const isEmpty = data?.total === 0 && data.reports.length === 0
  const { now, others, follow } = useFollowedReports(data?.reports ?? [])
  return (
    <>
      <PageHeading
        title="Payouts"
        actions={
          <>
            <Button variant="secondary" icon={Landmark} asChild>
              <Link to={screens.bankLines}>Bank deposits</Link>
            </Button>
            <Button variant="secondary" icon={Hourglass} asChild>
              <Link to={screens.expectedMoney}>Expected money</Link>
            </Button>
            {permissions.write && (
              <>
                <Button variant="secondary" icon={PenLine} onClick={() => setDialog('check')}>
                  Enter a check
                </Button>
                <Button icon={Upload} onClick={() => setDialog('upload')}>
                  Upload a report
                </Button>
              </>
            )}
          </>
        }
      >
        Upload a payment report from a company or giving platform, and we’ll match each line to a gift.
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-60 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title={payouts.payoutMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {isEmpty && (
        <Card>
          <EmptyState
            icon={Banknote}
            title="No payouts yet"
            {...(permissions.write
              ? { action: <Button onClick={() => setDialog('upload')}>Upload a report</Button> }
              : {})}
          >
            Use a donation report from Benevity, YourCause or any other platform, or a company’s payment list.
          </EmptyState>
        </Card>
      )}
      {data && !isEmpty && (
        <div className="flex flex-col gap-6">
          <ReportList title={now.length > 1 ? 'New reports' : 'New report'} reports={now} />
          {waiting > 0 && (
            <Notice tone="awaiting">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <span>
                  Needs review: {plural(waiting, 'line')} {waiting === 1 ? 'isn’t' : 'aren’t'} matched to a gift yet.
                </span>
                <Button variant="secondary" size="small" asChild>
                  <Link to={screens.waitingPayouts}>Review</Link>
                </Button>
              </div>
            </Notice>
          )}
          {data.sums.map((sums) => (
            <Sums key={sums.currency} sums={sums} />
          ))}
          <ReportList title={now.length > 0 ? 'Earlier reports' : 'Latest reports'} reports={others} />
          {data.payouts.length > 0 && (
            <Card padded={false} className="overflow-hidden">
              <PayoutTable rows={data.payouts} addressOf={({ id: payoutId }) => linkTo(screens.payout, { payoutId })} />
            </Card>
          )}
          <Pager
            page={page}
            perPage={payouts.payoutsPerPage}
            total={data.total}
            onPage={(next) => setSearch({ page: String(next) })}
          />
        </div>
      )}
      <Suspense>
        {dialog === 'upload' && <UploadReportDialog onUploaded={follow} onClose={() => setDialog(null)} />}
        {dialog === 'check' && <CheckDialog onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  )
}

function Sums({ sums }: { sums: payouts.PayoutSums }) {
  const { currency } = sums
  const facts = [
    ['Paid', sums.gross, `${plural(sums.payouts, 'payout')} · ${describeMoney(sums.fees, currency)} in fees`],
    ['Received from employers', sums.tied, 'Matched to gifts'],
    ['Needs review', sums.waiting, plural(sums.waiting_lines, 'line')],
    ...(sums.own_gifts === 0 ? [] : ([['Donors’ own gifts', sums.own_gifts, 'Not from employers']] as const)),
    ['Not itemized', sums.unexplained, 'Paid, not yet listed by donor'],
  ] as const
  return (
    <Card>
      <h2 className="sr-only">All payouts in {currency}</h2>
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 xl:grid-cols-4">
        {facts.map(([term, amount, label]) => (
          <div key={term} className="min-w-0">
            <dt className="text-muted">
              {term} ({currency})
            </dt>
            <dd className="text-[1.375rem] leading-8 font-semibold tabular-nums">{describeMoney(amount, currency)}</dd>
            <dd className="text-[0.9375rem] text-muted">{label}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
