import type { reports } from '@twofold/contract'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import type { Measure } from './measures.ts'
import { PreviewTable } from './preview-table.tsx'
import { describeGroup } from './report-text.ts'
import { TotalsCard } from './totals-card.tsx'

type GiftsOfGroup = { readonly by: reports.Grouping; readonly group: { readonly key: string; readonly label: string } }

export function ReportBody(props: {
  definition: reports.ReportDefinition
  title: string
  begin?: { readonly by: reports.Grouping; readonly measure: Measure; readonly part: string | null }
}) {
  const { definition, title, begin } = props
  const [by, setBy] = useState<reports.Grouping>(begin?.by ?? 'month')
  const [behind, setBehind] = useState<GiftsOfGroup | null>(
    begin?.part ? { by: begin.by, group: { key: begin.part, label: begin.part } } : null,
  )
  return (
    <>
      <TotalsCard
        filters={definition.filters}
        by={by}
        onBy={(next) => {
          setBy(next)
          setBehind(null)
        }}
        onGroup={(group) => setBehind({ by, group })}
        {...(begin ? { begin: begin.measure } : {})}
      />
      <Card padded={false} className="overflow-hidden">
        <div className="px-5 pt-5">
          <CardTitle
            aside={
              behind && (
                <Button variant="quiet" size="small" onClick={() => setBehind(null)}>
                  Show all rows
                </Button>
              )
            }
          >
            {behind ? `Rows for ${describeGroup(behind.by, behind.group)}` : 'First rows'}
          </CardTitle>
        </div>
        <PreviewTable
          title={behind ? `Rows for ${describeGroup(behind.by, behind.group)}` : `First rows of ${title}`}
          definition={behind ? { ...definition, group: { by: behind.by, key: behind.group.key } } : definition}
        />
      </Card>
    </>
  )
}
