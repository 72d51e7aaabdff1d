import { acrossOrganizations, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { writeAudit } from '../../audit/index.ts'
import { evaluateAgain, forgetEmployer, lockEvaluating } from '../../matches/index.ts'
import { findResolution, type ResolutionRow } from './review.queries.ts'
import type { ReviewWorker } from './run-resolution.ts'
import {
  deleteAddedCompany,
  finishUndo,
  keepOnlyDonations,
  listResolvedDonations,
  takeDonations,
} from './undo.queries.ts'

const evaluatingTimeoutMs = 60_000

type Donations = { readonly organizationId: number; readonly donationIds: readonly number[] }

/**
 * Takes back what a resolution did. First its gifts lose the company, then the company goes that came with it, and only then
 * the gifts are evaluated: else they would find it by its name. One organization after the other, each in a transaction of its
 * own; may run again after a crash, and goes on where it was.
 */
export async function runUndo(worker: ReviewWorker, resolutionId: number): Promise<void> {
  const { database, clock } = worker.platform
  const read = () => readUndo(worker, resolutionId)
  const found = await read()
  if (!found) return
  for (const donations of found.organizations) await forget(worker, found.resolution, donations)
  const { company_id: companyId } = found.resolution
  const isGone = await acrossOrganizations(database, (db) => deleteAddedCompany(db, found.resolution), {
    timeoutMs: evaluatingTimeoutMs,
  })
  if (isGone && (await worker.directory.current()).nameOf(companyId ?? 0) !== undefined) {
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

const contextOf = (
  { platform, directory }: ReviewWorker,
  resolution: ResolutionRow,
  { organizationId }: Donations,
) => ({
  platform,
  directory,
  tenant: grantTenant(organizationId, [organizationId]),
  actor: { kind: 'user', userId: resolution.undone_by ?? resolution.user_id, level: 'super' } as const,
})

async function forget(worker: ReviewWorker, resolution: ResolutionRow, donations: Donations): Promise<void> {
  const { organizationId } = donations
  const companyId = resolution.company_id
  if (companyId === null) return
  const context = contextOf(worker, resolution, donations)
  await inTenant(worker.platform.database, context.tenant, async (db) => {
    await lockEvaluating(db, context.tenant.family)
    // Another run may have come this far and further since they were listed: what it has evaluated is done.
    const left = (await listResolvedDonations(db, resolution.id)).find((one) => one.organizationId === organizationId)
    if (!left) return
    const open = await forgetEmployer(db, context, { donationIds: left.donationIds, companyId })
    await keepOnlyDonations(db, resolution.id, organizationId, open)
  })
}

async function evaluateDonations(worker: ReviewWorker, resolution: ResolutionRow, donations: Donations): Promise<void> {
  const { platform } = worker
  const { organizationId } = donations
  const context = contextOf(worker, resolution, donations)
  await inTenant(
    platform.database,
    context.tenant,
    async (db) => {
      // In the order in which forgetting takes them: two workers at one undo would wait for each other.
      await lockEvaluating(db, context.tenant.family)
      const ids = await takeDonations(db, resolution.id, organizationId)
      if (ids.length === 0) return
      const evaluated = await evaluateAgain(db, context, ids)
      const user = { id: context.actor.userId, globalPermission: 'super' as const }
      await writeAudit(
        db,
        { platform, request: { ip: resolution.undone_from, id: resolution.undo_request_id }, caller: { user } },
        {
          organizationId,
          action: 'taken back',
          subject: 'employer',
          subjectId: resolution.company_id ?? '',
          before: { employer: resolution.company_name },
          after: { employer: resolution.employer_text, gifts: evaluated },
        },
      )
    },
    { timeoutMs: evaluatingTimeoutMs },
  )
}
