import { usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Select } from '../../../../ui/choice.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatTimeZone } from '../../../../ui/format-time-zone.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { zoneToOffer } from './profile-form.ts'
import { ProfileTextField } from './text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

export function AddressTab({ form }: { form: ProfileForm }) {
  const { admin } = usePermissions()
  const isCanada = form.values['address.country'] === 'CA'
  return (
    <Card>
      <CardTitle>Address</CardTitle>
      <p className="-mt-2 mb-4 max-w-[65ch] text-muted">
        Employers mail checks here. Every donor email shows this address.
      </p>
      <div className="grid max-w-3xl gap-5 sm:grid-cols-6">
        <ProfileTextField
          form={form}
          field="address.street"
          label="Street"
          autoComplete="address-line1"
          className="sm:col-span-6"
        />
        <ProfileTextField
          form={form}
          field="address.street2"
          label="Suite, floor or box"
          autoComplete="address-line2"
          className="sm:col-span-6"
        />
        <ProfileTextField
          form={form}
          field="address.city"
          label="City"
          autoComplete="address-level2"
          className="sm:col-span-3"
        />
        <ProfileTextField
          form={form}
          field="address.state"
          label={isCanada ? 'Province' : 'State'}
          autoComplete="address-level1"
          maxLength={2}
          onType={(text) => text.toUpperCase()}
          className="sm:col-span-1"
        />
        <ProfileTextField
          form={form}
          field="address.zip"
          label={isCanada ? 'Postal code' : 'ZIP code'}
          autoComplete="postal-code"
          className="sm:col-span-2"
        />
        <Field
          name="address.country"
          label="Country"
          error={form.problems['address.country']}
          className="sm:col-span-3"
        >
          <Select
            value={form.values['address.country']}
            disabled={!admin}
            onChange={(event) => form.set('address.country', event.target.value)}
          >
            <option value="US">United States</option>
            <option value="CA">Canada</option>
          </Select>
        </Field>
        <ZoneOffer form={form} />
      </div>
    </Card>
  )
}

function ZoneOffer({ form }: { form: ProfileForm }) {
  const { admin } = usePermissions()
  const zone = admin ? zoneToOffer(form.organization, form.values) : null
  if (zone === null) return null
  return (
    <Notice tone="verify" className="sm:col-span-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          Most of {form.values['address.state']} is in {formatTimeZone(zone)}. Yours is{' '}
          {formatTimeZone(form.values.time_zone)}.
        </span>
        <Button variant="secondary" size="small" onClick={() => form.set('time_zone', zone)}>
          Use {formatTimeZone(zone)}
        </Button>
      </div>
    </Notice>
  )
}
