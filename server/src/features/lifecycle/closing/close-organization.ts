import { closing } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { acrossOrganizations, type Db, type Tenant } from '../../../platform/database/database.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { confirmIdentity } from '../../accounts/auth/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { setupQueue } from '../../core/organizations/index.ts'
import { type ClosingState, closeFamily, isParentClosed, lockClosing, reopenFamily } from './closing.queries.ts'

const { closingMessages } = closing

export type ClosingContext = {
  readonly platform: Platform
  readonly request: FastifyRequest
  readonly tenant: Tenant
  readonly caller: Caller
  readonly level: AccessLevel
}

type ClosingForm = {
  readonly name: string
  readonly reason: string
  readonly password?: string | undefined
  readonly code?: string | undefined
}

type ClosingResult = { readonly cancelled_at: string | null; readonly chapters: number }

/** Replaces typographic quotes, too, which people cannot type. */
const normalizeTyped = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').replaceAll(/[‘’]/g, "'").replaceAll(/[“”]/g, '"')

/**
 * Closes its chapters, too. Requires the typed name and the password or a code, because an unlocked screen is not
 * enough. @throws Refusal invalid, conflict
 */
export async function closeOrganization(
  call: ClosingContext,
  { name, reason, password, code }: ClosingForm,
): Promise<ClosingResult> {
  const { platform, tenant } = call
  const id = tenant.organizationId
  const current = await acrossOrganizations(platform.database, (db) => lockClosing(db, id))
  refuseName(current, name)
  await confirmIdentity(call, { ...(password ? { password } : {}), ...(code ? { code } : {}) })
  return acrossOrganizations(platform.database, async (db) => {
    const organization = await lockClosing(db, id)
    refuseName(organization, name)
    if (organization.cancelled_at !== null) throw new Refusal('conflict', closingMessages.already)
    const now = platform.clock()
    const closed = await closeFamily(db, id, { now, reason })
    const values = { before: { closed: false }, after: { closed: true, ...(reason ? { reason } : {}) } }
    for (const organizationId of closed)
      await writeClosingAudit(db, call, { organizationId, action: 'closed', ...values })
    return { cancelled_at: now.toISOString(), chapters: closed.length - 1 }
  })
}

function refuseName(organization: ClosingState, typed: string): void {
  if (normalizeTyped(typed) === normalizeTyped(organization.name)) return
  throw new Refusal('invalid', closingMessages.name, { fields: { name: closingMessages.name } })
}

/** Reopens chapters that were closed with it, until its erasure has begun. @throws Refusal conflict, forbidden */
export async function reopenOrganization(call: ClosingContext): Promise<ClosingResult> {
  const { platform, tenant, level } = call
  const id = tenant.organizationId
  return acrossOrganizations(platform.database, async (db, client) => {
    const { rule_deactivated, ...known } = await lockClosing(db, id)
    const now = platform.clock()
    if (rule_deactivated) throw new Refusal('forbidden', closingMessages.byUs)
    if (known.cancelled_at === null) throw new Refusal('conflict', closingMessages.open)
    if (known.erasure_began_at !== null) throw new Refusal('conflict', closingMessages.erased)
    if (await isParentClosed(db, id)) throw new Refusal('conflict', closingMessages.parent)
    const isLate = known.erases_at !== null && now > known.erases_at
    if (isLate && level !== 'super') throw new Refusal('forbidden', closingMessages.late)
    const reopened = await reopenFamily(db, id, now)
    const values = { before: { closed: true }, after: { closed: false } }
    for (const organizationId of reopened)
      await writeClosingAudit(db, call, { organizationId, action: 'reopened', ...values })
    // Evaluates gifts that arrived while it was closed.
    const job = { organizationId: id, changes: ['setup'], since: now.toISOString() }
    await platform.jobs.add(client, setupQueue, job)
    return { cancelled_at: null, chapters: reopened.length - 1 }
  })
}

type ClosingEvent = {
  readonly organizationId: number
  readonly action: 'closed' | 'reopened'
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

const writeClosingAudit = (db: Db, call: ClosingContext, { organizationId, ...values }: ClosingEvent): Promise<void> =>
  writeAudit(db, call, { organizationId, subject: 'organization', subjectId: organizationId, ...values })
