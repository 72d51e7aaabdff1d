import { readyReports, reports, screens } from '@twofold/contract'
import { ChartNoAxesColumn, Plus } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { confirmLeave } from '../../../shared/confirm-leave.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { blankReport } from '../donations/index.ts'
import { FileList } from '../report-files/index.ts'
import { BoardSummary } from './board-summary.tsx'
import { boardSummary, type ReadyId, ReadyList, ReadyTiles, readyIds } from './ready-list.tsx'
import { ReadyReport } from './ready-report.tsx'
import { ReportDetails } from './report-details.tsx'
import { ReportList } from './report-list.tsx'
import { useReportChanges } from './use-reports.ts'

const ReportForm = lazyComponent(() => import('./report-form.tsx'))

const addressOf = (id: number): string => `${screens.reports}?report=${id}`
const readyAddress = (id: ReadyId): string => `${screens.reports}?ready=${id}`
const newAddress = `${screens.reports}?new=1`

const numberIn = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

export default function ReportsScreen() {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { data, error, isPending, refetch } = useApiQuery(reports.listReports, { params: { id } })
  const showsSkeleton = useSkeleton(isPending)
  useEffect(() => {
    if (error) toastError(reports.reportMessages.loadFailed, error)
  }, [error])
  const requestedId = numberIn(params.get('report'))
  const ready = readyIds.find((readyId) => readyId === params.get('ready')) ?? null
  // Addresses of retired ready-made reports open a new report like them.
  const readyParam = params.get('ready')
  const retiredReport = reports.isRetiredReport(readyParam) ? readyReports.readyReportsById[readyParam] : null
  const isNew = params.has('new') || retiredReport !== null
  const all = data ? [...data.reports, ...data.sharedReports] : []
  const open = isNew || ready ? null : (all.find((report) => report.id === requestedId) ?? null)
  const isEdited = open?.may_change === true && params.has('edit')
  const isForm = isNew || isEdited
  const isFirst = !isForm && !ready && requestedId === null
  const show = (reportId: number | null) => navigate(reportId === null ? screens.reports : addressOf(reportId))
  const changes = useReportChanges(show)
  return (
    <>
      <PageHeading
        title="Reports"
        actions={
          <>
            <Button variant="secondary" icon={ChartNoAxesColumn} asChild>
              <Link to={screens.statistics}>Statistics</Link>
            </Button>
            {permissions.deniedReason === null && (
              <Button icon={Plus} asChild>
                <Link
                  to={newAddress}
                  onClick={(event) => {
                    if (!isEdited || event.ctrlKey || event.metaKey || event.shiftKey) return
                    event.preventDefault()
                    confirmLeave(() => void navigate(newAddress))
                  }}
                >
                  New report
                </Link>
              </Button>
            )}
          </>
        }
      >
        Build and save custom reports.
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-72 w-full" />}
      {!data && error && (
        <Card>
          <ErrorState error={error} title={reports.reportMessages.loadFailed} onRetry={() => void refetch()} />
        </Card>
      )}
      {!showsSkeleton && data && !isForm && (
        <div className="mb-6 empty:hidden">
          <Suspense fallback={null}>
            <FileList />
          </Suspense>
        </div>
      )}
      {!showsSkeleton && data && (
        <div
          className={cx('grid min-w-0 items-start gap-6', !isForm && !isFirst && 'xl:grid-cols-[22rem_minmax(0,1fr)]')}
        >
          {isFirst && <ReadyTiles addressOf={readyAddress} />}
          {/* The form needs the full width for its preview. */}
          <div
            className={cx(
              'grid min-w-0 items-start gap-6',
              isFirst && 'xl:grid-cols-2',
              isForm && 'hidden',
              !isFirst && 'max-xl:order-last',
            )}
          >
            <ReportList
              title="My reports"
              reports={data.reports}
              open={open?.id ?? null}
              addressOf={addressOf}
              empty="No reports yet."
            />
            <ReportList
              title="Shared reports"
              reports={data.sharedReports}
              open={open?.id ?? null}
              addressOf={addressOf}
              empty="No shared reports yet."
              withMaker
            />
            {!isFirst && <ReadyList addressOf={readyAddress} open={ready} />}
          </div>
          <Suspense fallback={<Skeleton className="h-72 w-full" />}>
            {isNew && (
              <ReportForm
                key={retiredReport ? `like ${readyParam}` : 'new'}
                initial={
                  retiredReport
                    ? { ...blankReport, ...retiredReport.definition, name: retiredReport.name }
                    : blankReport
                }
                reportId={null}
                onCancel={() => show(null)}
                onSaved={({ id: saved }) =>
                  navigate(`${addressOf(saved)}${retiredReport ? `&by=${retiredReport.by}` : ''}`)
                }
              />
            )}
            {open && isEdited && (
              <ReportForm
                key={`edit ${open.id}`}
                initial={open}
                reportId={open.id}
                onCancel={() => show(open.id)}
                onSaved={(report) => show(report.id)}
              />
            )}
            {open && !isEdited && (
              <ReportDetails
                key={open.id}
                report={open}
                by={reports.groupings.find((grouping) => grouping === params.get('by')) ?? null}
                editAddress={`${addressOf(open.id)}&edit=1`}
                changes={changes}
              />
            )}
            {ready === boardSummary && !isNew && <BoardSummary />}
            {ready && ready !== boardSummary && !isNew && (
              <ReadyReport key={ready} id={ready} part={params.get('part')} changes={changes} />
            )}
            {requestedId !== null && !open && !isNew && !ready && (
              <Card>
                <EmptyState title="Report not found">It was deleted or is private.</EmptyState>
              </Card>
            )}
          </Suspense>
        </div>
      )}
    </>
  )
}
