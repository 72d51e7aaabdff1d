import type { audit } from '@twofold/contract'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { insertAuditEvent } from './audit.queries.ts'

export type AuditEvent = audit.AuditAction & {
  readonly organizationId: number
  readonly subjectId?: string | number
  /** Changed values only. Secret fields contain `redacted` instead of their value. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

export const redacted = '•••'

export type AuditContext = {
  readonly platform: Pick<Platform, 'clock'>
  readonly request: { readonly ip: string; readonly id: string }
  readonly caller?: { readonly user: { readonly id: number; readonly globalPermission: string | null } } | undefined
}

/** The call of a person who changes an organization's data. */
export type WriteCall = AuditContext & {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly caller: Caller
  readonly level: AccessLevel
}

/** Call it in the transaction of the change. */
export async function writeAudit(
  db: Db,
  { platform, request, caller }: AuditContext,
  event: AuditEvent,
): Promise<void> {
  insertAuditEvent(db, {
    organizationId: event.organizationId,
    at: platform.clock(),
    userId: caller?.user.id ?? null,
    isSuper: caller?.user.globalPermission === 'super',
    action: event.action,
    subject: event.subject,
    subjectId: String(event.subjectId ?? ''),
    before: event.before ?? {},
    after: event.after ?? {},
    address: request.ip,
    requestId: request.id,
  })
}

export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pickChanged = (from: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((key) => [key, from[key]]))
  return { before: pickChanged(before), after: pickChanged(after) }
}
