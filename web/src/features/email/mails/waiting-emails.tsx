import { mails } from '@twofold/contract'
import { CirclePause, Send } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { plural } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useIsUserActive } from '../../../ui/use-is-user-active.ts'
import { SendButton } from './send-button.tsx'
import { SendReview } from './send-review.tsx'

const pollMs = 30_000

/** Covers one upload, a payout report or the whole organization. Renders nothing without waiting emails. */
export function WaitingEmails({
  importId,
  payoutReportId,
  ifOnHold = false,
}: {
  importId?: number
  payoutReportId?: number
  /** Also renders nothing while the emails leave on their own. */
  ifOnHold?: boolean
}) {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const scope = {
    ...(importId === undefined ? {} : { import_id: importId }),
    ...(payoutReportId === undefined ? {} : { payout_report_id: payoutReportId }),
  }
  const isUserActive = useIsUserActive()
  const { data } = useApiQuery(
    mails.getWaitingMails,
    { params: { id }, query: scope },
    { everyMs: () => isUserActive() && pollMs },
  )
  const refreshes = [mails.getWaitingMails]
  const hold = useApiMutation(mails.holdMails, { refreshes, failed: 'Couldn’t pause the emails' })
  const release = useApiMutation(mails.releaseMails, { refreshes, failed: 'Couldn’t release the emails' })
  const [isReleasing, setReleasing] = useState(false)
  if (!data) return null
  const { review, sent } = data
  if (review.mails === 0 && sent === 0 && review.not_sent.length === 0) return null
  const { held } = review
  if (ifOnHold && held === 0 && review.waits_because === null) return null
  const pauseAll = () =>
    hold.mutate(
      { params: { id }, body: scope },
      {
        onSuccess: ({ review: updated }) =>
          toast(
            updated.mails > 0
              ? {
                  title: 'Emails paused',
                  description: `${plural(updated.mails, 'email')} waiting. Release to send.`,
                }
              : { title: 'Nothing left to pause', description: 'These emails were already sent.' },
          ),
      },
    )
  const releaseAll = () =>
    release.mutate(
      { params: { id }, body: scope },
      {
        onSuccess: () => {
          setReleasing(false)
          toast({ title: 'Emails released' })
        },
      },
    )
  return (
    <section aria-label="Emails to donors" className="rounded-card border border-hairline p-4">
      {review.mails > 0 || review.not_sent.length > 0 ? <SendReview review={review} /> : null}
      {sent > 0 && <p className="text-[0.9375rem] text-muted">{plural(sent, 'email')} sent.</p>}
      {permissions.write && review.mails > 0 && (
        <div className="mt-2 flex flex-wrap justify-end gap-2.5">
          {held < review.mails && review.waits_because === null && (
            <Button variant="secondary" size="small" icon={CirclePause} busy={hold.isPending} onClick={pauseAll}>
              Pause emails
            </Button>
          )}
          {held > 0 && !isReleasing && (
            <Button size="small" icon={Send} onClick={() => setReleasing(true)}>
              {held < review.mails ? 'Release paused emails' : 'Release emails'}
            </Button>
          )}
          {held > 0 && isReleasing && (
            <>
              <p role="status" className="w-full">
                {plural(held, 'email')} will be sent in the donors’ daytime.
              </p>
              <Button variant="secondary" size="small" onClick={() => setReleasing(false)}>
                Keep paused
              </Button>
              <SendButton
                size="small"
                review={{ ...review, mails: held, waits_because: null }}
                busy={release.isPending}
                onSend={releaseAll}
              >
                Release {plural(held, 'email')}
              </SendButton>
            </>
          )}
        </div>
      )}
    </section>
  )
}
