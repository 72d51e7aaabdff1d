import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { CancelAndConfirm, Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

type Form = {
  readonly errors: { readonly root?: string | undefined }
  readonly busy: boolean
  readonly isDirty: boolean
  readonly onSubmit: (event: FormEvent) => void
}
type Confirming = Pick<ComponentProps<typeof CancelAndConfirm>, 'cancel' | 'variant' | 'disabled' | 'disabledReason'>

/** One form with its errors and buttons. Closing it asks first if something was typed. */
export function FormDialog({
  form,
  button,
  cancel = 'Cancel',
  variant = 'primary',
  disabled,
  disabledReason,
  onClose,
  children,
  ...dialog
}: Omit<ComponentProps<typeof Dialog>, 'footer'> & Confirming & { form: Form; button: ReactNode }) {
  const id = useId()
  const confirming = { cancel, variant, disabled, disabledReason }
  return (
    <Dialog
      confirmClose={form.isDirty}
      onClose={onClose}
      footer={
        <CancelAndConfirm onCancel={onClose} type="submit" form={id} busy={form.busy} {...confirming}>
          {button}
        </CancelAndConfirm>
      }
      {...dialog}
    >
      <form id={id} noValidate onSubmit={form.onSubmit} className="space-y-5">
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        {children}
      </form>
    </Dialog>
  )
}
