import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, inOrganization, wireMoney } from '../shared/wire.ts'

export const minSearchLength = 3
export const maxSearchResults = 5

const found = z.object({
  donors: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      organization_id: z.number(),
      organization_name: z.string(),
    }),
  ),
  matches: z
    .array(
      z.object({
        id: z.number(),
        donor_name: z.string(),
        amount: wireMoney,
        currency,
        donated_at: z.string(),
        company_name: z.string(),
        status_id: z.number(),
      }),
    )
    .describe('match with this ID, followed by the latest matches of the donors found'),
  companies: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      also: z.string().describe('matching alias; empty if the name itself matched'),
    }),
  ),
})
export type SearchResults = z.infer<typeof found>

export const findAnything = route('GET', '/api/organization/{id}/search', {
  name: 'findAnything',
  summary: 'Search donors, matches, and companies by name or email prefix or match ID, five results of each',
  access: 'read',
  ...inOrganization,
  query: z.object({ q: z.string().trim().max(100) }),
  response: found,
})
