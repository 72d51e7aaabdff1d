import { employmentIds } from '@twofold/matching'
import { z } from 'zod'
import { hasNoUrl, nameWithoutUrlMessage, requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { currency, emailAddress, mailedToken, wireDay, wireId, wireMoney } from '../shared/wire.ts'

/** 'Edit Your Match Request': corrections by a donor without an account, through a one-time link. */

/** Spec 2, section 5: one sentence for all missing fields. */
export const missingFields = 'Please fill in all required fields.'
/** Shown if the employer field only contains "retired". */
export const formerEmployerQuestion = 'Which employer did you retire from?'
export const tooLong = 'That is too long.'
export const wrongEmail = 'Please enter a valid email address.'

const needed = (most: number) => requiredText(missingFields).max(most, tooLong)

export const correctionForm = z.object({
  donor_name: needed(200).refine(hasNoUrl, nameWithoutUrlMessage),
  email: needed(255).pipe(emailAddress(wrongEmail)),
  company: needed(200).describe('the employer, in the words of the donor'),
  employment: z.enum(employmentIds).nullable().describe('what the donor is to the employer; null: not said'),
})
export type CorrectionForm = z.infer<typeof correctionForm>

export const matchRequest = z.object({
  id: wireId,
  organization: z.string(),
  donor_name: z.string(),
  email: z.string(),
  company: z.string(),
  company_id: wireId.nullable().describe('of the directory; null where the employer is not in it'),
  employment: z.enum(employmentIds).nullable(),
  amount: wireMoney,
  currency,
  donated_at: wireDay,
  can_change: z.boolean().describe('false once the employer has the request, or the gift is withdrawn'),
  about: z.string().describe('which gift, or which gifts together, it asks for: before `standing`'),
  is_donors_turn: z.boolean().describe('whether there is something that the donor can do next'),
  standing: z.string().describe('where the match stands, as one sentence'),
  page: z.string().nullable().describe('path of the donor’s page with the next steps; null before the first email'),
  language: z.enum(['en', 'fr', 'es']).describe('what the donor reads'),
  waiting_email: z.string().nullable().describe('the address that waits for the stored one to agree'),
  waiting_name: z.string().nullable().describe('the name that goes with it, where it is another than the stored one'),
})
export type MatchRequest = z.infer<typeof matchRequest>

const key = z.string().min(20).max(200).describe('what redeeming the one-time link answered; good for an hour')

export const readMatchRequest = route({
  name: 'readMatchRequest',
  method: 'POST',
  path: '/api/match-request/read',
  summary: 'What a donor may correct about their match, with the key that the one-time link gave',
  who: 'public',
  body: z.object({ key }),
  answer: matchRequest,
  rate: { max: 120, seconds: 900 },
})

export const updateMatchRequest = route({
  name: 'updateMatchRequest',
  method: 'POST',
  path: '/api/match-request/update',
  summary: 'Correct it: the rules look at the match at once; another address waits until the stored one agrees',
  who: 'public',
  body: correctionForm.extend({
    key,
    company_id: wireId.nullable().describe('where the employer was chosen from the suggestions'),
  }),
  answer: matchRequest,
  rate: { max: 30, seconds: 900 },
})

export const readEmailTransfer = route({
  name: 'readHandOver',
  method: 'POST',
  path: '/api/match-request/hand-over/read',
  summary:
    'Which address a match would be handed to, with the one-time link that the stored address got; uses nothing up',
  who: 'public',
  body: z.object({ token: mailedToken }),
  answer: z.object({ email: z.string().describe('whose request it would be') }),
  rate: { max: 60, seconds: 900 },
})

export const transferMatchRequest = route({
  name: 'handOverMatchRequest',
  method: 'POST',
  path: '/api/match-request/hand-over',
  summary: 'Hand a match to another address, with the one-time link that the stored address got',
  who: 'public',
  body: z.object({ token: mailedToken }),
  answer: z.object({ organization: z.string(), email: z.string().describe('whose request it is from now on') }),
  rate: { max: 30, seconds: 900 },
})
