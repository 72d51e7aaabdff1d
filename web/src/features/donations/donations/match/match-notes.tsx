import { type donations, matchNotes } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { fieldErrorsOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { useForm } from '../../../../shared/form.ts'
import { useMe } from '../../../../shared/me.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, fieldId, Textarea } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { cacheDetail } from './use-match-change.ts'

const { noteMessages } = matchNotes

/** Donors never see notes. */
export function NoteForm({ donationId }: { donationId: number }) {
  const add = useApiMutation(matchNotes.addNote, { failed: noteMessages.addFailed })
  const form = useForm(
    matchNotes.newNote,
    { text: '' },
    async (values) => {
      const { donation } = await add.mutateAsync({ params: { id: donationId }, body: values })
      cacheDetail(donation)
      form.begin({ text: '' })
      // The disabled button would lose focus.
      document.getElementById(fieldId('text'))?.focus()
    },
    { toErrors: noteErrorsOf },
  )
  return (
    <form className="mb-5" onSubmit={form.onSubmit}>
      <Field name="text" label="Note" hint="For your team only. Donors won’t see it." error={form.errors.text}>
        <Textarea rows={2} className="min-h-16!" {...form.field('text')} />
      </Field>
      <Button type="submit" size="small" variant="secondary" className="mt-2" busy={form.busy} disabled={!form.isDirty}>
        Add note
      </Button>
    </form>
  )
}

function noteErrorsOf(problem: unknown) {
  const { text, root } = fieldErrorsOf(problem)
  return { text: text ?? root }
}

export function RemoveNote({
  note,
  donationId,
}: {
  note: donations.DonationDetail['notes'][number]
  donationId: number
}) {
  const me = useMe()
  const permissions = usePermissions()
  const remove = useApiMutation(matchNotes.removeNote, { failed: noteMessages.removeFailed })
  if (!(permissions.admin || (permissions.write && note.user_id === me.id))) return null
  return (
    <Button
      size="small"
      variant="quiet"
      className="mt-1 -ml-3"
      busy={remove.isPending}
      aria-label={`Remove the note ${quoted(note.text.slice(0, 40))}`}
      onClick={() =>
        remove.mutate(
          { params: { id: donationId, noteId: note.id } },
          {
            onSuccess: ({ donation }) => {
              cacheDetail(donation)
              toast({ title: 'Note removed' })
            },
          },
        )
      }
    >
      Remove
    </Button>
  )
}
