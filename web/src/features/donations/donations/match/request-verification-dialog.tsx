import { verifications } from '@twofold/contract'
import { fieldErrorsOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { useForm } from '../../../../ui/form.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { toastError, toastUndo } from '../../../../ui/toast-store.ts'
import { matchRefreshes, useUndoChanges } from './undo-change.ts'

const { verificationMessages } = verifications

type Props = { donationId: number; donor: string; company: string; onClose: () => void }

export default function RequestVerificationDialog({ donationId, donor, company, onClose }: Props) {
  const { id } = useOrganization()
  const requestVerification = useApiMutation(verifications.askToVerify, { refreshes: matchRefreshes })
  const undoChanges = useUndoChanges()
  const form = useForm(
    () => ({}),
    { asked_by: '', until: '' },
    async ({ asked_by, until }) => {
      try {
        const body = { donation_ids: [donationId], asked_by: asked_by.trim(), until: until || null }
        const { undo } = await requestVerification.mutateAsync({ params: { id }, body })
        if (undo) toastUndo('Added to your list to verify', () => undoChanges([undo.id]))
        onClose()
        return {}
      } catch (problem) {
        toastError(verificationMessages.askFailed, problem)
        return fieldErrorsOf(problem)
      }
    },
  )
  return (
    <Dialog
      width="small"
      confirmClose={form.isDirty}
      onClose={onClose}
      title="Asked to verify"
      description={`${company || 'The company'} or its platform asked you to confirm ${donor ? `${donor}’s gift` : 'this gift'}.`}
      footer={
        <CancelAndConfirm onCancel={onClose} busy={form.busy} onClick={() => void form.submit()}>
          Add to the list
        </CancelAndConfirm>
      }
    >
      <form className="space-y-5" noValidate onSubmit={form.onSubmit}>
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <Field
          name="asked_by"
          label="Asked by"
          hint="Leave blank for the company or its platform."
          error={form.errors.asked_by}
        >
          <Input autoComplete="off" maxLength={200} {...form.field('asked_by')} />
        </Field>
        <Field
          name="until"
          label="Verify by"
          hint="Leave blank for the company’s deadline. We’ll email you a week before."
          error={form.errors.until}
        >
          <Input type="date" {...form.field('until')} />
        </Field>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
