import { donations, donors, suppressions } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useForm } from '../../../shared/form.ts'
import { Radio, RadioGroup } from '../../../ui/choice.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { nameOfDonor } from './donor-text.ts'

type Values = { reason: suppressions.StopReason; because: string }

const reasonTexts: Readonly<Record<suppressions.StopReason, { label: string; hint: string }>> = {
  opted_out: { label: 'Do not email', hint: 'No emails about matching. Their gifts can still be matched.' },
  deceased: { label: 'Deceased', hint: 'No emails, and their gifts won’t be matched.' },
}

export default function StopEmailsDialog({ donor, onClose }: { donor: donors.DonorDetail; onClose: () => void }) {
  const { suppressionMessages, minReasonLength, stopReasons } = suppressions
  const stop = useApiMutation(suppressions.stopEmails, {
    failed: suppressionMessages.stopFailed,
    refreshes: [suppressions.listSuppressions, donors.getDonor, donors.listDonors, donations.listDonations],
  })
  const check = ({ because }: Values) =>
    because.trim().length < minReasonLength ? { because: suppressionMessages.stopReason } : {}
  const availableReasons = stopReasons.filter((reason) => reason === 'deceased' || donor.suppression === null)
  const start: Values = { reason: availableReasons[0] ?? 'deceased', because: '' }
  const form = useForm<Values>(check, start, async (body) => {
    await stop.mutateAsync({ params: { id: donor.id }, body })
    toast({ title: `${nameOfDonor(donor)} won’t be emailed`, description: 'You can undo this with “Email again”.' })
    onClose()
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={donor.suppression ? `Mark ${nameOfDonor(donor)} as deceased?` : `Stop emails to ${nameOfDonor(donor)}?`}
      button={donor.suppression ? 'Mark as deceased' : 'Stop emails'}
    >
      <RadioGroup legend="Reason">
        {availableReasons.map((reason) => (
          <Radio
            key={reason}
            name="reason"
            value={reason}
            label={reasonTexts[reason].label}
            hint={reasonTexts[reason].hint}
            checked={reason === form.values.reason}
            onChange={() => form.set({ reason })}
          />
        ))}
      </RadioGroup>
      <Field
        name="because"
        label="How do you know?"
        hint="Saved in the audit trail and on the donor’s page."
        error={form.errors.because}
      >
        <Textarea rows={3} maxLength={500} {...form.field('because')} />
      </Field>
    </FormDialog>
  )
}
