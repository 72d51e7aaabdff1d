import { chapters } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { EinInput, useEinWarning } from '../../../ui/ein-input.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'

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
  const add = useApiMutation(chapters.createChapter, { failed: 'Failed to add chapter' })
  const form = useForm(chapters.newChapter, emptyValues, async (body) => {
    const response = await add.mutateAsync({ params: { id: organization.id }, body })
    toast({
      title: 'Chapter added successfully',
      ...(body.email.trim() ? { description: `We sent an invitation to ${body.email.trim()}.` } : {}),
    })
    onAdded(response.chapters)
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add Chapter"
      description={`We’ll copy anything you leave blank from ${organization.name}. You can change it later.`}
      button="Add Chapter"
    >
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
    </FormDialog>
  )
}
