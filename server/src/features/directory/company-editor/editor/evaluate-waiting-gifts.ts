import { z } from 'zod'
import { acrossOrganizations, type Db, grantTenant, inTenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { holdWaiting } from '../../../email/notifications/index.ts'
import {
  clearCompany,
  evaluateAgain,
  listDonationsAwaitingCompany,
  type NewCompanyIdentifiers,
} from '../../../matches/matches/index.ts'
import { findChange, updateMovingCount } from './changes.queries.ts'
import { deleteMoved, enqueueGifts, isChangeUndone, listNextGifts, markMoved } from './gift-moves.queries.ts'

/** Gifts per transaction, to limit the wait of the organization's other writers. */
const atOnce = 200
/** Further gifts find their company when they are evaluated for another reason. */
const foundAtMost = 100_000
const timeoutMs = 60_000

const gained = z.object({ names: z.array(z.string()), domains: z.array(z.string()) })
/** Without `gained`, the change was undone and its gifts are already recorded. */
const jobData = z.object({ changeId: z.int(), gained: gained.optional() })
type Worker = { readonly platform: Platform; readonly directory: Directory }

/**
 * Gifts that waited for an employer may find the company's new name or domain; after an undo, they wait again. The
 * mails are held. Interrupted and concurrent runs are safe.
 */
export async function evaluateWaitingGifts(worker: Worker, data: unknown, signal: AbortSignal): Promise<void> {
  const { changeId, gained } = jobData.parse(data)
  const { platform } = worker
  if (gained) {
    await acrossOrganizations(platform.database, (db) => takeDown(db, changeId, gained), { timeoutMs })
  }
  for (;;) {
    signal.throwIfAborted()
    const step = await acrossOrganizations(platform.database, async (db) => {
      const change = await findChange(db, changeId)
      if (!change) return null
      const isBack = change.undone_by !== null
      return { isBack, gifts: await listNextGifts(db, changeId, { done: isBack, limit: atOnce }) }
    })
    const organizationId = step?.gifts[0]?.organization_id
    if (!step || organizationId === undefined) return
    await lookAtSome(worker, { changeId, organizationId, ...step })
  }
}

async function takeDown(db: Db, changeId: number, gained: NewCompanyIdentifiers): Promise<void> {
  const change = await findChange(db, changeId)
  if (!change || change.undone_by !== null) return
  const gifts = await listDonationsAwaitingCompany(db, gained, foundAtMost)
  await updateMovingCount(db, changeId, await enqueueGifts(db, changeId, gifts))
}

type Step = {
  readonly changeId: number
  readonly organizationId: number
  readonly isBack: boolean
  readonly gifts: Awaited<ReturnType<typeof listNextGifts>>
}

async function lookAtSome(
  { platform, directory }: Worker,
  { changeId, organizationId, isBack, gifts }: Step,
): Promise<void> {
  const tenant = grantTenant(organizationId, [organizationId])
  const ids = gifts.map(({ donation_id }) => donation_id)
  await inTenant(
    platform.database,
    tenant,
    async (db) => {
      if ((await isChangeUndone(db, changeId)) !== isBack) return
      const context = { platform, tenant, directory, actor: { kind: 'system', userId: null } } as const
      if (isBack) {
        for (const [companyId, found] of Map.groupBy(gifts, ({ company_id }) => company_id)) {
          if (companyId === null) continue
          await clearCompany(db, context, { donationIds: found.map(({ donation_id }) => donation_id), companyId })
        }
      }
      await evaluateAgain(db, context, ids)
      await holdWaiting(db, tenant, 'of this transaction', { because: 'directory', now: platform.clock() })
      await (isBack ? deleteMoved(db, changeId, organizationId, ids) : markMoved(db, changeId, organizationId, ids))
    },
    { timeoutMs },
  )
}
