import { type donations, matchNotes } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { fieldErrorsOf } from '../../../../api/api-error.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { useMe } from '../../../../shared/me.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field, fieldId, Textarea } from '../../../../ui/field.tsx'
import { useForm } from '../../../../ui/form.ts'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { cacheDetail } from './use-match-change.ts'

const { noteMessages } = matchNotes

/** Donors never see notes. */
export function NoteForm({ donationId }: { donationId: number }) {
  const add = useApiMutation(matchNotes.addNote)
  const form = useForm(matchNotes.newNote, { text: '' }, async (values) => {
    try {
      const { donation } = await add.mutateAsync({ params: { id: donationId }, body: values })
      cacheDetail(donation)
      form.begin({ text: '' })
      // The disabled button would lose focus.
      document.getElementById(fieldId('text'))?.focus()
      return {}
    } catch (problem) {
      toastError(noteMessages.addFailed, problem)
      const { text, root } = fieldErrorsOf(problem)
      return { text: text ?? root }
    }
  })
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

export function RemoveNote({
  note,
  donationId,
}: {
  note: donations.DonationDetail['notes'][number]
  donationId: number
}) {
  const me = useMe()
  const permissions = usePermissions()
  const remove = useApiMutation(matchNotes.removeNote)
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
            onError: (problem) => toastError(noteMessages.removeFailed, problem),
          },
        )
      }
    >
      Remove
    </Button>
  )
}
