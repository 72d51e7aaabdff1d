import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization, wireId } from '../shared/wire.ts'

export const auditEvent = z.object({
  id: z.number(),
  at: z.string(),
  user: z.object({ id: z.number(), name: z.string() }).nullable().describe('null for actions of the system or a donor'),
  as_super: z.boolean().describe('whether our support team acted on behalf of the organization'),
  action: z.string(),
  subject: z.string(),
  subject_id: z.string(),
  before: z.record(z.string(), z.unknown()).describe('changed fields only; secrets are listed without their values'),
  after: z.record(z.string(), z.unknown()),
  address: z.string(),
  request_id: z.string(),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const auditPageSize = 50

/** The portal has a sentence for each. */
export const auditActions = {
  organization: ['created', 'registered', 'changed', 'entered', 'closed', 'reopened', 'exported', 'erased'],
  member: ['invited', 'invited again', 'changed', 'removed', 'restored', 'renamed'],
  chapter: ['created', 'asked', 'request withdrawn', 'declined', 'joined', 'left'],
  parent: ['joined', 'declined', 'left'],
  employer: ['assigned', 'assignment undone', 'merged', 'merge undone'],
  'own policy': ['entered', 'changed', 'removed'],
  api_key: ['created', 'changed', 'revealed', 'copied', 'removed'],
  webhook: ['created', 'changed', 'removed', 'rotated', 'revealed', 'copied', 'tested', 'resent'],
  document: ['uploaded', 'replaced', 'deleted'],
  w9: ['uploaded', 'replaced', 'deleted'],
  irs: ['uploaded', 'replaced', 'deleted'],
  logo: ['uploaded', 'replaced', 'deleted'],
  'notification email': ['added', 'removed'],
  'weekly mail': ['subscribed', 'unsubscribed'],
  'sending address': ['chosen', 'checked', 'removed'],
  'mails to donors': ['held', 'released', 'dropped', 'brought back', 'resumed', 'allowed', 'stopped', 'sent'],
  match: [
    'requested',
    'confirmed',
    'submitted',
    'submitted for match',
    'verified',
    'signed',
    'asked to verify',
    'cancelled',
    'closed without a charge',
    'refunded',
    'restored',
    'silenced',
    'un-silenced',
    'reprocessed',
    'changed',
    'noted',
    'removed a note of',
    'change undone',
  ],
  donation: ['added', 'expired'],
  donor: ['changed', 'merged', 'merge undone', 'exported', 'erased'],
  import: ['uploaded', 'asked to undo', 'undone', 'not undone'],
  campaign: ['created', 'changed', 'ended', 'deleted', 'brought back', 'submitted gifts of', 'withdrew gifts of'],
  template: ['created', 'changed', 'turned on', 'turned off'],
  plan: ['chosen', 'ended'],
  payment: ['entered', 'reversed', 'collected', 'refunded', 'disputed', 'won back', 'credited', 'reversed at Stripe'],
  'billing rules': ['changed'],
  support: ['allowed', 'ended'],
  view: ['saved', 'changed', 'removed', 'restored'],
  report: ['saved', 'changed', 'removed', 'restored', 'mailed', 'mailed no more'],
  'bank line': ['added', 'reopened', 'settled', 'removed', 'restored'],
  'bank statement': ['removed', 'restored'],
  payout: ['added', 'dated'],
  'payout line': ['reopened', 'settled'],
  'payout report': [
    'uploaded',
    'asked to undo',
    'undone',
    'not undone',
    'added',
    'answered',
    'voided payments of',
    'restored payments of',
  ],
  suggestion: ['made', 'accepted', 'declined'],
  access: ['denied'],
} as const
export type AuditSubject = keyof typeof auditActions
type ActsOn = {
  readonly [S in AuditSubject]: { readonly subject: S; readonly action: (typeof auditActions)[S][number] }
}
export type AuditAction = ActsOn[AuditSubject]
/** 'member invited', 'match verified', … */
export type AuditActionName = { [S in AuditSubject]: `${S} ${(typeof auditActions)[S][number]}` }[AuditSubject]

export const listAudit = route('GET', '/api/organization/{id}/audit', {
  name: 'listAudit',
  summary: 'List audit events, newest first',
  access: 'admin',
  ...inOrganization,
  query: z.object({
    before: wireId.optional().describe('cursor: `next` of the previous page'),
    limit: z.coerce.number().int().min(1).max(200).default(auditPageSize),
    subject: z
      .string()
      .trim()
      .max(60)
      .optional()
      .describe("type of the changed object, such as 'member' or 'organization'"),
    user_id: wireId.optional(),
  }),
  response: z.object({
    events: z.array(auditEvent),
    next: z.number().nullable(),
    subjects: z.array(z.string()).describe('available values for the `subject` filter'),
    people: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
})
