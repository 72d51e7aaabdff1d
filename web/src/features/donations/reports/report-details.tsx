import { type reports, reports as said, screens } from '@twofold/contract'
import { Copy, Download, List as ListIcon, Pencil, Table2, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle, Facts } from '../../../ui/card.tsx'
import { formatCount } from '../../../ui/format.ts'
import { listStateOfReport, scopeNames } from '../donations/index.ts'
import { columnsOf } from './column-chooser.tsx'
import { useCompanyName } from './company-filter.tsx'
import { Figures, FilesNote } from './figures.tsx'
import { ReportBody } from './report-body.tsx'
import { ReportMailings } from './report-mailings.tsx'
import { describeFilters, formatDays } from './report-text.ts'
import { downloadReport, type ReportChanges } from './use-reports.ts'

export function ReportDetails(props: {
  report: reports.Report
  by: reports.Grouping | null
  editAddress: string
  changes: ReportChanges
}) {
  const { report, by, editAddress, changes } = props
  const organization = useOrganization()
  const permissions = usePermissions()
  const { columns, filters, sort_field, ascending } = report
  const all = columnsOf(organization)
  const labelOf = (id: string): string => all.find((column) => column.id === id)?.label ?? said.labelOfColumn(id)
  const filterText = describeFilters(filters, (id) => nameOf(organization, id), useCompanyName(filters.companyId))
  const definition = { columns, filters, sort_field, ascending }
  const downloadButton = (format: 'csv' | 'xlsx', label: string) => (
    <Button
      variant="secondary"
      size="small"
      icon={format === 'csv' ? Download : Table2}
      onClick={() => void downloadReport(organization.id, { report_id: report.id, format })}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card>
        <CardTitle
          aside={
            <span className="flex flex-wrap gap-2">
              {downloadButton('csv', 'Download CSV')}
              {downloadButton('xlsx', 'Download Excel')}
            </span>
          }
        >
          {report.name}
        </CardTitle>
        <FilesNote filters={filters} />
        <Figures filters={filters} canEdit={report.may_change && permissions.deniedReason === null} />
        <div className="mt-6 border-t border-hairline pt-5">
          <Facts
            rows={[
              ['Date of the gift', formatDays(filters)],
              ['Filters', filterText.length > 0 ? <List key="filters" lines={filterText} /> : 'None'],
              [
                'Columns',
                Object.entries(columns)
                  .map(([id, heading]) => heading || labelOf(id))
                  .join(', '),
              ],
              ['Sorted by', `${labelOf(sort_field)}, ${ascending ? 'ascending' : 'descending'}`],
              ['Visible to', scopeNames[report.scope]],
              ['Created by', report.by],
              ['Downloads', formatCount(report.downloads)],
            ]}
          />
        </div>
        <div className="mt-5 flex flex-wrap gap-2">
          {listStateOfReport(definition) && (
            <Button variant="secondary" size="small" icon={ListIcon} asChild>
              <Link to={`${screens.donations}?report=${report.id}`}>Open in Donations</Link>
            </Button>
          )}
          {report.may_change && permissions.deniedReason === null && (
            <Button variant="secondary" size="small" icon={Pencil} asChild>
              <Link to={editAddress}>Edit</Link>
            </Button>
          )}
          {permissions.deniedReason === null && (
            <Button
              variant="secondary"
              size="small"
              icon={Copy}
              busy={changes.copying}
              onClick={() => changes.copy(report)}
            >
              Make a copy
            </Button>
          )}
          {report.may_change && permissions.deniedReason === null && (
            <Button
              variant="secondary"
              size="small"
              icon={Trash2}
              busy={changes.deleting}
              onClick={() => changes.remove(report)}
            >
              Delete
            </Button>
          )}
        </div>
      </Card>
      {/* A parent's report is emailed only to the parent's members. Chapters make a copy first. */}
      {report.organization_id === organization.id && <ReportMailings report={report} />}
      <ReportBody
        definition={definition}
        title={report.name}
        {...(by && { begin: { by, measure: 'estimated' as const, part: null } })}
      />
    </div>
  )
}

const nameOf = (
  organization: {
    readonly id: number
    readonly name: string
    readonly children: readonly { id: number; name: string }[]
  },
  id: number,
): string =>
  [organization, ...organization.children].find((candidate) => candidate.id === id)?.name ?? 'one that no longer exists'

const List = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
