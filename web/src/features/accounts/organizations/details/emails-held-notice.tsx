import { digests, mails, screens } from '@twofold/contract'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { call } from '../../../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { SendReviewDialog, useSendReview } from '../../../email/mails/index.ts'

export function EmailsHeldNotice() {
  const { id } = useOrganization()
  const { admin } = usePermissions()
  const { data } = useApiQuery(digests.getDigest, { params: { id } })
  const resume = useApiMutation(digests.resumeMails, {
    refreshes: [digests.getDigest],
    failed: 'Couldn’t resume emails',
  })
  const sending = useSendReview()
  if (!data?.donor_mails_held) return null
  const resumeEmails = () =>
    resume.mutate(
      { params: { id }, body: {} },
      {
        onSuccess: () =>
          toast({ title: 'Emails to donors resumed', description: 'Waiting emails will be sent within the hour.' }),
      },
    )
  const confirmResume = () => {
    const loadReview = async () => {
      const { review } = await call(mails.getWaitingMails, { params: { id }, query: {} })
      return { ...review, waits_because: null }
    }
    void sending.ask(loadReview, resumeEmails)
  }
  return (
    <div role="status" className="mb-4 flex max-w-3xl gap-3 rounded-control bg-problem-soft p-4 text-problem-text">
      <TriangleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        {data.donor_mails_held === 'bounces' ? (
          <>
            <p className="font-semibold">Donor emails are paused: too many of your last 500 bounced.</p>
            <p className="mt-1">Check the addresses in your latest uploads. We won’t email bounced addresses again.</p>
            {admin && (
              <Button
                variant="secondary"
                className="mt-3"
                busy={sending.isCounting || resume.isPending}
                onClick={confirmResume}
              >
                Resume emails
              </Button>
            )}
          </>
        ) : (
          <>
            <p className="font-semibold">Donor emails are waiting: you have no mailing address.</p>
            <p className="mt-1">
              Every donor email must show one.{' '}
              <Link className="underline" to={`${screens.organizationDetails}?tab=address`}>
                Add it under Address
              </Link>
              .
            </p>
          </>
        )}
      </div>
      <SendReviewDialog
        review={sending.review}
        title="Resume emails to donors?"
        action="Resume emails"
        onSend={sending.send}
        onClose={sending.close}
      />
    </div>
  )
}
