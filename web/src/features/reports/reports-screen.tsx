import { reports, screens } from '@twofold/contract'
import { ChartColumn, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useAnswer } from '../../api/use-call.ts'
import { useMay, useOrganization } from '../../shell/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/class-names.ts'
import { PageHeading } from '../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast-store.ts'
import { blankReport } from './form-values.ts'
import { ReportDetails } from './report-details.tsx'
import { ReportList } from './report-list.tsx'

const ReportForm = lazy(() => import('./report-form.tsx'))

const addressOf = (id: number): string => `${screens.reports}?report=${id}`
const newAddress = `${screens.reports}?new=1`

const numberIn = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** My reports, those that others share, and one of them with its details or its form. The address says which. */
export default function ReportsScreen() {
  const { id } = useOrganization()
  const may = useMay()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { data, error, isPending, refetch } = useAnswer(reports.listReports, { params: { id } })
  const waiting = useSkeleton(isPending)
  useEffect(() => {
    if (error) toastError(reports.reportMessages.loadFailed, messageOf(error))
  }, [error])
  const asked = numberIn(params.get('report'))
  const isNew = params.has('new')
  const all = data ? [...data.reports, ...data.sharedReports] : []
  const open = isNew ? null : (all.find((report) => report.id === asked) ?? null)
  const isEdited = open?.may_change === true && params.has('edit')
  const isForm = isNew || isEdited
  const show = (reportId: number | null) => navigate(reportId === null ? screens.reports : addressOf(reportId))
  return (
    <>
      <PageHeading
        title="Reports"
        actions={
          may.whyNot === null && (
            <Button icon={Plus} asChild>
              <Link to={newAddress}>New report</Link>
            </Button>
          )
        }
      >
        Your gifts and their matches with the columns, filters and order that you choose.
      </PageHeading>
      {waiting && <Skeleton className="h-72 w-full" />}
      {!data && error && (
        <Card>
          <ErrorState error={error} title={reports.reportMessages.loadFailed} onRetry={() => void refetch()} />
        </Card>
      )}
      {!waiting && data && (
        <div className={cx('grid min-w-0 items-start gap-6', !isForm && 'xl:grid-cols-[22rem_minmax(0,1fr)]')}>
          {/* Who makes one wants its preview beside it. */}
          <div className={cx('flex min-w-0 flex-col gap-6', isForm && 'hidden')}>
            <ReportList
              title="My reports"
              reports={data.reports}
              open={open?.id ?? null}
              addressOf={addressOf}
              empty="You have no reports yet."
            />
            <ReportList
              title="Shared reports"
              reports={data.sharedReports}
              open={open?.id ?? null}
              addressOf={addressOf}
              empty="Nobody has shared a report yet."
              withMaker
            />
          </div>
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            {isNew && (
              <ReportForm
                key="new"
                begun={blankReport}
                reportId={null}
                onCancel={() => show(null)}
                onSaved={(report) => show(report.id)}
              />
            )}
            {open && isEdited && (
              <ReportForm
                key={`edit ${open.id}`}
                begun={open}
                reportId={open.id}
                onCancel={() => show(open.id)}
                onSaved={(report) => show(report.id)}
              />
            )}
            {open && !isEdited && (
              <ReportDetails key={open.id} report={open} editAddress={`${addressOf(open.id)}&edit=1`} onShow={show} />
            )}
            {!open && !isNew && (
              <Card>
                {asked === null ? (
                  <EmptyState icon={ChartColumn} title="No report is open">
                    Choose a report, or make a new one.
                  </EmptyState>
                ) : (
                  <EmptyState title="This report is not here">
                    It was deleted, or its maker keeps it to themselves.
                  </EmptyState>
                )}
              </Card>
            )}
          </Suspense>
        </div>
      )}
    </>
  )
}
