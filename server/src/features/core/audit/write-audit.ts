import type { audit } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { insertAuditEvent } from './audit.queries.ts'

export type AuditEvent = audit.AuditAction & {
  readonly organizationId: number
  readonly subjectId?: string | number
  /** Changed values only. Secret fields are included with `redacted` instead of their value. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/** Replaces secret values in the audit trail. */
export const redacted = '•••'

/** The caller and the origin of a request; part of the call of every route. */
export type AuditContext = {
  readonly platform: Pick<Platform, 'clock'>
  readonly request: { readonly ip: string; readonly id: string }
  readonly caller?: { readonly user: { readonly id: number; readonly globalPermission: string | null } } | undefined
}

/** Writes one line of the audit trail in the transaction of the change. */
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

/** Returns the fields that differ between two states, with their old and new values. */
export function differences(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const changed = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const only = (from: Readonly<Record<string, unknown>>) => Object.fromEntries(changed.map((key) => [key, from[key]]))
  return { before: only(before), after: only(after) }
}
