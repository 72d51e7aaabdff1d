import { z } from 'zod'
import { route } from './route.ts'
import { currency, wireId, wireMoney } from './wire.ts'

/** Gifts that wait at status 2: the employer's name does not lead to one company. For super users, across organizations. */

export const reviewMessages = {
  chooseCompany: 'Choose the company that is meant',
  unknownCompany: 'That company is not in the directory.',
  tooLate: 'This was taken back already, or is too long ago.',
  nothingWaits: 'No gift waits for this employer any more.',
} as const

export const reviewPageSize = 50
/** So long nothing happens yet: no gift is evaluated, nobody is mailed or told. Taken back within it, it leaves no trace on a gift. */
export const resolvingStartsAfterSeconds = 10

/** So many waiting gifts are looked at, the oldest first; more come up as these are resolved. */
export const reviewedAtMost = 100_000

export const employerGroup = z.object({
  key: z.string().describe('the spelling without case, signs and doubled spaces'),
  employer_text: z.string().describe('as most of the gifts have it'),
  gifts: z.number(),
  organizations: z.number(),
  organization_names: z.array(z.string()).describe('at most three'),
  sums: z.array(z.object({ currency, amount: wireMoney })),
  oldest: z.string().describe("the first gift's day"),
  candidates: z.array(z.object({ company_id: z.number(), name: z.string() })).describe('who may be meant, best first'),
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

export const resolveEmployer = route({
  name: 'resolveEmployer',
  method: 'POST',
  path: '/api/review/employer',
  summary: 'Say which company is meant; every gift that waits for it is evaluated again',
  who: 'super',
  status: 202,
  body: z
    .object({
      key: z.string().min(1).max(600),
      company_id: wireId.optional(),
      new_company: z
        .string()
        .trim()
        .min(2)
        .max(200)
        .optional()
        .describe('a name for a company to add to the directory'),
      add_alias: z.boolean().default(true).describe('later gifts with this spelling find the company by themselves'),
    })
    .refine(({ company_id, new_company }) => (company_id === undefined) !== (new_company === undefined), {
      message: reviewMessages.chooseCompany,
      path: ['company_id'],
    }),
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
