import { randomUUID } from 'node:crypto'
import { type audit, bulkChanges, donationChanges, type donations } from '@twofold/contract'
import { type Db, inTenant } from '../../../../platform/database/database.ts'
import { notFound, orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../../core/audit/index.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { type DonationFilter, findDonors, matchesFilter, readFilter } from '../../filters/index.ts'
import { whyActionForbidden } from '../action-permissions.ts'
import {
  type BulkRow,
  deleteOldBulkChanges,
  type FactGroup,
  findBulkChange,
  hasIds,
  insertBulkChange,
  insertBulkRows,
  listFactGroups,
  lockBulkChange,
  markUnchangeable,
  saveSummary,
  transitionBulkChange,
} from './bulk.queries.ts'

const { maxBulkMatches, bulkMessages, bulkUndoMinutes } = bulkChanges

export const bulkQueue = 'bulk-changes'

/** These evaluate the match, or restore it to a status with emails. */
const emailingActions: readonly bulkChanges.BulkAction[] = ['evaluate', 'release', 'restore']

type BulkSelection = {
  readonly action: bulkChanges.BulkAction
  readonly donation_ids?: readonly number[] | undefined
  readonly filters?: donations.DonationFilters | undefined
}

const summaryTimeoutMs = 60_000
const msPerDay = 86_400_000

export async function prepareBulkChange(
  call: WriteCall,
  directory: Directory,
  selection: BulkSelection,
): Promise<BulkRow> {
  const { platform, tenant, caller, level } = call
  const { database, clock, jobs } = platform
  const { action } = selection
  const now = clock()
  if (level === 'read') throw new Error('the route asks for the level write')
  const filter = selection.filters && (await readFilter(selection.filters, tenant, directory, now))
  return inTenant(
    database,
    tenant,
    async (db, client) => {
      await deleteOldBulkChanges(db, tenant, {
        notStarted: new Date(now.getTime() - msPerDay),
        all: new Date(now.getTime() - (donationChanges.restorableDays + 1) * msPerDay),
      })
      const id = await insertBulkChange(db, tenant, {
        user_id: caller.user.id,
        level,
        action,
        undo_id: randomUUID(),
        now,
      })
      const total = filter
        ? await insertFilteredRows(db, call, id, filter)
        : await insertNamedRows(db, call, id, selection.donation_ids)
      if (total === 0) throw new Refusal('conflict', bulkMessages.nothing)
      if (total > maxBulkMatches) throw new Refusal('conflict', bulkMessages.tooMany)
      const factGroups = await listFactGroups(db, tenant, id)
      const blockedGroups = factGroups.flatMap((kind) => {
        const facts = { ...kind, status_changed_at: kind.status_changed_at.toISOString() }
        const why = whyActionForbidden(action, facts, call)
        return why === null ? [] : [{ ...kind, why }]
      })
      await markUnchangeable(db, tenant, id, blockedGroups)
      const changeableCount = total - blockedGroups.reduce((sum, { count }) => sum + count, 0)
      const isReady = changeableCount === 0 || !emailingActions.includes(action)
      await saveSummary(db, tenant, id, { total, can: changeableCount, cannot: countByReason(blockedGroups), isReady })
      if (!isReady) await jobs.add(client, bulkQueue, { organizationId: tenant.organizationId, bulkId: id })
      return getBulkChange(db, call, id)
    },
    { timeoutMs: summaryTimeoutMs },
  )
}

function countByReason(groups: readonly (FactGroup & { readonly why: string })[]): BulkRow['cannot'] {
  const counts = new Map<string, number>()
  for (const { why, count } of groups) counts.set(why, (counts.get(why) ?? 0) + count)
  return [...counts].map(([why, count]) => ({ why, count })).sort((one, other) => other.count - one.count)
}

async function insertFilteredRows(db: Db, { tenant }: WriteCall, id: number, filter: DonationFilter): Promise<number> {
  const donors = await findDonors(db, filter)
  return insertBulkRows(db, tenant, id, matchesFilter(filter, donors), maxBulkMatches + 1)
}

async function insertNamedRows(
  db: Db,
  { tenant }: WriteCall,
  id: number,
  ids: readonly number[] = [],
): Promise<number> {
  const distinctIds = [...new Set(ids)]
  const count = await insertBulkRows(db, tenant, id, hasIds(tenant, distinctIds), distinctIds.length)
  if (count < distinctIds.length) throw notFound()
  return count
}

export async function getBulkChange(db: Db, { tenant }: Pick<WriteCall, 'tenant'>, id: number): Promise<BulkRow> {
  return orNotFound(await findBulkChange(db, tenant, id))
}

export async function startBulkChange(call: WriteCall, id: number): Promise<BulkRow> {
  const { platform, tenant } = call
  const now = platform.clock()
  return inTenant(platform.database, tenant, async (db, client) => {
    const row = orNotFound(await lockBulkChange(db, tenant, id))
    if (row.state === 'counting') throw new Refusal('conflict', bulkMessages.notReady)
    if (row.state !== 'ready') throw new Refusal('conflict', bulkMessages.started)
    if (now.getTime() > row.created_at.getTime() + msPerDay) throw new Refusal('conflict', bulkMessages.old)
    if (row.can === 0) throw new Refusal('conflict', bulkMessages.nothingToDo)
    await transitionBulkChange(db, tenant, id, { from: 'ready', to: 'running', now })
    await platform.jobs.add(client, bulkQueue, { organizationId: tenant.organizationId, bulkId: id })
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: auditActionOf[row.action],
      subject: 'match',
      after: { matches: row.can },
    })
    return getBulkChange(db, call, id)
  })
}

const auditActionOf: Readonly<Record<bulkChanges.BulkAction, (typeof audit.auditActions.match)[number]>> = {
  submit: 'submitted',
  verify: 'verified',
  release: 'submitted for match',
  evaluate: 'reprocessed',
  silence: 'silenced',
  unsilence: 'un-silenced',
  no_charge: 'closed without a charge',
  refund: 'refunded',
  restore: 'restored',
  cancel: 'cancelled',
}

export function undoDeadlineOf({ state, action, done, done_at }: BulkRow, now: Date): Date | null {
  if (state !== 'done' || done === 0 || done_at === null) return null
  const ms = action === 'cancel' ? donationChanges.restorableDays * msPerDay : bulkUndoMinutes * 60_000
  const deadline = new Date(done_at.getTime() + ms)
  return deadline > now ? deadline : null
}

export async function startBulkUndo(call: WriteCall, id: number): Promise<BulkRow> {
  const { platform, tenant } = call
  const now = platform.clock()
  return inTenant(platform.database, tenant, async (db, client) => {
    const row = orNotFound(await lockBulkChange(db, tenant, id))
    if (row.state === 'undoing' || row.state === 'undone') return row
    if (row.state !== 'done') throw new Refusal('conflict', bulkMessages.notDone)
    if (undoDeadlineOf(row, now) === null) throw new Refusal('gone', bulkMessages.undoExpired)
    await transitionBulkChange(db, tenant, id, { from: 'done', to: 'undoing', now })
    await platform.jobs.add(client, bulkQueue, { organizationId: tenant.organizationId, bulkId: id })
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'change undone',
      subject: 'match',
      after: { matches: row.done },
    })
    return getBulkChange(db, call, id)
  })
}
