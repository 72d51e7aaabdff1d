import { readyReports, type reports } from '@twofold/contract'
import { Copy, Download, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { type Period, PeriodPicker } from '../periods/index.ts'
import { Figures, FilesNote } from './figures.tsx'
import { ReportBody } from './report-body.tsx'
import { downloadReport, type ReportChanges } from './use-reports.ts'

export function ReadyReport(props: { id: reports.ReadyReportId; part: string | null; changes: ReportChanges }) {
  const { id, part, changes } = props
  const organization = useOrganization()
  const permissions = usePermissions()
  const [period, setPeriod] = useState<Period>({})
  const { name, what, by, measure } = readyReports.readyReportsById[id]
  const definition = readyReports.readyReportDefinition(id, period)
  const download = (format: 'csv' | 'xlsx') =>
    downloadReport(organization.id, {
      ready: id,
      format,
      filters: { dateFrom: period.from, dateTo: period.to },
    })
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Card>
        <CardTitle
          aside={
            <span className="flex flex-wrap gap-2">
              <Button variant="secondary" size="small" icon={Download} onClick={() => void download('csv')}>
                Download CSV
              </Button>
              <Button variant="secondary" size="small" icon={Table2} onClick={() => void download('xlsx')}>
                Download Excel
              </Button>
            </span>
          }
        >
          {name}
        </CardTitle>
        <p className="-mt-2 mb-3 text-muted">{what}</p>
        <FilesNote filters={definition.filters} />
        <Figures filters={definition.filters} />
        <div className="mt-6 flex flex-wrap items-end justify-between gap-3 border-t border-hairline pt-5">
          <div className="flex min-w-0 flex-col gap-1.5">
            <span className="font-semibold">Date of the gift</span>
            <PeriodPicker
              label="Date of the gift"
              withAny
              className="sm:w-auto"
              period={period}
              today={organization.today}
              onChange={setPeriod}
            />
          </div>
          {permissions.deniedReason === null && (
            <Button
              variant="secondary"
              size="small"
              icon={Copy}
              busy={changes.copying}
              onClick={() => changes.keep({ name, ...definition })}
            >
              Save as my report
            </Button>
          )}
        </div>
      </Card>
      <ReportBody key={id} definition={definition} title={name} begin={{ by, measure, part }} />
    </div>
  )
}
