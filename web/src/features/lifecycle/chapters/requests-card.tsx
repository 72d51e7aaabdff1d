import { chapterRequests, mails } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { SendReviewDialog, useSendReview } from '../../email/mails/index.ts'

type Received = chapterRequests.ReceivedRequest
type Sent = chapterRequests.SentRequest

export function ReceivedCard({
  request: { id, parent, asked_by, expires_at },
  organization,
  canDecide,
  onDecided,
}: {
  request: Received
  organization: { readonly id: number; readonly name: string }
  /** Support users can view but not accept. */
  canDecide: boolean
  onDecided: () => void
}) {
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const respond = async (accept: boolean) => {
    setBusy(accept ? 'accept' : 'decline')
    setRefusal(null)
    try {
      await call(chapterRequests.answerRequest, {
        params: { id: organization.id, requestId: id },
        body: { accept },
      })
      toast({ title: accept ? `You are now a chapter of ${parent.name}` : 'Request declined' })
      onDecided()
    } catch (error) {
      setBusy(null)
      setRefusal(messageOf(error))
      onDecided()
      toastError('Couldn’t save your answer', error)
    }
  }
  const sending = useSendReview()
  const reviewAndAccept = () => {
    const params = { id: organization.id, requestId: id }
    void sending.ask(
      () =>
        call(mails.reviewChapterRequest, { params, body: {} }).catch((error: unknown) => {
          onDecided() // the request may have been answered or withdrawn elsewhere
          throw error
        }),
      () => void respond(true),
    )
  }
  const facts = [[parent.city, parent.state].filter(Boolean).join(', '), parent.ein && `EIN ${parent.ein}`]
  return (
    <Card>
      <CardTitle>{parent.name} invites you to become its chapter</CardTitle>
      <p className="text-muted">{[...facts.filter(Boolean), `invited by ${asked_by}`].join(' · ')}</p>
      <p className="mt-3 max-w-[70ch]">
        If you agree, its team can see and edit {organization.name}’s gifts, donors, lists and settings, its API keys
        and webhooks get your gifts, and it pays your fees. You keep your own team and can leave at any time.
      </p>
      {refusal && (
        <Notice tone="problem" className="mt-4">
          {refusal}
        </Notice>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {canDecide ? (
          <>
            <Button busy={sending.isCounting || busy === 'accept'} disabled={busy !== null} onClick={reviewAndAccept}>
              Become a chapter
            </Button>
            <Button
              variant="secondary"
              busy={busy === 'decline'}
              disabled={busy !== null}
              onClick={() => void respond(false)}
            >
              Decline
            </Button>
          </>
        ) : (
          <p>{chapterRequests.joiningMessages.onlyOwnAdmins}</p>
        )}
        <p className="text-sm text-muted">Open until {formatDay(expires_at)}</p>
      </div>
      <SendReviewDialog
        review={sending.review}
        title={`Become a chapter of ${parent.name}?`}
        action="Become a chapter"
        onSend={sending.send}
        onClose={sending.close}
      >
        <p className="mb-4">
          You’ll use its setup. We’ll check {organization.name}’s waiting gifts right away and email donors who can
          request a match.
        </p>
      </SendReviewDialog>
    </Card>
  )
}

const stateLabels: Record<Sent['state'], string> = {
  waiting: 'Waiting for a reply',
  accepted: 'Agreed',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

export function SentCard({
  requests,
  organizationId,
  onChanged,
}: {
  requests: readonly Sent[]
  organizationId: number
  onChanged: () => void
}) {
  const withdraw = async (requestId: number) => {
    try {
      await call(chapterRequests.withdrawRequest, { params: { id: organizationId, requestId } })
      toast({ title: 'Request withdrawn' })
    } catch (error) {
      toastError('Couldn’t withdraw the request', error)
    }
    onChanged()
  }
  return (
    <Card padded={false} className="overflow-hidden">
      <h2 className="px-5 pt-5 pb-3 text-lg font-semibold">Invited organizations</h2>
      <ul className="divide-y divide-hairline border-t border-hairline">
        {requests.map((request) => (
          <li
            key={request.id}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-2.5"
          >
            <div className="min-w-0">
              <p className="break-words">{request.chapter?.name ?? request.asked_for}</p>
              <p className="text-[0.9375rem] text-muted">
                {stateLabels[request.state]} · invited {formatDay(request.asked_at)}
              </p>
            </div>
            {request.state === 'waiting' && (
              <Button
                variant="quiet"
                size="small"
                aria-label={`Withdraw the request to ${request.asked_for}`}
                onClick={() => void withdraw(request.id)}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
