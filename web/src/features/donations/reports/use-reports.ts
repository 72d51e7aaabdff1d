import { type ResponseOf, type reports, reports as said } from '@twofold/contract'
import { queryClient, queryKeyOf, useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { toast, toastError, toastUndo } from '../../../ui/toast-store.ts'
import { requestExport } from '../report-files/index.ts'

const { reportMessages } = said
export const refreshes = [said.listReports]

export async function downloadReport(id: number, body: Parameters<typeof requestExport>[1]): Promise<void> {
  const messages = { started: reportMessages.downloadStarted, failed: reportMessages.downloadFailed }
  const isImmediate = await requestExport(id, body, messages)
  if (isImmediate && typeof body.report_id === 'number') await countDownload(id, body.report_id)
}

/** No response reports the end of a download, so its start counts. */
export async function countDownload(id: number, reportId: number): Promise<void> {
  const queryKey = queryKeyOf(said.listReports, { params: { id } })
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData<ResponseOf<typeof said.listReports>>(queryKey, (cached) => {
    const counted = (report: reports.Report) =>
      report.id === reportId ? { ...report, downloads: report.downloads + 1 } : report
    return cached && { reports: cached.reports.map(counted), sharedReports: cached.sharedReports.map(counted) }
  })
}

export type ReportChanges = ReturnType<typeof useReportChanges>

type SavedReport = Pick<reports.Report, 'name'> & reports.ReportDefinition

/** Use this hook in the list, not in a report: its callbacks would be lost when the report is deleted. */
export function useReportChanges(onShow: (id: number | null) => void) {
  const { id } = useOrganization()
  const saving = useApiMutation(said.saveReport, { refreshes })
  const deleting = useApiMutation(said.deleteReport, { refreshes, failed: reportMessages.deleteFailed })
  const restoring = useApiMutation(said.restoreReport, { refreshes })
  const saveFailed = (problem: Error) => toastError(reportMessages.saveFailed, problem)
  const keep = ({ name, columns, filters, sort_field, ascending }: SavedReport) =>
    saving.mutate(
      { params: { id }, body: { name, scope: 'personal', columns, filters, sort_field, ascending } },
      {
        onSuccess: ({ report }) => {
          toast({ title: reportMessages.saved, description: report.name })
          onShow(report.id)
        },
        onError: saveFailed,
      },
    )
  return {
    copying: saving.isPending,
    deleting: deleting.isPending,
    keep,
    /** Copies belong to the user, even if the original does not. */
    copy: (report: reports.Report) => keep({ ...report, name: said.copyName(report.name) }),
    remove: ({ id: reportId }: reports.Report) => {
      const params = { id: reportId }
      const undo = () => restoring.mutate({ params }, { onSuccess: () => onShow(reportId), onError: saveFailed })
      deleting.mutate(
        { params },
        {
          onSuccess: () => {
            onShow(null)
            // The focused button disappears with the report.
            document.querySelector('main')?.focus({ preventScroll: true })
            toastUndo(reportMessages.deleted, undo)
          },
        },
      )
    },
  }
}
