import { z } from 'zod'
import { route } from './route.ts'
import { level, wireId } from './wire.ts'

export const organizationType = z.enum(['non-profit', 'edu-pto', 'chapter'])

/** What the shell and the list need of an organization; the profile grows with the organization's own screens. */
export const organization = z.object({
  id: z.number(),
  name: z.string(),
  type: organizationType,
  ein: z.string(),
  is_premium: z.string().nullable(),
  plan: z.string().nullable(),
  complete: z.boolean(),
  file_logo: z.string().nullable(),
  parent_id: z.number().nullable(),
  children: z.array(z.object({ id: z.number(), name: z.string() })),
  time_zone: z.string(),
  currency: z.enum(['USD', 'CAD']),
  level: level.or(z.literal('super')).describe('what the caller may do here'),
})
export type Organization = z.infer<typeof organization>

export const organizationPath = z.object({ id: wireId })

export const getOrganization = route({
  name: 'getOrganization',
  method: 'GET',
  path: '/api/organization/{id}',
  summary: 'One organization',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  answer: organization,
})

export const searchOrganizations = route({
  name: 'searchOrganizations',
  method: 'GET',
  path: '/api/search/organization',
  summary: 'Find any organization by part of its name',
  who: 'super',
  query: z.object({ term: z.string().trim().min(2, 'Type at least 2 characters').max(100) }),
  answer: z.object({ organizations: z.array(z.object({ id: z.number(), name: z.string(), ein: z.string() })) }),
})
