import { usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { ProfileTextField } from './text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

// Three columns keep the billing contact of the setup step in view.
const grid = 'grid max-w-5xl gap-5 sm:grid-cols-2 lg:grid-cols-3'

export function ContactTab({ form }: { form: ProfileForm }) {
  const { admin } = usePermissions()
  const { values } = form
  const contact = { name: values['notify_contact.name'], email: values['notify_contact.email'] }
  const isDifferent =
    contact.name !== values['billing_contact.name'] || contact.email !== values['billing_contact.email']
  return (
    <div className="flex flex-col gap-5">
      <Card>
        <CardTitle>Primary contact</CardTitle>
        <p className="-mt-2 mb-4 max-w-[65ch] text-muted">Donors see this person as the contact in our emails.</p>
        <div className={grid}>
          <ProfileTextField form={form} field="notify_contact.name" label="Name" />
          <ProfileTextField form={form} field="notify_contact.email" label="Email" type="email" />
          <ProfileTextField form={form} field="notify_contact.phone" label="Phone" type="tel" />
        </div>
      </Card>
      {form.organization.parent_id === null && (
        <Card>
          <CardTitle
            aside={
              admin &&
              isDifferent &&
              contact.email && (
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() =>
                    form.setAll({ 'billing_contact.name': contact.name, 'billing_contact.email': contact.email })
                  }
                >
                  Use the primary contact
                </Button>
              )
            }
          >
            Billing contact
          </CardTitle>
          <p className="-mt-2 mb-4 max-w-[65ch] text-muted">We email this person about plans and invoices.</p>
          <div className={grid}>
            <ProfileTextField form={form} field="billing_contact.name" label="Name" />
            <ProfileTextField form={form} field="billing_contact.email" label="Email" type="email" />
          </div>
        </Card>
      )}
      <Card>
        <CardTitle>The organization</CardTitle>
        <div className={grid}>
          <ProfileTextField form={form} field="phone" label="Phone" type="tel" autoComplete="tel" />
          <ProfileTextField form={form} field="fax" label="Fax" type="tel" />
        </div>
      </Card>
    </div>
  )
}
