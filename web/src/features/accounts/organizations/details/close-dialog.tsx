import { auth, closing, organizations } from '@twofold/contract'
import { dayAt, quoted } from '@twofold/matching'
import { z } from 'zod'
import { fieldErrorsOf, messageOf } from '../../../../api/api-error.ts'
import { session } from '../../../../api/session.ts'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { useForm } from '../../../../shared/form.ts'
import { Field, Input } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { formatDay } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast-store.ts'

const { closingMessages, reopenDays, warnDays } = closing

const shape = z.object({
  name: z.string().trim().min(1, closingMessages.name),
  reason: z.string().max(500),
  proof: z.string().min(1, auth.messages.confirmMissing),
})

const dayMs = 86_400_000

function closeErrorsOf(problem: unknown) {
  const toMessage = (cause: unknown) => `${closingMessages.closeFailed}. ${messageOf(cause)}`
  const { password, code, ...others } = fieldErrorsOf(problem, toMessage)
  return { ...others, proof: password ?? code }
}

export default function CloseDialog({ onClose }: { onClose: () => void }) {
  const { id, name, children, parent_id, time_zone } = useOrganization()
  const erasedOn = formatDay(dayAt(new Date(session.serverNow().getTime() + reopenDays * dayMs), time_zone) ?? '')
  const { data: factors } = useApiQuery(auth.getFactors, {})
  const close = useApiMutation(closing.closeOrganization, { refreshes: [organizations.getOrganization] })
  const withPassword = factors?.has_password !== false
  const form = useForm(
    shape,
    { name: '', reason: '', proof: '' },
    async (values) => {
      const by = withPassword ? { password: values.proof } : { code: values.proof }
      await close.mutateAsync({ params: { id }, body: { name: values.name, reason: values.reason, ...by } })
      toast({ title: closingMessages.closed })
      onClose()
    },
    { toErrors: closeErrorsOf },
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Close this organization?"
      description={`${name}${children.length > 0 ? ` and its ${children.length === 1 ? 'chapter' : `${children.length} chapters`}` : ''}`}
      variant="danger"
      button="Close organization"
    >
      <div className="grid gap-3">
        <p>
          <strong className="font-semibold">These stop right away:</strong> emails to donors and your team, uploads, all
          changes (including through the API), webhooks, emailed reports, your public match page
          {parent_id === null ? ', and new plan fees' : ''}.
        </p>
        <p>
          <strong className="font-semibold">{`For ${reopenDays} days,`}</strong> your team can still sign in, view and
          export everything.
          {parent_id === null && ' Invoices for earlier charges are still due.'}
        </p>
        <p>
          <strong className="font-semibold">{`On ${erasedOn} we erase everything:`}</strong> donors, gifts, matches,
          emails, files and settings. We keep invoices and payments for accounting. Until then, an administrator can
          reopen it here. We’ll email them {warnDays} days before.
        </p>
      </div>
      <Field name="name" label={`Type ${quoted(name)} to confirm`} error={form.errors.name}>
        <Input autoComplete="off" spellCheck={false} {...form.field('name')} />
      </Field>
      <Field name="reason" label="Why are you closing it?" optional error={form.errors.reason}>
        <Input maxLength={500} autoComplete="off" {...form.field('reason')} />
      </Field>
      {withPassword ? (
        <Field name="proof" label="Your password" error={form.errors.proof}>
          <Input type="password" autoComplete="current-password" {...form.field('proof')} />
        </Field>
      ) : (
        <Field
          name="proof"
          label="Code"
          hint="A 6-digit code from your authenticator app, or a recovery code."
          error={form.errors.proof}
        >
          <Input autoComplete="one-time-code" autoCapitalize="none" spellCheck={false} {...form.field('proof')} />
        </Field>
      )}
    </FormDialog>
  )
}
