import { screens } from '@twofold/contract'
import { Link } from 'react-router'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Checkbox, Radio, RadioGroup, Select } from '../../../../ui/choice.tsx'
import { Field } from '../../../../ui/field.tsx'
import { ClosingCard } from './closing-card.tsx'
import { DonationFields } from './donation-fields.tsx'
import { EmailsHeldNotice } from './emails-held-notice.tsx'
import { Notifees } from './notifees.tsx'
import { PaymentKeys } from './payment-keys.tsx'
import { SenderCard } from './sender-card.tsx'
import { SendingAddressCard } from './sending-address-card.tsx'
import { ProfileTextField } from './text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

export function SettingsTab({ form }: { form: ProfileForm }) {
  const { admin, isAdmin } = usePermissions()
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <CardTitle>Donors to email</CardTitle>
        <EmailsHeldNotice />
        <div className="flex max-w-3xl flex-col gap-4">
          <RadioGroup legend="Donors" error={form.problems.email_who}>
            {(
              [
                ['all', 'All donors', 'Including donors who didn’t name an employer.'],
                ['company', 'Only donors who entered an employer', 'No one else gets emails.'],
              ] as const
            ).map(([audience, label, hint]) => (
              <Radio
                key={audience}
                name="email_who"
                label={label}
                hint={hint}
                disabled={!admin}
                checked={form.values.email_who === audience}
                onChange={() => form.set('email_who', audience)}
              />
            ))}
          </RadioGroup>
          <ProfileTextField
            form={form}
            field="email_min"
            label={`Minimum gift amount for emails (${form.organization.currency})`}
            hint="We won’t email about smaller gifts. Enter 0 for every gift."
            inputMode="decimal"
            className="max-w-sm"
          />
          <ProfileTextField
            form={form}
            field="email_limit"
            label="Emails per donor in 90 days"
            hint="From 1 to 12. A final deadline reminder can be one more."
            inputMode="numeric"
            className="max-w-sm"
          />
          <Checkbox
            label="Thank donors when their employer pays"
            hint="One email per match, sent after your team reviews and releases it."
            disabled={!admin}
            checked={form.values.thank_donors}
            onChange={(event) => form.set('thank_donors', event.target.checked)}
          />
          <Field
            name="language"
            label="Language of emails and donor pages"
            hint="We write to donors in their own language when we know it. Your template versions go to donors in this language."
            error={form.problems.language}
            className="max-w-sm"
          >
            <Select
              value={form.values.language}
              disabled={!admin}
              onChange={(event) => form.set('language', event.target.value)}
            >
              <option value="en">English</option>
              <option value="fr">French (Canada)</option>
              <option value="es">Spanish</option>
            </Select>
          </Field>
        </div>
      </Card>
      <SenderCard form={form} />
      <SendingAddressCard />
      <Notifees />
      <DonationFields form={form} />
      {admin && <PaymentKeys form={form} />}
      {isAdmin && <ClosingCard />}
      <RelatedScreens hasParent={form.organization.parent_id !== null} />
    </div>
  )
}

function RelatedScreens({ hasParent }: { hasParent: boolean }) {
  const { isAdmin } = usePermissions()
  if (hasParent && !isAdmin) return null
  return (
    <Card>
      <CardTitle>More about this organization</CardTitle>
      <ul className="flex flex-col gap-3">
        <ScreenLink to={screens.chapters} label="Chapters">
          {hasParent ? 'Your parent organization.' : 'Your chapters.'}
        </ScreenLink>
        {isAdmin && (
          <ScreenLink to={screens.audit} label="Audit trail">
            Who changed what, and when.
          </ScreenLink>
        )}
      </ul>
    </Card>
  )
}

function ScreenLink({ to, label, children }: { to: string; label: string; children: string }) {
  return (
    <li>
      <Link className="inline-flex min-h-6 font-semibold text-brand-text underline underline-offset-2" to={to}>
        {label}
      </Link>
      <p className="text-[0.9375rem] text-muted">{children}</p>
    </li>
  )
}
