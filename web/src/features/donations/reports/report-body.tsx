import type { reports } from '@twofold/contract'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import type { Measure } from './measures.ts'
import { PreviewTable } from './preview-table.tsx'
import { groupInWords } from './report-words.ts'
import { TotalsCard } from './totals-card.tsx'

type Behind = { readonly by: reports.Grouping; readonly group: { readonly key: string; readonly label: string } }

export function ReportBody(props: {
  look: reports.ReportDefinition
  title: string
  begin?: { readonly by: reports.Grouping; readonly measure: Measure; readonly part: string | null }
}) {
  const { look, title, begin } = props
  const [by, setBy] = useState<reports.Grouping>(begin?.by ?? 'month')
  const [behind, setBehind] = useState<Behind | null>(
    begin?.part ? { by: begin.by, group: { key: begin.part, label: begin.part } } : null,
  )
  return (
    <>
      <TotalsCard
        filters={look.filters}
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
                <Button look="quiet" size="small" onClick={() => setBehind(null)}>
                  Show all rows
                </Button>
              )
            }
          >
            {behind ? `Rows for ${groupInWords(behind.by, behind.group)}` : 'First rows'}
          </CardTitle>
        </div>
        <PreviewTable
          title={behind ? `Rows for ${groupInWords(behind.by, behind.group)}` : `First rows of ${title}`}
          look={behind ? { ...look, group: { by: behind.by, key: behind.group.key } } : look}
        />
      </Card>
    </>
  )
}
