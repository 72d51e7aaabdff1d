import { z } from 'zod'
import { organizationPath } from './organizations.ts'
import { route } from './route.ts'
import { currency, wireDay, wireMoney } from './wire.ts'

export const bucket = z.object({
  sum: wireMoney.describe("gifts in the organization's own currency"),
  count: z.number().describe('gifts in every currency'),
  other_sums: z.record(z.string(), z.number()).describe('gifts in other currencies, by code'),
})
export type Bucket = z.infer<typeof bucket>

export const byStatus = z.object({
  donor_contacted: bucket,
  npo_verify: bucket,
  engaged_submitted: bucket,
  no_response: bucket,
})
export type ByStatus = z.infer<typeof byStatus>

export const getStatistics = route({
  name: 'getStatistics',
  method: 'GET',
  path: '/api/organization/{id}/statistics',
  summary: 'Sums and counts of gifts by what is being waited for',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: z
    .object({ from: wireDay, to: wireDay, report: z.enum(['by_status']).default('by_status') })
    .refine(({ from, to }) => from <= to, { message: 'From must not be after To', path: ['from'] }),
  answer: z.object({ currency, by_status: byStatus }),
})
