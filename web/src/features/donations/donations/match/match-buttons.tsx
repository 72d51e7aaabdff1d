import { buttonsOf, type donationChanges, type donations, type MatchButton, packets } from '@twofold/contract'
import { actingGroupOf, findStatus, type Level, type MoveAction } from '@twofold/matching'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../../api/client.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { Menu, MenuItem } from '../../../../ui/menu.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import type { useMatchChange } from './use-match-change.ts'

const AskToVerifyDialog = lazyDialog(() => import('./request-verification-dialog.tsx'))

type Detail = donations.DonationDetail

/** The transition table decides. A closed organization has no buttons. */
export function useMatchButtons(detail: Detail): MatchButton[] {
  const { level } = useOrganization()
  const permissions = usePermissions()
  const status = findStatus(detail.status_id)
  if (!permissions.write || !status) return []
  const buttons = buttonsOf({ ...detail, status_id: status.id }, level satisfies Level)
  if (!detail.is_part) return buttons
  // A combined gift is requested through its combined match, which has the other buttons.
  return buttons
    .filter(({ action }) => action === 'edit' || action === 'cancel')
    .map((button) => (button.action === 'cancel' ? { ...button, label: cancelGiftLabel } : button))
}

export const cancelGiftLabel = 'Cancel this Gift'

const statuses: Partial<Record<MoveAction, donationChanges.ConfirmStatus>> = {
  confirm: 'confirmed',
  submit: 'submitted',
  verify: 'verified',
  release: 'submit-for-match',
  restore: 'restored',
  refund: 'refunded',
  no_charge: 'no-charge',
}
const calls: readonly MoveAction[] = ['confirm', 'verify', 'release', 'restore']

/** True for actions that wait for the nonprofit. Their button is next to the status, not in the menu. */
const isCallToAction = (action: MoveAction, { status_id }: Detail): boolean =>
  calls.includes(action) || (action === 'submit' && actingGroupOf(status_id) === 'you')

const formActions: readonly MoveAction[] = ['edit', 'evaluate']

const hasPacket = ({ company, status_id }: Detail): boolean =>
  packets.hasPacket({ match_method: company?.match_method ?? null, status_id })

const SignedFormsDialog = lazyDialog(() => import('./signed-forms-dialog.tsx'))

const hasSignedForm = ({ events }: Detail): boolean => events.some(({ action }) => action === 'sign')

/** Requests a ticket, then lets the browser fetch the file. */
async function downloadPacket(id: number): Promise<void> {
  try {
    const { url } = await call(packets.getPacketTicket, { params: { id } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (error) {
    toastError(packets.packetMessages.failed, error)
  }
}

type Props = { detail: Detail; change: ReturnType<typeof useMatchChange> }

function runAction({ detail, change }: Props, action: MoveAction): void {
  const status = statuses[action]
  if (status) change.confirm(status)
  else if (action === 'cancel' && detail.is_part) change.cancelGift(detail.id)
  else if (action === 'cancel') change.cancel()
  else change.silence(action === 'silence')
}

export function CallButtons(props: Props) {
  const buttons = useMatchButtons(props.detail).filter(({ action }) => isCallToAction(action, props.detail))
  return buttons.map(({ action, label }) => (
    <Button key={action} size="small" busy={props.change.busy} onClick={() => runAction(props, action)}>
      {label}
    </Button>
  ))
}

export const hasMatchFiles = (detail: Detail): boolean => hasPacket(detail) || hasSignedForm(detail)

/** The other buttons of spec 2, section 4. */
export function MatchMenu(props: Props) {
  const { detail, change } = props
  const buttons = useMatchButtons(detail).filter(
    ({ action }) => !formActions.includes(action) && !isCallToAction(action, detail),
  )
  const [asking, setAsking] = useState(false)
  const [showsForms, setShowsForms] = useState(false)
  const orderedButtons = [
    ...buttons.filter(({ action }) => action === 'submit'),
    ...buttons.filter(({ action }) => action !== 'submit' && action !== 'cancel'),
  ]
  const cancel = buttons.find(({ action }) => action === 'cancel')
  if (buttons.length === 0 && !hasMatchFiles(detail)) return null
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={
          <Button variant="secondary" className="mr-auto max-sm:px-3!" busy={change.busy}>
            Actions
            <ChevronDown className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        {orderedButtons.map(({ action, label, isOpen }) => (
          <MenuItem
            key={action}
            disabled={!isOpen}
            onSelect={() => (action === 'ask_to_verify' ? setAsking(true) : runAction(props, action))}
          >
            {label}
            {!isOpen && <span className="block text-sm">The charge for this match was refunded.</span>}
          </MenuItem>
        ))}
        {hasPacket(detail) && (
          <MenuItem onSelect={() => void downloadPacket(detail.id)}>Download Match Packet</MenuItem>
        )}
        {hasSignedForm(detail) && <MenuItem onSelect={() => setShowsForms(true)}>Signed Forms</MenuItem>}
        {cancel && (
          <MenuItem danger onSelect={() => runAction(props, 'cancel')}>
            {cancel.label}
          </MenuItem>
        )}
      </Menu>
      {asking && (
        <AskToVerifyDialog
          donationId={detail.id}
          donor={detail.donor_name}
          company={detail.company?.name ?? ''}
          onClose={() => setAsking(false)}
        />
      )}
      {showsForms && <SignedFormsDialog donationId={detail.id} onClose={() => setShowsForms(false)} />}
    </>
  )
}
