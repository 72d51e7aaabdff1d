import type { FormEvent, ReactNode } from 'react'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Form = {
  readonly errors: { readonly root?: string | undefined }
  readonly busy: boolean
  readonly isDirty: boolean
  readonly onSubmit: (event: FormEvent) => void
}

export function FormDialog({
  title,
  description,
  button,
  variant = 'primary',
  form,
  onClose,
  children,
}: {
  title: string
  description?: string
  button: string
  variant?: 'primary' | 'danger'
  form: Form
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      confirmClose={form.isDirty}
      onClose={onClose}
      title={title}
      description={description}
      width="small"
      footer={
        <CancelAndConfirm onCancel={onClose} type="submit" form="small-dialog" variant={variant} busy={form.busy}>
          {button}
        </CancelAndConfirm>
      }
    >
      <form id="small-dialog" noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        {children}
      </form>
    </Dialog>
  )
}
