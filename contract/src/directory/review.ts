import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { currency, wireId, wireMoney } from '../shared/wire.ts'

/** Gifts in status 2, whose employer text does not identify one company. For super users, across organizations. */

export const reviewMessages = {
  chooseCompany: 'Choose a company',
  unknownCompany: 'That company is not in the directory.',
  tooLate: 'This was already undone, or is too old to undo.',
  nothingWaits: 'No gift is waiting for this employer anymore.',
} as const

export const reviewPageSize = 50
/** Maximum of the exact count in the sidebar. */
export const maxCounted = 99
/**
 * Delay before a resolution takes effect. An undo within this time leaves no trace on gifts, because no gift is
 * evaluated and no email is sent before.
 */
export const resolutionDelaySeconds = 10

/** Limit of waiting gifts that are considered, oldest first. */
export const maxReviewedGifts = 100_000

/** Limit of an employer's waiting gifts whose donor addresses are considered. */
export const maxEvidenceGifts = 200

export const employerGroup = z.object({
  key: z.string().describe('the spelling without case, signs and doubled spaces'),
  employer_text: z.string().describe('as most of the gifts have it'),
  gifts: z.number(),
  organizations: z.number(),
  organization_names: z.array(z.string()).describe('at most three, those with the most gifts first'),
  by_organization: z.array(z.object({ name: z.string(), gifts: z.number() })).describe('the same, with their gifts'),
  sums: z.array(z.object({ currency, amount: wireMoney })),
  oldest: z.string().describe("the first gift's day"),
  mail_domains: z
    .array(
      z.object({
        domain: z.string(),
        donors: z.number(),
        is_public: z.boolean().describe('anybody may have an address there: it tells no employer'),
      }),
    )
    .describe(
      `where the donors of its first ${maxEvidenceGifts} gifts have their addresses, at most five, the most telling first`,
    ),
  candidates: z
    .array(
      z.object({
        company_id: z.number(),
        name: z.string(),
        hit: z.string().describe('the name or alias that is near'),
        likeness: z.number().describe('of that name to the text, 0 to 1'),
        donors_at_domain: z.number().describe("donors with an address at the company's domain"),
      }),
    )
    .describe('who may be meant, best first'),
})
export type EmployerGroup = z.infer<typeof employerGroup>

export const resolution = z.object({
  id: z.number(),
  employer_text: z.string(),
  company: z.object({ id: z.number().nullable().describe('null: it was taken back as well'), name: z.string() }),
  add_alias: z.boolean(),
  state: z.enum(['running', 'done', 'undoing', 'undone']),
  can_undo: z.boolean(),
  gifts: z.number().describe('evaluated again so far'),
  mails: z
    .object({
      waiting: z.number(),
      held: z.number(),
      are_held: z.boolean().describe('those that are still to come as well'),
    })
    .describe(
      'mails to donors that it started and that have not left, of its first 5,000 gifts, and those of them that are held',
    ),
  by: z.string(),
  at: z.string(),
})
export type Resolution = z.infer<typeof resolution>

export const listReview = route({
  name: 'listReview',
  method: 'GET',
  path: '/api/review/employer',
  summary: 'Employers that nobody could tell, by how many gifts wait for them',
  who: 'super',
  query: z.object({ page: z.coerce.number().int().min(1).max(2_000).default(1) }),
  answer: z.object({
    groups: z.array(employerGroup),
    total: z.number().describe('employers'),
    gifts: z.number(),
    is_partial: z.boolean().describe('more gifts wait than were looked at'),
    recent: z.array(resolution).describe('the last ten'),
  }),
})

const chosenCompany = z
  .object({
    key: z.string().min(1).max(600),
    company_id: wireId.optional(),
    new_company: z.string().trim().min(2).max(200).optional().describe('a name for a company to add to the directory'),
    add_alias: z.boolean().default(true).describe('later gifts with this spelling find the company by themselves'),
  })
  .refine(({ company_id, new_company }) => (company_id === undefined) !== (new_company === undefined), {
    message: reviewMessages.chooseCompany,
    path: ['company_id'],
  })

export const resolveEmployer = route({
  name: 'resolveEmployer',
  method: 'POST',
  path: '/api/review/employer',
  summary: 'Say which company is meant; every gift that waits for it is evaluated again',
  who: 'super',
  status: 202,
  body: chosenCompany,
  answer: z.object({ resolution }),
})

export const reviewResolution = route({
  name: 'reviewResolution',
  method: 'POST',
  path: '/api/review/employer/review',
  summary: 'What saying which company is meant would bring: how many gifts, matches and emails. Nothing is changed',
  who: 'super',
  changes: false,
  body: chosenCompany,
  answer: changeReview,
  rate: { max: 120, seconds: 300 },
})

export const countReview = route({
  name: 'countReview',
  method: 'GET',
  path: '/api/review/count',
  summary: `Employers that wait to be told and suggested corrections, each counted up to ${maxCounted}`,
  who: 'super',
  answer: z.object({ employers: z.number(), suggestions: z.number(), is_whole: z.boolean() }),
})

export const holdResolution = route({
  name: 'holdResolution',
  method: 'POST',
  path: '/api/review/resolution/{resolutionId}/hold',
  summary: 'Hold the emails to donors that a resolution started, or let go those that were held so',
  who: 'super',
  params: z.object({ resolutionId: wireId }),
  body: z.object({ held: z.boolean() }),
  answer: z.object({ resolution }),
})

export const undoResolution = route({
  name: 'undoResolution',
  method: 'POST',
  path: '/api/review/resolution/{resolutionId}/undo',
  summary:
    'Take back which company was meant, with the name and the company that were added; its gifts are evaluated again',
  who: 'super',
  status: 202,
  params: z.object({ resolutionId: wireId }),
  answer: z.object({ resolution }),
})
