import { closing, organizations } from '@twofold/contract'
import { Archive, LockOpen } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../../api/client.ts'
import { session } from '../../../../api/session.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { chaptersReopenedText } from './chapters-reopened-text.ts'

const CloseDialog = lazyDialog(() => import('./close-dialog.tsx'))

const { closingMessages, reopenDays, warnDays } = closing

export function ClosingCard() {
  const organization = useOrganization()
  const { admin } = usePermissions()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card>
      <CardTitle>Export or close</CardTitle>
      <div className="flex max-w-3xl flex-col gap-5">
        <Export />
        {organizations.isClosed(organization) ? (
          <Reopen />
        ) : (
          admin && (
            <div className="flex flex-col items-start gap-2.5">
              <p>
                {`A closed organization sends no emails and accepts no gifts. You can view, download and reopen it for ${reopenDays} days. Then we erase everything. We’ll email your administrators ${warnDays} days before.`}
              </p>
              <Button variant="danger" onClick={() => setOpen(true)}>
                Close this organization
              </Button>
            </div>
          )
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <CloseDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function Export() {
  const { id, children } = useOrganization()
  const [isBusy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      const { url } = await call(closing.exportOrganization, { params: { id }, body: {} })
      location.assign(url)
      toast({ title: 'Download started' })
    } catch (problem) {
      toastError(closingMessages.exportFailed, problem)
    }
    setBusy(false)
  }
  return (
    <div className="flex flex-col items-start gap-2.5">
      <p>
        {`Download all your data${children.length > 0 ? ' and your chapters’ data' : ''} as a ZIP of CSV tables and PDFs, with a page that explains each column. It includes gifts, donors, matches, emails, payouts, invoices, signed forms and the audit trail. Keep it safe: it contains donors’ personal information.`}
      </p>
      <Button variant="secondary" icon={Archive} busy={isBusy} onClick={() => void start()}>
        Export everything
      </Button>
    </div>
  )
}

function Reopen() {
  const { id, cancelled_at, erases_at, erased_at, time_zone, level, children } = useOrganization()
  const opening = useApiMutation(closing.reopenOrganization, {
    refreshes: [organizations.getOrganization],
    failed: closingMessages.reopenFailed,
  })
  if (erased_at !== null) return <p>{closingMessages.erased}</p>
  if (erases_at === null || cancelled_at === null) return <p>{closingMessages.byUs}</p>
  if (Date.parse(erases_at) < session.serverNow().getTime() && level !== 'super') return <p>{closingMessages.late}</p>
  const reopen = () =>
    opening.mutate({ params: { id }, body: {} }, { onSuccess: () => toast({ title: closingMessages.reopened }) })
  return (
    <div className="flex flex-col items-start gap-2.5">
      <p>
        {`Closed on ${formatDateTime(cancelled_at, time_zone)}. You can reopen it${chaptersReopenedText(children)} until ${formatDateTime(erases_at, time_zone)}, when we erase everything. After you reopen it, we can email donors again, but we won’t send emails from the time it was closed.`}
      </p>
      <Button icon={LockOpen} busy={opening.isPending} onClick={reopen}>
        Reopen this organization
      </Button>
    </div>
  )
}
