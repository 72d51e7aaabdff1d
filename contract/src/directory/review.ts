import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { currency, wireId, wireMoney } from '../shared/wire.ts'

/** Gifts in status 2. For super users, across organizations. */

export const reviewMessages = {
  chooseCompany: 'Choose a company',
  unknownCompany: 'That company isn’t in the directory.',
  tooLate: 'This was already undone, or is too old to undo.',
  noWaitingGifts: 'No gift is waiting for this employer anymore.',
} as const

export const reviewPageSize = 50
export const maxCounted = 99
/** An undo within this time leaves no trace, because no gift is evaluated and no email is sent before. */
export const resolutionDelaySeconds = 10

/** The oldest gifts come first. */
export const maxReviewedGifts = 100_000

export const maxEvidenceGifts = 200

export const employerGroup = z.object({
  key: z.string().describe('normalized spelling: without case, punctuation and repeated spaces'),
  employer_text: z.string().describe('most common spelling'),
  gifts: z.number(),
  organizations: z.number(),
  organization_names: z.array(z.string()).describe('at most 3, most gifts first'),
  by_organization: z
    .array(z.object({ name: z.string(), gifts: z.number() }))
    .describe('the same organizations with their numbers of gifts'),
  sums: z.array(z.object({ currency, amount: wireMoney })),
  oldest: z.string().describe('date of the first gift'),
  mail_domains: z
    .array(
      z.object({
        domain: z.string(),
        donors: z.number(),
        is_public: z.boolean().describe('public email provider, which does not indicate an employer'),
      }),
    )
    .describe(`email domains of the donors of the first ${maxEvidenceGifts} gifts; at most 5, most relevant first`),
  candidates: z
    .array(
      z.object({
        company_id: z.number(),
        name: z.string(),
        hit: z.string().describe('similar name or alias'),
        likeness: z.number().describe('similarity of the name to the text, from 0 to 1'),
        donors_at_domain: z.number().describe("donors with an email address at the company's domain"),
      }),
    )
    .describe('possible companies, best match first'),
})
export type EmployerGroup = z.infer<typeof employerGroup>

export const resolution = z.object({
  id: z.number(),
  employer_text: z.string(),
  company: z.object({
    id: z.number().nullable().describe('null if the added company was also removed by undo'),
    name: z.string(),
  }),
  add_alias: z.boolean(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  can_undo: z.boolean(),
  gifts: z.number().describe('gifts reevaluated so far'),
  mails: z
    .object({
      waiting: z.number(),
      held: z.number(),
      are_held: z.boolean().describe('whether later emails are held too'),
    })
    .describe('unsent emails to donors caused by the resolution, for its first 5,000 gifts'),
  by: z.string(),
  at: z.string(),
})
export type Resolution = z.infer<typeof resolution>

export const listReview = route('GET', '/api/review/employer', {
  name: 'listReview',
  summary: 'Unidentified employers, ordered by number of waiting gifts',
  access: 'super',
  query: z.object({ page: z.coerce.number().int().min(1).max(2_000).default(1) }),
  response: z.object({
    groups: z.array(employerGroup),
    total: z.number().describe('number of employers'),
    gifts: z.number(),
    is_partial: z.boolean().describe('true if not all waiting gifts were included'),
    recent: z.array(resolution).describe('the last 10 resolutions'),
  }),
})

const chosenCompany = z
  .object({
    key: z.string().min(1).max(600),
    company_id: wireId.optional(),
    new_company: z.string().trim().min(2).max(200).optional().describe('name of a company to add to the directory'),
    add_alias: z.boolean().default(true).describe('assign later gifts with this spelling to the company automatically'),
  })
  .refine(({ company_id, new_company }) => (company_id === undefined) !== (new_company === undefined), {
    message: reviewMessages.chooseCompany,
    path: ['company_id'],
  })

export const resolveEmployer = route('POST', '/api/review/employer', {
  name: 'resolveEmployer',
  summary: 'Assign a company to an employer spelling; all waiting gifts are reevaluated',
  access: 'super',
  status: 202,
  body: chosenCompany,
  response: z.object({ resolution }),
})

export const reviewResolution = route('POST', '/api/review/employer/review', {
  name: 'reviewResolution',
  summary: 'Preview assigning a company to an employer spelling; changes nothing',
  access: 'super',
  changes: false,
  body: chosenCompany,
  response: changeReview,
  rate: { max: 120, seconds: 300 },
})

export const countReview = route('GET', '/api/review/count', {
  name: 'countReview',
  summary: `Number of unidentified employers and of pending suggestions, each counted up to ${maxCounted}`,
  access: 'super',
  response: z.object({ employers: z.number(), suggestions: z.number(), is_whole: z.boolean() }),
})

export const holdResolution = route('POST', '/api/review/resolution/{resolutionId}/hold', {
  name: 'holdResolution',
  summary: 'Hold or release the emails to donors caused by a resolution',
  access: 'super',
  params: z.object({ resolutionId: wireId }),
  body: z.object({ held: z.boolean() }),
  response: z.object({ resolution }),
})

export const undoResolution = route('POST', '/api/review/resolution/{resolutionId}/undo', {
  name: 'undoResolution',
  summary: 'Undo a resolution, including an added alias or company; its gifts are reevaluated',
  access: 'super',
  status: 202,
  params: z.object({ resolutionId: wireId }),
  response: z.object({ resolution }),
})
