import { reportFiles } from '@twofold/contract'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { formatCount } from '../../../ui/format.ts'

export default function LargeExportNote({ rows }: { rows: number }) {
  const { id } = useOrganization()
  const { data } = useApiQuery(reportFiles.listReportFiles, { params: { id } })
  if (!data || rows <= data.rows_at_once) return null
  return (
    <p className="mt-4 text-[0.9375rem] text-muted">
      {`We prepare files over ${formatCount(data.rows_at_once)} rows in the background and keep them for ${reportFiles.fileDays} days.`}
      {rows >= reportFiles.maxRowsPerSheet &&
        ` An Excel sheet holds ${formatCount(reportFiles.maxRowsPerSheet)} rows; the rest go on the next sheet.`}
    </p>
  )
}
