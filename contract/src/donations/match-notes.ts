import { z } from 'zod'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'
import { donationDetail } from './donations.ts'

export const noteMessages = {
  text: 'Write something first',
  long: 'A note has at most 4,000 characters',
  notYours: 'Only the person who wrote a note, or an administrator, can remove it.',
  addFailed: 'Failed to add the note.',
  removeFailed: 'Failed to remove the note.',
} as const

export const newNote = z.object({
  text: requiredText(noteMessages.text).max(4_000, noteMessages.long),
})

const responseBody = z.object({ donation: donationDetail })

export const addNote = route('POST', '/api/donation/{id}/note', {
  name: 'addNote',
  summary: 'Add an internal note to a match',
  access: 'write',
  scope: 'donation',
  apiKeys: true,
  params: z.object({ id: wireId }),
  body: newNote,
  response: responseBody,
})

export const removeNote = route('DELETE', '/api/donation/{id}/note/{noteId}', {
  name: 'removeNote',
  summary: 'Delete a note from a match',
  access: 'write',
  scope: 'donation',
  params: z.object({ id: wireId, noteId: wireId }),
  response: responseBody,
})
