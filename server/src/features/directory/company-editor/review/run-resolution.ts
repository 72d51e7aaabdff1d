import { z } from 'zod'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { blankUpdate } from '../../../donations/identification/index.ts'
import { updateDonations } from '../../../donations/recording/index.ts'
import type { UndoKind } from '../../../donations/undos/index.ts'
import { holdWaiting } from '../../../email/notifications/index.ts'
import { lockFamilyForEvaluation } from '../../../matches/family/index.ts'
import { clearCompany, evaluateAgain } from '../../../matches/matches/index.ts'
import {
  advanceResolution,
  beginResolution,
  claimDonations,
  deleteAddedCompany,
  findResolution,
  finishResolution,
  finishUndo,
  insertResolvedDonations,
  listResolvedDonations,
  lockPendingUndos,
  type ResolutionRow,
  replaceResolvedDonations,
} from './resolutions.queries.ts'
import { listWaitingDonations, type WaitingDonation } from './review.queries.ts'

type ReviewWorker = { readonly platform: Platform; readonly directory: Directory }

export const resolutionQueue = 'employer-resolutions'

const jobData = z.object({ resolutionId: z.int() })

export const resolutionUndo: UndoKind = {
  kind: 'resolution',
  listInProgress: lockPendingUndos,
  run: (worker, { id }) => runResolutionUndo(worker, id),
}

/** Gifts per transaction, to limit the wait of the organization's other writers. */
const giftsAtOnce = 500
const evaluatingTimeoutMs = 60_000

/** Each step stores its progress in its transaction. Interrupted and concurrent runs are safe. */
export async function runResolution(worker: ReviewWorker, data: unknown, signal?: AbortSignal): Promise<void> {
  const { resolutionId } = jobData.parse(data)
  const { database, clock } = worker.platform
  for (;;) {
    signal?.throwIfAborted()
    const step = await acrossOrganizations(readOnly(database), async (db) => {
      const resolution = await findResolution(db, resolutionId)
      if (!resolution || resolution.done_at !== null || resolution.undone_at !== null) return null
      return {
        resolution,
        gifts: await listWaitingDonations(db, resolution.employer_key, resolution.last_id, giftsAtOnce),
      }
    })
    if (!step) return
    if (step.resolution.begun_at === null) {
      await acrossOrganizations(database, (db) => beginResolution(db, step.resolution, clock()))
    }
    if (step.gifts.length === 0) {
      await acrossOrganizations(database, (db) => finishResolution(db, resolutionId, clock()))
      return
    }
    await resolveSome(worker, step.resolution, sameOrganization(step.gifts))
  }
}

/** A transaction works for one organization only. */
function sameOrganization(donations: readonly WaitingDonation[]): readonly WaitingDonation[] {
  const end = donations.findIndex(({ organization_id }) => organization_id !== donations[0]?.organization_id)
  return end === -1 ? donations : donations.slice(0, end)
}

export async function assignEmployer(
  db: Db,
  context: Parameters<typeof updateDonations>[1],
  donationIds: readonly number[],
  companyId: number,
): Promise<void> {
  const updates = donationIds.map((donationId, row) => ({
    ...blankUpdate,
    row,
    donationId,
    employer: { companyId, text: '' },
  }))
  await updateDonations(db, context, updates, 'give_employer')
}

export function resolvingContext({ platform, directory }: ReviewWorker, tenant: Tenant, userId: number) {
  const actor = { kind: 'user', userId, level: 'super' } as const
  return { platform, tenant, directory, actor, importId: null, optIn: false, mailWithoutEmployer: false }
}
type Context = ReturnType<typeof resolvingContext>

function inOrganization(
  worker: ReviewWorker,
  { user_id, undone_by }: ResolutionRow,
  organizationId: number,
  work: (db: Db, context: Context) => Promise<void>,
): Promise<void> {
  const tenant = grantTenant(organizationId, [organizationId])
  const context = resolvingContext(worker, tenant, undone_by ?? user_id)
  return inTenant(worker.platform.database, tenant, (db) => work(db, context), { timeoutMs: evaluatingTimeoutMs })
}

function audit(db: Db, { platform, tenant, actor }: Context, resolution: ResolutionRow, gifts: number, text: string) {
  const { address, request_id, undone_at, undone_from, undo_request_id, company_name } = resolution
  const request = undone_at ? { ip: undone_from, id: undo_request_id } : { ip: address, id: request_id }
  const user = { id: actor.userId, globalPermission: 'super' as const }
  const [from, to] = undone_at ? [company_name, text] : [text, company_name]
  return writeAudit(
    db,
    { platform, request, caller: { user } },
    {
      organizationId: tenant.organizationId,
      action: undone_at ? 'assignment undone' : 'assigned',
      subject: 'employer',
      subjectId: resolution.company_id ?? '',
      before: { employer: from },
      after: { employer: to, gifts },
    },
  )
}

async function resolveSome(
  worker: ReviewWorker,
  resolution: ResolutionRow,
  donations: readonly WaitingDonation[],
): Promise<void> {
  const organizationId = donations[0]?.organization_id
  const last = donations.at(-1)
  if (organizationId === undefined || !last) return
  // Another node may not have loaded a new company; the job runs again within seconds.
  const companyId = resolution.company_id
  if (companyId === null || (await worker.directory.current()).nameOf(companyId) === undefined) {
    throw new Error(`company ${companyId} is not in this node's copy of the directory yet`)
  }
  await inOrganization(worker, resolution, organizationId, async (db, context) => {
    const step = { from: resolution.last_id, to: last.id, gifts: donations.length }
    const isAdvanced = await advanceResolution(db, resolution.id, step)
    if (!isAdvanced) return
    const ids = donations.map(({ id }) => id)
    await insertResolvedDonations(db, resolution.id, organizationId, ids)
    await assignEmployer(db, context, ids, companyId)
    if (isAdvanced.hold_mails) {
      const now = worker.platform.clock()
      await holdWaiting(db, context.tenant, 'of this transaction', { because: 'support', now })
    }
    await audit(db, context, resolution, donations.length, donations[0]?.employer_text ?? '')
  })
}

type Donations = { readonly organizationId: number; readonly donationIds: readonly number[] }

/**
 * Gifts are evaluated only after an added company is deleted: they would find it by name. One transaction per
 * organization; continues after a crash.
 */
export async function runResolutionUndo(worker: ReviewWorker, resolutionId: number): Promise<void> {
  const { database, clock } = worker.platform
  const read = () => readUndo(worker, resolutionId)
  const found = await read()
  if (!found) return
  for (const donations of found.organizations) await forget(worker, found.resolution, donations)
  const { company_id: companyId } = found.resolution
  const isDeleted = await acrossOrganizations(database, (db) => deleteAddedCompany(db, found.resolution), {
    timeoutMs: evaluatingTimeoutMs,
  })
  if (isDeleted && (await worker.directory.current()).nameOf(companyId ?? 0) !== undefined) {
    throw new Error(
      `company ${companyId} is still in this node's copy of the directory; the job runs again within seconds`,
    )
  }
  for (const donations of (await read())?.organizations ?? [])
    await evaluateDonations(worker, found.resolution, donations)
  await acrossOrganizations(database, (db) => finishUndo(db, resolutionId, clock()))
}

const readUndo = ({ platform }: ReviewWorker, resolutionId: number) =>
  acrossOrganizations(
    platform.database,
    async (db) => {
      const resolution = await findResolution(db, resolutionId)
      if (!resolution?.undone_at || resolution.undo_done_at) return null
      return { resolution, organizations: await listResolvedDonations(db, resolutionId) }
    },
    { readOnly: true, timeoutMs: evaluatingTimeoutMs },
  )

async function forget(worker: ReviewWorker, resolution: ResolutionRow, { organizationId }: Donations): Promise<void> {
  const companyId = resolution.company_id
  if (companyId === null) return
  await inOrganization(worker, resolution, organizationId, async (db, context) => {
    await lockFamilyForEvaluation(db, context.tenant.family)
    // A concurrent run may have finished some gifts since.
    const remaining = (await listResolvedDonations(db, resolution.id)).find(
      (one) => one.organizationId === organizationId,
    )
    if (!remaining) return
    const openIds = await clearCompany(db, context, { donationIds: remaining.donationIds, companyId })
    await replaceResolvedDonations(db, resolution.id, organizationId, openIds)
  })
}

const evaluateDonations = (worker: ReviewWorker, resolution: ResolutionRow, { organizationId }: Donations) =>
  inOrganization(worker, resolution, organizationId, async (db, context) => {
    // The same lock order as `forget`, to avoid a deadlock.
    await lockFamilyForEvaluation(db, context.tenant.family)
    const ids = await claimDonations(db, resolution.id, organizationId)
    if (ids.length === 0) return
    await audit(db, context, resolution, await evaluateAgain(db, context, ids), resolution.employer_text)
  })
