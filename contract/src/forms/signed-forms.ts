import { z } from 'zod'
import { route } from '../shared/route.ts'
import { ticketQuery, wireId } from '../shared/wire.ts'

export const signedFormMessages = {
  loadFailed: 'Failed to load the signed forms.',
  downloadFailed: 'Failed to download the signed form.',
  noFile: 'This form’s file was erased with the donor’s data.',
} as const

export const currentFormId = 0

export const signedForm = z.object({
  id: z.number().describe(`${currentFormId}for the current or last form, which was not replaced`),
  company: z.string().describe('company of the form'),
  is_current: z.boolean().describe('false if the form was signed for an earlier request of the match'),
  replaced_at: z.string().nullable().describe('time when the donor opened the next form; null if not replaced'),
  has_file: z.boolean().describe('false if the donor was erased'),
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

export const listSignedForms = route('GET', '/api/donation/{id}/form', {
  name: 'listSignedForms',
  summary: 'Signed forms of a match, newest first, with signatures',
  access: 'read',
  scope: 'donation',
  params: z.object({ id: wireId }),
  response: z.object({ forms: z.array(signedForm) }),
})

export const getSignedFormTicket = route('GET', '/api/donation/{id}/form/{form}/pdf-token', {
  name: 'getSignedFormTicket',
  summary: 'Create a one-time download link to a signed form, valid for 60 seconds',
  access: 'read',
  scope: 'donation',
  params: z.object({ id: wireId, form: z.coerce.number().int().min(currentFormId).max(Number.MAX_SAFE_INTEGER) }),
  response: z.object({ url: z.string() }),
})

export const downloadSignedForm = route('GET', '/api/download/signed-form.pdf', {
  name: 'downloadSignedForm',
  summary: 'A signed form, for the holder of a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'file',
  internal: true,
})
