import { boardSummary } from '@twofold/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../api/client.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { SelectOf } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { periodNames, periodOf, type StatisticsPeriod, statisticsPeriods } from './statistics/breakdown.ts'

export function BoardSummary() {
  const organization = useOrganization()
  const [period, setPeriod] = useState<StatisticsPeriod>('this_year')
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const query = periodOf(period, organization.today)
      const params = { id: organization.id }
      const { url } = await call(boardSummary.getBoardSummaryTicket, { params, query })
      location.assign(url)
    } catch (problem) {
      toastError(boardSummary.boardSummaryMessages.failed, problem)
    }
    setBusy(false)
  }
  return (
    <Card>
      <CardTitle>Board summary</CardTitle>
      <p className="-mt-2 max-w-[65ch] text-muted">
        A one-page PDF for your board: gifts and matches by month, top employers, and open matches
        {organization.children.length > 0 && ', including your chapters'}.
      </p>
      <div className="mt-5 flex flex-wrap items-end gap-3">
        <Field name="period" label="Gifts from">
          <SelectOf of={statisticsPeriods} labels={periodNames(organization.today)} value={period} onPick={setPeriod} />
        </Field>
        <Button icon={Download} busy={busy} onClick={() => void download()}>
          Download PDF
        </Button>
      </div>
    </Card>
  )
}
