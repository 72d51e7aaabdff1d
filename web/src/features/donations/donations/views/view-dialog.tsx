import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { ReportEditor, useReportForm } from './report-editor.tsx'
import type { InitialReport } from './report-values.ts'

const formId = 'saved-view'

export default function ViewDialog(props: {
  initial: InitialReport
  reportId: number | null
  onClose: () => void
  onSaved: (reportId: number) => void
}) {
  const { initial, reportId, onClose, onSaved } = props
  const form = useReportForm(initial, reportId, ({ id }) => onSaved(id))
  return (
    <Dialog
      confirmClose={form.isDirty}
      onClose={onClose}
      title={reportId === null ? 'Save this view' : 'Rename or share the view'}
      description="Saves the filters, order, and columns. You’ll also find it under Reports."
      footer={
        <CancelAndConfirm onCancel={onClose} type="submit" form={formId} busy={form.busy}>
          Save
        </CancelAndConfirm>
      }
    >
      <ReportEditor id={formId} form={form} />
    </Dialog>
  )
}
