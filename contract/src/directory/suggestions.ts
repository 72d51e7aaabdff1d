import { z } from 'zod'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { organizationPath, wireId } from '../shared/wire.ts'
import { difference, fact } from './directory-fields.ts'

export const suggestionMessages = {
  about: 'Choose what is wrong',
  value: 'Enter the correct information',
  source: 'Use a web address, like https://example.com/giving',
  reason: 'Enter a reason. The person who suggested it sees this.',
  tooLong: 'This is too long',
  tooMany: 'You’ve suggested many corrections already. We’ll review those first.',
  decided: 'Someone else already decided this.',
  notCorrected: 'The directory still says otherwise. Correct it first, or accept without a change and give a reason.',
} as const

/** Pending: per organization with its donors, per organization's staff, and per gift's donor. */
export const maxWaitingSuggestions = { organization: 200, staff: 50, gift: 3 } as const

export const suggestionSubjects = {
  program: 'Whether it matches gifts',
  ratio: 'The ratio',
  minimum: 'The minimum',
  maximum: 'A maximum',
  deadline: 'The deadline',
  who: 'Who’s eligible',
  nonprofits: 'Which nonprofits',
  how: 'How to request the match',
  company: 'The company’s name, other names or email domains',
  other: 'Something else',
} as const
export type SuggestionSubject = keyof typeof suggestionSubjects

const subjectIds = Object.keys(suggestionSubjects) as [SuggestionSubject, ...SuggestionSubject[]]
export const suggestionSubject = z.enum(subjectIds, suggestionMessages.about)

const webAddress = z
  .string()
  .trim()
  .max(500, suggestionMessages.tooLong)
  .refine((text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''), suggestionMessages.source)

export const suggestionForm = z.object({
  about: suggestionSubject,
  value: requiredText(suggestionMessages.value).max(500, suggestionMessages.tooLong),
  source_url: webAddress.default('').describe('web address of the source'),
  note: z.string().trim().max(1000, suggestionMessages.tooLong).default(''),
})

const suggestion = z.object({
  id: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  about: suggestionSubject,
  value: z.string(),
  source_url: z.string(),
  note: z.string(),
  by: z.string().nullable().describe('name of the user; null for a donor'),
  at: z.string(),
  state: z.enum(['waiting', 'accepted', 'declined']),
  reason: z.string().describe('reason for the decision, written by support'),
  decided_at: z.string().nullable(),
  changed: z.array(difference).describe('directory changes to the subject between the suggestion and the decision'),
})
export type Suggestion = z.infer<typeof suggestion>

const companyPath = organizationPath.extend({ companyId: wireId })
const ownSuggestions = z.object({ suggestions: z.array(suggestion).describe('newest first; at most 20') })

export const listOwnSuggestions = route('GET', '/api/organization/{id}/company/{companyId}/suggestion', {
  name: 'listOwnSuggestions',
  summary: 'Corrections of a company suggested by the organization and its donors, with the decisions',
  access: 'read',
  scope: 'organization',
  params: companyPath,
  response: ownSuggestions,
})

export const suggestCorrection = route('POST', '/api/organization/{id}/company/{companyId}/suggestion', {
  name: 'suggestCorrection',
  summary: 'Suggest a correction of a company in the directory; support reviews it with its source',
  access: 'write',
  scope: 'organization',
  params: companyPath,
  body: suggestionForm,
  response: ownSuggestions,
  rate: { max: 60, seconds: 3600 },
})

const reviewed = suggestion.extend({
  organization: z.string(),
  decided_by: z.string().nullable(),
  today: z.array(fact).describe('current directory data on the subject with sources; empty once decided'),
  is_corrected: z.boolean().describe('whether the directory text currently matches the suggestion'),
})
export type ReviewedSuggestion = z.infer<typeof reviewed>

export const suggestionsPageSize = 20

export const listSuggestions = route('GET', '/api/review/suggestion', {
  name: 'listSuggestions',
  summary: 'Pending suggested corrections, oldest first, with the current directory data',
  access: 'super',
  query: z.object({ page: z.coerce.number().int().min(1).max(2_000).default(1) }),
  response: z.object({
    suggestions: z.array(reviewed),
    total: z.number(),
    recent: z.array(reviewed).describe('the last 10 decided suggestions'),
  }),
})

export const declineSuggestion = route('POST', '/api/review/suggestion/{suggestionId}/decline', {
  name: 'declineSuggestion',
  summary: 'Decline a suggested correction; the reason is sent to the person who suggested it',
  access: 'super',
  params: z.object({ suggestionId: wireId }),
  body: z.object({
    reason: requiredText(suggestionMessages.reason).max(500, suggestionMessages.tooLong),
  }),
  response: z.object({ suggestion: reviewed }),
})

export const acceptSuggestion = route('POST', '/api/review/suggestion/{suggestionId}/accept', {
  name: 'acceptSuggestion',
  summary: 'Accept a suggested correction that is already in the directory; notifies the person who suggested it',
  access: 'super',
  params: z.object({ suggestionId: wireId }),
  body: z
    .object({
      reason: z.string().trim().max(500, suggestionMessages.tooLong).default(''),
      as_it_stands: z.boolean().default(false).describe('accept without a change of the directory; requires a reason'),
    })
    .refine(({ as_it_stands, reason }) => !as_it_stands || reason !== '', {
      message: suggestionMessages.reason,
      path: ['reason'],
    }),
  response: z.object({ suggestion: reviewed }),
})
