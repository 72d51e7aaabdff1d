import { donations, type reports, reports as said } from '@twofold/contract'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-call.ts'
import { useOrganization } from '../../shell/current-organization.tsx'
import { toast, toastError, toastUndo } from '../../ui/toast-store.ts'

const { reportMessages } = said
export const refreshes = [said.listReports]

/** A file of all of a report: asks for a ticket, then lets the browser fetch it. */
export async function downloadReport(id: number, reportId: number, format: 'csv' | 'xlsx'): Promise<void> {
  try {
    const query = { report_id: reportId, format }
    const { url } = await call(donations.getDonationsCsvTicket, { params: { id }, query })
    location.assign(url)
    toast({ title: reportMessages.downloadStarted })
  } catch (problem) {
    toastError(reportMessages.downloadFailed, messageOf(problem))
  }
}

/** Copies a report, and deletes one with a way back. `onShow` opens one, null none. */
export function useReportChanges(onShow: (id: number | null) => void) {
  const { id } = useOrganization()
  const saving = useAction(said.saveReport, { refreshes })
  const deleting = useAction(said.deleteReport, { refreshes })
  const restoring = useAction(said.restoreReport, { refreshes })
  const saveFailed = (problem: Error) => toastError(reportMessages.saveFailed, messageOf(problem))
  return {
    copying: saving.isPending,
    deleting: deleting.isPending,
    /** A copy is one's own, whosever the report is. */
    copy: ({ name, columns, filters, sort_field, ascending }: reports.Report) => {
      const look = { columns, filters, sort_field, ascending }
      saving.mutate(
        { params: { id }, body: { name: said.copyName(name), scope: 'personal', ...look } },
        {
          onSuccess: ({ report }) => {
            toast({ title: reportMessages.saved, description: report.name })
            onShow(report.id)
          },
          onError: saveFailed,
        },
      )
    },
    remove: ({ id: reportId }: reports.Report) => {
      const params = { id: reportId }
      const undo = () => restoring.mutate({ params }, { onSuccess: () => onShow(reportId), onError: saveFailed })
      deleting.mutate(
        { params },
        {
          onSuccess: () => {
            onShow(null)
            toastUndo(reportMessages.deleted, undo)
          },
          onError: (problem) => toastError(reportMessages.deleteFailed, messageOf(problem)),
        },
      )
    },
  }
}
