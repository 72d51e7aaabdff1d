import { organizations } from '@twofold/contract'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Select } from '../../../../ui/choice.tsx'
import { EinInput } from '../../../../ui/ein-input.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatTimeZone } from '../../../../ui/format-time-zone.ts'
import { organizationTypeLabels } from './profile-form.ts'
import { ProfileTextArea, ProfileTextField } from './text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

export function BasicTab({ form }: { form: ProfileForm }) {
  const { admin } = usePermissions()
  const isChapter = form.values.type === 'chapter'
  return (
    <Card>
      <CardTitle>Basic information</CardTitle>
      <div className="grid max-w-3xl gap-5 sm:grid-cols-2">
        <ProfileTextField
          form={form}
          field="name"
          label="Name (required)"
          required
          autoComplete="organization"
          className="sm:col-span-2"
        />
        <Field
          name="type"
          label="Type (required)"
          required
          error={form.problems.type}
          {...(isChapter ? { hint: 'Chapters belong to a parent organization.' } : {})}
        >
          <Select
            value={form.values.type}
            disabled={!admin || isChapter}
            onChange={(event) => form.set('type', event.target.value)}
          >
            {Object.entries(organizationTypeLabels)
              .filter(([type]) => (type === 'chapter') === isChapter)
              .map(([type, label]) => (
                <option key={type} value={type}>
                  {label}
                </option>
              ))}
          </Select>
        </Field>
        <ProfileTextField
          form={form}
          field="ein"
          label="EIN"
          as={EinInput}
          inputMode={form.values['address.country'] === 'CA' ? 'text' : 'numeric'}
        />
        <ProfileTextField form={form} field="url" label="Website" inputMode="url" autoComplete="url" />
        <ProfileTextField form={form} field="donate_url" label="Donation page" inputMode="url" />
        <div className="sm:col-span-2">
          <ProfileTextArea
            form={form}
            field="mission"
            label="Mission statement"
            hint="Employers ask for this. Donors see it on your matching page."
          />
        </div>
        <TimeZone form={form} />
      </div>
    </Card>
  )
}

function TimeZone({ form }: { form: ProfileForm }) {
  const { admin } = usePermissions()
  const zone = form.values.time_zone
  const zones = organizations.timeZones.includes(zone) ? organizations.timeZones : [zone, ...organizations.timeZones]
  return (
    <Field
      name="time_zone"
      label="Time zone"
      hint="We send emails during the day in this time zone."
      error={form.problems.time_zone}
    >
      <Select value={zone} disabled={!admin} onChange={(event) => form.set('time_zone', event.target.value)}>
        {zones.map((name) => (
          <option key={name} value={name}>
            {formatTimeZone(name)}
          </option>
        ))}
      </Select>
    </Field>
  )
}
