import { donationChanges, type donations } from '@twofold/contract'
import { findStatus } from '@twofold/matching'
import { useEffect } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { SendReview } from '../../../email/mails/index.ts'
import type { updateBodyOf } from './match-form.ts'

export function ReEmailDialog(props: {
  detail: donations.DonationDetail
  body: ReturnType<typeof updateBodyOf>
  busy: boolean
  onClose: () => void
  onSend: () => void
}) {
  const { detail, body, busy, onClose, onSend } = props
  const preview = useApiMutation(donationChanges.previewChange)
  const { mutate, data, error } = preview
  useEffect(() => {
    mutate({ params: { id: detail.id }, body: { ...body, reprocess: true } })
  }, [mutate, detail.id, body])
  const isWaiting = detail.notifications.some(({ state }) => state === 'queued')
  return (
    <Dialog
      onClose={onClose}
      readFirst
      title="Save and re-email?"
      description="We’ll recheck this match against the company’s policy."
      footer={
        <CancelAndConfirm cancel="Not now" onCancel={onClose} onClick={onSend} busy={busy} disabled={!data}>
          {data && data.review.mails > 0 ? 'Save & Re-Email' : 'Save and recheck'}
        </CancelAndConfirm>
      }
    >
      {error && (
        <Notice tone="problem">
          {donationChanges.changeMessages.reprocessFailed} {messageOf(error)}
        </Notice>
      )}
      {!data && !error && <Loading />}
      {data && (
        <div className="space-y-4" aria-live="polite">
          <p>
            {data.status_id === detail.status_id ? 'It stays' : 'It becomes'}{' '}
            <strong className="font-semibold">“{findStatus(data.status_id)?.label}”</strong>.
          </p>
          {data.review.mails + data.review.not_sent.length > 0 ? (
            <>
              {data.review.mails > 0 && (
                <p>
                  To:{' '}
                  <strong className="font-semibold break-all">{data.review.sample?.to ?? detail.donor.email}</strong>
                </p>
              )}
              <SendReview review={data.review} />
            </>
          ) : (
            <p>{nothingMailed(detail, isWaiting)}</p>
          )}
        </div>
      )}
    </Dialog>
  )
}

function nothingMailed({ donor }: donations.DonationDetail, isWaiting: boolean): string {
  if (!donor.email) return 'No email will be sent: this donor has no email address.'
  if (isWaiting) return `No extra email will be sent: one to ${donor.email} is already scheduled.`
  return 'No email will be sent: this status has no donor email.'
}
