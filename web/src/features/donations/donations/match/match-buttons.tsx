import { buttonsOf, type donationChanges, type donations, type MatchButton, packets } from '@twofold/contract'
import { findStatus, type Level, type MoveAction } from '@twofold/matching'
import { Suspense, useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import type { useMatchChange } from './use-match-change.ts'

const AskToVerifyDialog = lazyDialog(() => import('./request-verification-dialog.tsx'))

type Detail = donations.DonationDetail

/** Returns the buttons that the transition table allows for this user. A closed organization has none. */
export function useMatchButtons(detail: Detail): MatchButton[] {
  const { level } = useOrganization()
  const may = usePermissions()
  const status = findStatus(detail.status_id)
  if (!may.write || !status) return []
  const buttons = buttonsOf({ ...detail, status_id: status.id }, level satisfies Level)
  if (!detail.is_part) return buttons
  // A combined gift is requested through its combined match, which has the other buttons. Here it can only be edited or
  // removed.
  return buttons
    .filter(({ action }) => action === 'edit' || action === 'cancel')
    .map((button) => (button.action === 'cancel' ? { ...button, label: cancelGiftLabel } : button))
}

export const cancelGiftLabel = 'Cancel this Gift'

/** Actions whose button requests a new status. */
const statuses: Partial<Record<MoveAction, donationChanges.ConfirmStatus>> = {
  confirm: 'confirmed',
  submit: 'submitted',
  verify: 'verified',
  release: 'submit-for-match',
  restore: 'restored',
  refund: 'refunded',
  no_charge: 'no-charge',
}
/** Actions that advance the match. They come first; the others are less prominent. */
const forward: readonly MoveAction[] = ['confirm', 'submit', 'verify', 'release', 'restore']

/** Save and '& Re-Email' are below the form. */
const inForm: readonly MoveAction[] = ['edit', 'evaluate']

const hasPacket = ({ company, status_id }: Detail): boolean =>
  packets.hasPacket({ match_method: company?.match_method ?? null, status_id })

const SignedFormsDialog = lazyDialog(() => import('./signed-forms-dialog.tsx'))

/** Returns whether the donor ever signed a form here. */
const hasSignedForm = ({ events }: Detail): boolean => events.some(({ action }) => action === 'sign')

/** Requests a ticket, then lets the browser fetch the file. */
async function downloadPacket(id: number): Promise<void> {
  try {
    const { url } = await call(packets.getPacketTicket, { params: { id } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (error) {
    toastError(packets.packetMessages.failed, messageOf(error))
  }
}

/** Buttons of spec 2, section 4, except the form's, where the transition table allows them. */
export function MatchButtons({ detail, change }: { detail: Detail; change: ReturnType<typeof useMatchChange> }) {
  const buttons = useMatchButtons(detail).filter(({ action }) => !inForm.includes(action))
  const [asking, setAsking] = useState(false)
  const [showsForms, setShowsForms] = useState(false)
  const press = (action: MoveAction) => {
    const status = statuses[action]
    if (status) change.confirm(status)
    else if (action === 'ask_to_verify') setAsking(true)
    else if (action === 'cancel' && detail.is_part) change.cancelGift(detail.id)
    else if (action === 'cancel') change.cancel()
    else change.silence(action === 'silence')
  }
  const inOrder = [
    ...buttons.filter(({ action }) => forward.includes(action)),
    ...buttons.filter(({ action }) => !forward.includes(action)),
  ]
  if (inOrder.length === 0 && !hasPacket(detail) && !hasSignedForm(detail)) return null
  return (
    <section aria-label="Actions">
      <div className="flex flex-wrap gap-2">
        {inOrder.map(({ action, label, isOpen }) => (
          <Button
            key={action === 'unsilence' ? 'silence' : action}
            size="small"
            look={forward.includes(action) ? 'primary' : 'secondary'}
            busy={change.busy}
            disabled={!isOpen}
            why={isOpen ? undefined : 'The charge for this match was refunded.'}
            onClick={() => press(action)}
          >
            {label}
          </Button>
        ))}
        {hasPacket(detail) && (
          <Button size="small" look="secondary" onClick={() => downloadPacket(detail.id)}>
            Download Match Packet
          </Button>
        )}
        {hasSignedForm(detail) && (
          <Button size="small" look="secondary" onClick={() => setShowsForms(true)}>
            Signed Forms
          </Button>
        )}
      </div>
      <Suspense>
        {asking && (
          <AskToVerifyDialog
            donationId={detail.id}
            donor={detail.donor_name}
            company={detail.company?.name ?? ''}
            onClose={() => setAsking(false)}
          />
        )}
        {showsForms && <SignedFormsDialog donationId={detail.id} onClose={() => setShowsForms(false)} />}
      </Suspense>
      {change.refused && (
        <Notice tone="problem" className="mt-3">
          {change.refused}
        </Notice>
      )}
    </section>
  )
}
