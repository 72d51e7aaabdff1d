import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** New passwords come later; until then the other way in is the honest answer. */
export default function ForgotDialog({ onClose, onMagicLink }: { onClose: () => void; onMagicLink: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Forgot password"
      width="small"
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onMagicLink}>Use a magic link</Button>
        </>
      }
    >
      <p>Passwords cannot be reset here yet. A magic link signs you in without one: we mail it to your address.</p>
    </Dialog>
  )
}
