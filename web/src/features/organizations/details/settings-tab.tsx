import { useMay } from '../../../shell/current-organization.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Radio, RadioGroup } from '../../../ui/choice.tsx'
import { DonationFields } from './donation-fields.tsx'
import { MailsHeld } from './mails-held.tsx'
import { Notifees } from './notifees.tsx'
import { PaymentKeys } from './payment-keys.tsx'
import { ProfileText } from './text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

export function SettingsTab({ form }: { form: ProfileForm }) {
  const { admin } = useMay()
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <CardTitle>Which donors get mail</CardTitle>
        <MailsHeld />
        <div className="flex max-w-3xl flex-col gap-4">
          <RadioGroup legend="Donors" error={form.problems.email_who}>
            {(
              [
                ['all', 'All donors', 'Whether or not they named an employer.'],
                ['company', 'Only donors who entered an employer', 'Nobody else is written to.'],
              ] as const
            ).map(([who, label, hint]) => (
              <Radio
                key={who}
                name="email_who"
                label={label}
                hint={hint}
                disabled={!admin}
                checked={form.values.email_who === who}
                onChange={() => form.set('email_who', who)}
              />
            ))}
          </RadioGroup>
          <ProfileText
            form={form}
            field="email_min"
            label={`Smallest gift to write about (${form.organization.currency})`}
            hint="Donors of smaller gifts get no mail. 0 writes about every gift."
            inputMode="decimal"
            className="max-w-sm"
          />
        </div>
      </Card>
      <Notifees />
      <DonationFields form={form} />
      {admin && <PaymentKeys form={form} />}
    </div>
  )
}
