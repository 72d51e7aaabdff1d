import { reportMailings, type reports } from '@twofold/contract'
import { Mail } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { describeFrequency } from './report-text.ts'

const MailingDialog = lazyDialog(() => import('./mailing-dialog.tsx'))

const { mailingMessages } = reportMailings

export function ReportMailings({ report }: { report: reports.Report }) {
  const me = useMe()
  const permissions = usePermissions()
  const [isOpen, setOpen] = useState(false)
  const params = { id: report.id }
  const { data } = useApiQuery(reportMailings.listReportMailings, { params })
  const set = useApiMutation(reportMailings.setReportMailings, {
    refreshes: [reportMailings.listReportMailings],
    failed: mailingMessages.saveFailed,
  })
  const mailings = data?.mailings ?? []
  const stop = (userId: number) =>
    set.mutate(
      { params, body: { user_ids: [userId], frequency: 'off' } },
      { onSuccess: () => toast({ title: mailingMessages.saved }) },
    )
  return (
    <Card>
      <CardTitle
        aside={
          permissions.deniedReason === null && (
            <Button variant="secondary" size="small" icon={Mail} onClick={() => setOpen(true)}>
              Send by email
            </Button>
          )
        }
      >
        By email
      </CardTitle>
      {data && mailings.length === 0 && <p className="text-muted">Email this report every week or month.</p>}
      {mailings.length > 0 && (
        <ul className="-my-2 divide-y divide-hairline">
          {mailings.map((mailing) => (
            <li key={mailing.user_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="min-w-0">
                <span className="font-semibold break-words">{mailing.user_id === me.id ? 'You' : mailing.name}</span>
                <span className="block text-[0.9375rem] text-muted">
                  {`${describeFrequency(mailing)}, next on ${formatDay(mailing.next_on)}`}
                  {mailing.set_by && ` · set by ${mailing.set_by}`}
                </span>
              </span>
              {mailing.may_change && permissions.deniedReason === null && (
                <Button
                  variant="quiet"
                  size="small"
                  busy={set.isPending && set.variables.body?.user_ids.includes(mailing.user_id)}
                  onClick={() => stop(mailing.user_id)}
                  aria-label={mailing.user_id === me.id ? 'Stop emails to you' : `Stop emails to ${mailing.name}`}
                >
                  Stop
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <MailingDialog report={report} mailings={mailings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
