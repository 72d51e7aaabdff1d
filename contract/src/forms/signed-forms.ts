import { z } from 'zod'
import { route } from '../shared/route.ts'
import { ticketQuery, wireId } from '../shared/wire.ts'

/** All signed forms of a match: the current one, and earlier ones that were replaced. */

export const signedFormMessages = {
  loadFailed: 'Failed to load the signed forms.',
  downloadFailed: 'Failed to download the signed form.',
  noFile: 'The file of this form is gone, because its donor was erased.',
} as const

/** `id` of the current or last form, which no other form replaced. */
export const currentFormId = 0

export const signedForm = z.object({
  id: z.number().describe(`${currentFormId}: no other form took its place`),
  company: z.string().describe('whose form it is'),
  is_current: z.boolean().describe('false: what is asked of the match now is not what this form was signed for'),
  replaced_at: z.string().nullable().describe('when the donor opened the next form; null: they did not'),
  has_file: z.boolean().describe('false: the donor was erased'),
  signatures: z.array(
    z.object({
      role: z.enum(['donor', 'nonprofit']),
      name: z.string(),
      title: z.string(),
      email: z.string(),
      signed_at: z.string(),
    }),
  ),
})
export type SignedForm = z.infer<typeof signedForm>

export const listSignedForms = route({
  name: 'listSignedForms',
  method: 'GET',
  path: '/api/donation/{id}/form',
  summary: 'The forms of a match that were signed here, the newest first: who signed, when, and which of them holds',
  who: 'read',
  within: 'donation',
  peopleOnly: true,
  params: z.object({ id: wireId }),
  answer: z.object({ forms: z.array(signedForm) }),
})

export const getSignedFormTicket = route({
  name: 'getSignedFormTicket',
  method: 'GET',
  path: '/api/donation/{id}/form/{form}/pdf-token',
  summary: 'A link, good for one download within 60 seconds, to a form of a match as it was signed',
  who: 'read',
  within: 'donation',
  peopleOnly: true,
  params: z.object({ id: wireId, form: z.coerce.number().int().min(currentFormId).max(Number.MAX_SAFE_INTEGER) }),
  answer: z.object({ url: z.string() }),
})

export const downloadSignedForm = route({
  name: 'downloadSignedForm',
  method: 'GET',
  path: '/api/download/signed-form.pdf',
  summary: 'A signed form, for the holder of a ticket',
  who: 'public',
  query: ticketQuery,
  answer: z.unknown(),
  answerKind: 'file',
  internal: true,
})
