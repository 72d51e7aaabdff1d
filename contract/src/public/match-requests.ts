import { employmentIds } from '@twofold/matching'
import { z } from 'zod'
import { hasNoUrl, nameWithoutUrlMessage, requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { currency, emailAddress, mailedToken, wireDay, wireId, wireMoney } from '../shared/wire.ts'

/** Spec 2, section 5: one sentence for all missing fields. */
export const missingFields = 'Please fill in all required fields.'
/** Asked if the employer field only contains "retired". */
export const formerEmployerQuestion = 'Which employer did you retire from?'
export const tooLong = 'That is too long.'
export const wrongEmail = 'Please enter a valid email address.'

const needed = (most: number) => requiredText(missingFields).max(most, tooLong)

export const correctionForm = z.object({
  donor_name: needed(200).refine(hasNoUrl, nameWithoutUrlMessage),
  email: needed(255).pipe(emailAddress(wrongEmail)),
  company: needed(200).describe('employer as entered by the donor'),
  employment: z.enum(employmentIds).nullable().describe('relationship to the employer; null if not stated'),
})
export type CorrectionForm = z.infer<typeof correctionForm>

export const matchRequest = z.object({
  id: wireId,
  organization: z.string(),
  donor_name: z.string(),
  email: z.string(),
  company: z.string(),
  company_id: wireId.nullable().describe('ID in the directory; null if the employer is not listed'),
  employment: z.enum(employmentIds).nullable(),
  amount: wireMoney,
  currency,
  donated_at: wireDay,
  can_change: z.boolean().describe('false after submission to the employer or withdrawal of the gift'),
  about: z.string().describe('gift or gifts of the request, shown before `standing`'),
  is_donors_turn: z.boolean().describe('whether the next step is up to the donor'),
  standing: z.string().describe('status of the match as one sentence'),
  page: z.string().nullable().describe('path of the donor’s page with next steps; null before the first email'),
  language: z.enum(['en', 'fr', 'es']).describe('language of the donor'),
  waiting_email: z.string().nullable().describe('new address that the stored address has not confirmed; null if none'),
  waiting_name: z.string().nullable().describe('name for the new address, if different; null otherwise'),
})
export type MatchRequest = z.infer<typeof matchRequest>

const key = z.string().min(20).max(200).describe('key from redeeming the one-time link, valid for one hour')

export const readMatchRequest = route('POST', '/api/match-request/read', {
  name: 'readMatchRequest',
  summary: 'A match request that the donor can correct, by key',
  access: 'public',
  body: z.object({ key }),
  response: matchRequest,
  rate: { max: 120, seconds: 900 },
})

export const updateMatchRequest = route('POST', '/api/match-request/update', {
  name: 'updateMatchRequest',
  summary: 'Correct a match request; the match is reevaluated, and a new address must be confirmed by the stored one',
  access: 'public',
  body: correctionForm.extend({
    key,
    company_id: wireId.nullable().describe('company chosen from the suggestions; null otherwise'),
  }),
  response: matchRequest,
  rate: { max: 30, seconds: 900 },
})

export const readEmailTransfer = route('POST', '/api/match-request/hand-over/read', {
  name: 'readHandOver',
  summary: 'Get the new address of a match request by its confirmation link; does not use the link',
  access: 'public',
  body: z.object({ token: mailedToken }),
  response: z.object({ email: z.string().describe('new address of the request') }),
  rate: { max: 60, seconds: 900 },
})

export const transferMatchRequest = route('POST', '/api/match-request/hand-over', {
  name: 'handOverMatchRequest',
  summary: 'Transfer a match request to the new address with the confirmation link',
  access: 'public',
  body: z.object({ token: mailedToken }),
  response: z.object({ organization: z.string(), email: z.string().describe('new address of the request') }),
  rate: { max: 30, seconds: 900 },
})
