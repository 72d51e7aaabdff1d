import { chapters } from '@twofold/contract'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { CancelAndConfirm, Dialog } from '../../../ui/dialog.tsx'
import { EinInput, useEinWarning } from '../../../ui/ein-input.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

const formId = 'new-chapter'
const emptyValues = { name: '', city: '', state: '', ein: '', contact_name: '', email: '' }

export function NewChapterDialog({
  organization,
  onClose,
  onAdded,
}: {
  organization: { readonly id: number; readonly name: string; readonly ein: string; readonly country: string }
  onClose: () => void
  onAdded: (chapters: chapters.Chapter[]) => void
}) {
  const form = useForm(chapters.newChapter, emptyValues, async (body) => {
    try {
      const response = await call(chapters.createChapter, { params: { id: organization.id }, body })
      toast({
        title: 'Chapter added successfully',
        ...(body.email.trim() ? { description: `We sent an invitation to ${body.email.trim()}.` } : {}),
      })
      onAdded(response.chapters)
      return {}
    } catch (error) {
      toastError('Failed to add chapter', error)
      return { root: messageOf(error), ...(error instanceof ApiError ? error.fields : {}) }
    }
  })
  const isInline = Object.keys(form.errors).some((name) => name !== 'root')
  return (
    <Dialog
      confirmClose={form.isDirty}
      onClose={onClose}
      title="Add Chapter"
      description={`We’ll copy anything you leave blank from ${organization.name}. You can change it later.`}
      footer={
        <CancelAndConfirm onCancel={onClose} type="submit" form={formId} busy={form.busy}>
          Add Chapter
        </CancelAndConfirm>
      }
    >
      <form id={formId} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        {form.errors.root && !isInline && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field name="name" label="Chapter name" required error={form.errors.name}>
          <Input maxLength={150} {...form.field('name')} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-[1fr_6rem]">
          <Field name="city" label="City" optional error={form.errors.city}>
            <Input maxLength={100} {...form.field('city')} />
          </Field>
          <Field name="state" label="State" optional error={form.errors.state}>
            <Input maxLength={2} {...form.field('state')} />
          </Field>
        </div>
        <Field
          name="ein"
          label="EIN"
          optional
          hint={organization.ein ? `Leave blank to use the parent’s: ${organization.ein}.` : undefined}
          error={form.errors.ein}
          warning={useEinWarning(form.values.ein, organization.country)}
        >
          <EinInput maxLength={20} {...form.field('ein')} />
        </Field>
        <fieldset className="flex min-w-0 flex-col gap-5 border-t border-hairline pt-5">
          <legend className="sr-only">The chapter’s own admin</legend>
          <p className="text-muted">
            <span className="font-semibold text-ink">The chapter’s own admin (optional)</span>
            <br />
            They’ll get an email with a link to this chapter, and won’t see anything else.
          </p>
          <Field name="email" label="Email" error={form.errors.email}>
            <Input type="email" inputMode="email" autoComplete="off" maxLength={255} {...form.field('email')} />
          </Field>
          <Field name="contact_name" label="Name" optional error={form.errors.contact_name}>
            <Input autoComplete="off" maxLength={100} {...form.field('contact_name')} />
          </Field>
        </fieldset>
      </form>
    </Dialog>
  )
}
