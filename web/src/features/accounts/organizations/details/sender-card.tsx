import { quoted } from '@twofold/matching'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { ProfileTextField } from './text-field.tsx'
import type { ProfileForm } from './use-profile-form.ts'

export function SenderCard({ form }: { form: ProfileForm }) {
  const { name, parent_id } = form.organization
  const fallback = parent_id === null ? '' : 'the parent organization’s, or else '
  return (
    <Card>
      <CardTitle>Who donor emails come from</CardTitle>
      <p className="-mt-2 mb-4 max-w-[65ch] text-muted">Account and sign-in emails don’t change.</p>
      <div className="grid max-w-3xl gap-5 sm:grid-cols-2">
        <ProfileTextField
          form={form}
          field="mail_sender.name"
          label="Sender name"
          inRow
          hint={`Leave it empty to use ${fallback}${quoted(name)}.`}
          maxLength={100}
        />
        <ProfileTextField
          form={form}
          field="mail_sender.reply_to"
          label="Replies go to"
          inRow
          hint={`Leave it empty to use ${fallback}the primary contact’s.`}
          type="email"
        />
      </div>
    </Card>
  )
}
