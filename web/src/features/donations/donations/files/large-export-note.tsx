import { reportFiles } from '@twofold/contract'
import { useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { formatCount } from '../../../../ui/format.ts'

/** Warns before the download that a large file is not available immediately, and about Excel's row limit. */
export default function LargeExportNote({ rows }: { rows: number }) {
  const { id } = useOrganization()
  const { data } = useApiQuery(reportFiles.listReportFiles, { params: { id } })
  if (!data || rows <= data.rows_at_once) return null
  return (
    <p className="mt-4 text-[0.9375rem] text-muted">
      {`With more than ${formatCount(data.rows_at_once)} rows the file is written in the background: you see how far it is, and it is kept for ${reportFiles.fileDays} days.`}
      {rows >= reportFiles.maxRowsPerSheet &&
        ` A sheet of Excel holds ${formatCount(reportFiles.maxRowsPerSheet)} rows; the rest are on the next sheet.`}
    </p>
  )
}
