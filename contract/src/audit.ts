import { z } from 'zod'
import { organizationPath } from './organizations.ts'
import { route } from './route.ts'
import { wireId } from './wire.ts'

export const auditEvent = z.object({
  id: z.number(),
  at: z.string(),
  user: z.object({ id: z.number(), name: z.string() }).nullable().describe('null: the product itself, or a donor'),
  as_super: z.boolean().describe("our support acted in the organization's name"),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  before: z.record(z.string(), z.unknown()).describe('only what changed; secrets are named and never shown'),
  after: z.record(z.string(), z.unknown()),
  address: z.string(),
  request_id: z.string(),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const auditPageSize = 50

export const listAudit = route({
  name: 'listAudit',
  method: 'GET',
  path: '/api/organization/{id}/audit',
  summary: 'Who changed what, the newest first',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  query: z.object({
    before: wireId.optional().describe('continue below this line: the `next` of the page before'),
    limit: z.coerce.number().int().min(1).max(200).default(auditPageSize),
    subject: z.string().trim().max(60).optional().describe("what was changed: 'member', 'organization', …"),
    user_id: wireId.optional(),
  }),
  answer: z.object({
    events: z.array(auditEvent),
    next: z.number().nullable(),
    subjects: z.array(z.string()).describe('what there is to filter by'),
    people: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
})
