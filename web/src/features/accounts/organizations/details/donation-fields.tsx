import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { withField } from './profile-form.ts'
import type { ProfileForm } from './use-profile-form.ts'

const name = 'custom.donation_fields'

export function DonationFields({ form }: { form: ProfileForm }) {
  const { admin } = usePermissions()
  const [typed, setTyped] = useState('')
  const fields = form.values[name]
  const add = () => {
    form.set(name, withField(fields, typed))
    setTyped('')
  }
  return (
    <Card>
      <CardTitle>Custom donation fields</CardTitle>
      <p className="-mt-2 mb-4 max-w-[65ch] text-muted">
        Extra gift details, like a campaign code or table number. We save columns with these names from every upload,
        show them first on a match, and include them in Download CSV.
      </p>
      {fields.length > 0 && (
        <ul className="mb-4 flex max-w-3xl flex-wrap gap-2">
          {fields.map((field) => (
            <li key={field} className="flex min-h-11 max-w-full items-center rounded-control bg-sunken pl-3.5">
              <span className="min-w-0 py-1 break-words">{field}</span>
              {admin ? (
                <IconButton
                  icon={X}
                  size="small"
                  label={`Remove ${field}`}
                  onClick={() =>
                    form.set(
                      name,
                      fields.filter((one) => one !== field),
                    )
                  }
                />
              ) : (
                <span className="w-3.5" />
              )}
            </li>
          ))}
        </ul>
      )}
      {!admin && fields.length === 0 && <p className="text-muted">None yet.</p>}
      {admin && (
        <div className="flex max-w-xl items-end gap-2.5">
          <Field name={name} label="New field" error={form.problems[name]} className="flex-1">
            <Input
              value={typed}
              maxLength={60}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add()
              }}
            />
          </Field>
          <Button variant="secondary" icon={Plus} onClick={add}>
            Add
          </Button>
        </div>
      )}
    </Card>
  )
}
