import { organizations, screens } from '@twofold/contract'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../../api/client.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { ProfileTextField } from './text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

export function PaymentKeys({ form }: { form: ProfileForm }) {
  const [deleting, setDeleting] = useState(false)
  return (
    <Card>
      <CardTitle>Payment account</CardTitle>
      <p className="-mt-2 mb-4 max-w-[65ch] text-muted">
        Your organization’s Stripe keys.{' '}
        <Link to={screens.stripeSetup} className="text-brand-text underline underline-offset-2">
          Where to find them
        </Link>
      </p>
      <div className="flex max-w-xl flex-col gap-5">
        <ProfileTextField
          form={form}
          field="public_key"
          label="Public key"
          hint="Starts with pk_"
          autoComplete="off"
          spellCheck={false}
        />
        {form.organization.private_key_set ? (
          <div>
            <p className="font-semibold">Private key</p>
            <div className="mt-1.5 flex flex-wrap items-center justify-between gap-3 rounded-control border border-hairline bg-sunken px-4 py-2.5">
              <span className="flex min-w-0 items-center gap-2.5">
                <KeyRound className="size-5 shrink-0 text-muted" aria-hidden="true" />
                <span>A private key is saved. It can’t be viewed.</span>
              </span>
              <Button variant="secondary" size="small" icon={Trash2} onClick={() => setDeleting(true)}>
                Delete key
              </Button>
            </div>
            <p className="mt-1.5 text-[0.9375rem] text-muted">To change it, delete this one first.</p>
          </div>
        ) : (
          <ProfileTextField
            form={form}
            field="private_key"
            label="Private key"
            hint="Starts with sk_ or rk_. You can’t view it after you save."
            type="password"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </div>
      {deleting && <DeleteKeyDialog form={form} onClose={() => setDeleting(false)} />}
    </Card>
  )
}

function DeleteKeyDialog({ form, onClose }: { form: ProfileForm; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const params = { id: form.organization.id }
      const { organization } = await call(organizations.changeOrganization, { params, body: { private_key: '' } })
      form.adopt(organization)
      toast({ title: 'Organization updated successfully!' })
      onClose()
    } catch (error) {
      toastError('Failed to update organization', error)
      setBusy(false)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title="Delete the private key?"
      description="You can’t use the payment account until you enter another key."
      footer={
        <CancelAndConfirm
          cancel="Keep it"
          onCancel={onClose}
          variant="danger"
          busy={busy}
          onClick={() => void remove()}
        >
          Delete key
        </CancelAndConfirm>
      }
    />
  )
}
