import { useEffect, useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Notice } from '../../../../ui/notice.tsx'
import type { ProfileField } from './profile-form.ts'
import type { ProfileForm } from './use-profile-form.ts'

export function SaveBar({ form }: { form: ProfileForm }) {
  return (
    <div
      data-bottom-bar=""
      className="sticky bottom-0 z-10 -mx-4 mt-5 flex flex-wrap items-center justify-end gap-2.5 border-t border-hairline bg-paper px-4 py-3 sm:-mx-8 sm:px-8"
    >
      <p role="status" className={cx('mr-auto', form.failure ? 'text-danger-text' : 'text-muted max-sm:sr-only')}>
        {form.failure ? `Not saved. ${form.failure}` : form.isDirty && 'Not saved yet'}
      </p>
      <Button variant="secondary" disabled={!form.isDirty || form.saving} onClick={form.cancel}>
        Cancel
      </Button>
      <Button busy={form.saving} disabled={!form.isDirty} onClick={() => void form.save()}>
        Save Changes
      </Button>
    </div>
  )
}

const fieldLabels: Readonly<Partial<Record<ProfileField, string>>> = {
  name: 'Name',
  type: 'Type',
  ein: 'EIN',
  url: 'Website',
  donate_url: 'Donation page',
  mission: 'Mission statement',
  time_zone: 'Time zone',
  language: 'Language',
  phone: 'Phone',
  fax: 'Fax',
  'notify_contact.name': 'Primary contact, name',
  'notify_contact.email': 'Primary contact, email',
  'notify_contact.phone': 'Primary contact, phone',
  'billing_contact.name': 'Billing contact, name',
  'billing_contact.email': 'Billing contact, email',
  'address.street': 'Street',
  'address.street2': 'Suite, floor or box',
  'address.city': 'City',
  'address.state': 'State',
  'address.zip': 'ZIP code',
  'address.country': 'Country',
  category_id_array: 'Categories',
  email_who: 'Donors to email',
  email_min: 'Minimum gift amount for emails',
  email_limit: 'Emails per donor in 90 days',
  thank_donors: 'Thank-you emails',
  'mail_sender.name': 'Sender name of donor emails',
  'mail_sender.reply_to': 'Donors’ replies go to',
  'custom.donation_fields': 'Custom donation fields',
  public_key: 'Public key',
  private_key: 'Private key',
}

export function ConflictNotice({ form }: { form: ProfileForm }) {
  const notice = useRef<HTMLDivElement>(null)
  // The choice is above its field and may be out of view.
  useEffect(() => {
    if (form.attempt > 0) notice.current?.focus()
  }, [form.attempt])
  return (
    <Notice tone="problem" ref={notice} tabIndex={-1} className="mb-5 scroll-mt-24">
      <p className="font-semibold">Someone else saved this organization after you opened it</p>
      <ul className="mt-1 space-y-0.5">
        {form.conflict?.fields.map((field) => (
          <li key={field} className="break-words">
            {`${fieldLabels[field] ?? field}. ${form.problems[field] ?? ''}`}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button variant="secondary" size="small" onClick={form.takeTheirs}>
          Use their values
        </Button>
        <Button variant="secondary" size="small" busy={form.saving} onClick={() => void form.keepMine()}>
          Save mine instead
        </Button>
      </div>
    </Notice>
  )
}
