import { verifications } from '@twofold/contract'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { useForm } from '../../../../shared/form.ts'
import { Field, Input } from '../../../../ui/field.tsx'
import { FormDialog } from '../../../../ui/form-dialog.tsx'
import { toastUndo } from '../../../../ui/toast-store.ts'
import { matchRefreshes, useUndoChanges } from './undo-change.ts'

const { verificationMessages } = verifications

type Props = { donationId: number; donor: string; company: string; onClose: () => void }

export default function RequestVerificationDialog({ donationId, donor, company, onClose }: Props) {
  const { id } = useOrganization()
  const requestVerification = useApiMutation(verifications.askToVerify, {
    failed: verificationMessages.askFailed,
    refreshes: matchRefreshes,
  })
  const undoChanges = useUndoChanges()
  const form = useForm(
    () => ({}),
    { asked_by: '', until: '' },
    async ({ asked_by, until }) => {
      const body = { donation_ids: [donationId], asked_by: asked_by.trim(), until: until || null }
      const { undo } = await requestVerification.mutateAsync({ params: { id }, body })
      if (undo) toastUndo('Added to your list to verify', () => undoChanges([undo.id]))
      onClose()
    },
  )
  return (
    <FormDialog
      form={form}
      width="small"
      onClose={onClose}
      title="Asked to verify"
      description={`${company || 'The company'} or its platform asked you to confirm ${donor ? `${donor}’s gift` : 'this gift'}.`}
      button="Add to the list"
    >
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
    </FormDialog>
  )
}
