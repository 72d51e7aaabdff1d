import { review } from '@twofold/contract'
import { acrossOrganizations, type Db, readOnly } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { enqueueUndo } from '../../../donations/undos/index.ts'
import { previewAcrossOrganizations, previewLimits } from '../../../matches/previews/index.ts'
import { countSuggestions } from '../suggestions/suggestions.queries.ts'
import { evidenceOf } from './evidence.ts'
import {
  findResolution,
  insertResolution,
  listRecentResolutions,
  markUndone,
  presentResolution,
  type ResolutionRow,
  setMailsHeld,
} from './resolutions.queries.ts'
import {
  countEmployers,
  findCompany,
  getOrInsertCompany,
  hasMoreWaiting,
  listDomains,
  listEmployerGroups,
  listWaitingDonations,
} from './review.queries.ts'
import { assignEmployer, resolutionQueue, resolvingContext } from './run-resolution.ts'

const undoStartsAfterSeconds = 2
// Grouping 100,000 gifts is slow; only our support team uses this screen.
const groupingTimeoutMs = 15_000

export function reviewRoutes(directory: Directory): ServedRoute[] {
  return [
    serve(review.listReview, async ({ platform, query }) => {
      const copy = await directory.current()
      return acrossOrganizations(
        platform.database,
        async (db) => {
          const maxGifts = review.maxReviewedGifts
          const limit = review.reviewPageSize
          const { rows, total, gifts } = await listEmployerGroups(db, {
            limit,
            offset: (query.page - 1) * limit,
            maxGifts,
          })
          const keys = rows.map(({ key }) => key)
          const domains = Map.groupBy(await listDomains(db, keys, review.maxEvidenceGifts), ({ key }) => key)
          return {
            groups: rows.map(({ sums, ...row }) => ({
              ...row,
              organization_names: row.by_organization.map(({ name }) => name),
              sums: sums
                .filter(({ cents }) => cents > 0)
                .map(({ currency, cents }) => ({ currency, amount: cents / 100 })),
              ...evidenceOf(row.employer_text, domains.get(row.key) ?? [], copy),
            })),
            total,
            gifts,
            is_partial: await hasMoreWaiting(db, maxGifts),
            recent: (await listRecentResolutions(db)).map((row) => presentResolution(row, platform.clock())),
          }
        },
        { readOnly: true, timeoutMs: groupingTimeoutMs },
      )
    }),

    serve(review.resolveEmployer, async ({ platform, request, body, caller }) => {
      const resolution = await acrossOrganizations(platform.database, async (db, client) => {
        const [first] = await listWaitingDonations(db, body.key, 0, 1)
        if (!first) throw new Refusal('conflict', review.reviewMessages.noWaitingGifts)
        const company = await getCompany(db, body)
        const id = await insertResolution(db, {
          key: body.key,
          text: first.employer_text,
          companyId: company.id,
          companyName: company.name,
          companyAdded: company.isNew,
          addAlias: body.add_alias,
          userId: caller.user.id,
          address: request.ip,
          requestId: request.id,
          now: platform.clock(),
        })
        if (id === null) throw new Refusal('conflict', review.reviewMessages.noWaitingGifts)
        await platform.jobs.add(client, resolutionQueue, { resolutionId: id }, review.resolutionDelaySeconds)
        return getResolution(db, id)
      })
      return { resolution: presentResolution(resolution, platform.clock()) }
    }),

    serve(review.reviewResolution, async ({ platform, body, caller }) => {
      const limit = previewLimits.gifts + 1
      const gifts = await acrossOrganizations(readOnly(platform.database), async (db) => {
        if (!body.new_company) await getCompany(db, body)
        return listWaitingDonations(db, body.key, 0, limit)
      })
      if (gifts.length === 0) throw new Refusal('conflict', review.reviewMessages.noWaitingGifts)
      return previewAcrossOrganizations(platform, gifts, async (db, tenant, donationIds) => {
        const company = await getCompany(db, body)
        const worker = { platform, directory: knowing(directory, company) }
        await assignEmployer(db, resolvingContext(worker, tenant, caller.user.id), donationIds, company.id)
      })
    }),

    serve(review.countReview, async ({ platform }) => {
      const { maxCounted: countedAtMost } = review
      const [employers, suggestions] = await acrossOrganizations(
        readOnly(platform.database),
        async (db) => [await countEmployers(db, countedAtMost), await countSuggestions(db, countedAtMost + 1)] as const,
      )
      return {
        employers: Math.min(employers, countedAtMost),
        suggestions: Math.min(suggestions, countedAtMost),
        is_whole: Math.max(employers, suggestions) <= countedAtMost,
      }
    }),

    serve(review.holdResolution, async (call) => {
      const { platform, params, body } = call
      const now = platform.clock()
      const resolution = await acrossOrganizations(platform.database, async (db) => {
        await getResolution(db, params.resolutionId)
        for (const { organizationId, mails } of await setMailsHeld(db, params.resolutionId, body.held, now)) {
          const action = body.held ? 'held' : 'released'
          await writeAudit(db, call, { organizationId, action, subject: 'mails to donors', after: { mails } })
        }
        return getResolution(db, params.resolutionId)
      })
      return { resolution: presentResolution(resolution, now) }
    }),

    serve(review.undoResolution, async ({ platform, params, request, caller }) => {
      const resolution = await acrossOrganizations(platform.database, async (db, client) => {
        const { id } = await getResolution(db, params.resolutionId)
        const userId = caller.user.id
        const undoing = { by: userId, from: request.ip, requestId: request.id, now: platform.clock() }
        if (!(await markUndone(db, id, undoing))) throw new Refusal('conflict', review.reviewMessages.tooLate)
        const job = { kind: 'resolution', organizationId: 0, id, userId, level: 'super' } as const
        // By then, every node has refreshed its copy of the directory.
        await enqueueUndo(platform.jobs, client, job, undoStartsAfterSeconds)
        return getResolution(db, id)
      })
      return { resolution: presentResolution(resolution, platform.clock()) }
    }),
  ]
}

/** @throws not found */
async function getResolution(db: Db, id: number): Promise<ResolutionRow> {
  return orNotFound(await findResolution(db, id))
}

/** A rolled-back company must never be cached. */
const knowing = (directory: Directory, { id, name }: { readonly id: number; readonly name: string }): Directory => ({
  current: async () => {
    const copy = await directory.current()
    if (copy.nameOf(id) !== undefined) return copy
    const find: typeof copy.index.find = (signals) =>
      signals.companyId === id
        ? { ...copy.index.find({ text: signals.text }), companyId: id, companyName: name, how: 'id', confidence: 1 }
        : copy.index.find(signals)
    return { ...copy, index: { ...copy.index, find }, nameOf: (one) => (one === id ? name : copy.nameOf(one)) }
  },
})

type Body = { readonly company_id?: number | undefined; readonly new_company?: string | undefined }

/** @throws Refusal invalid */
async function getCompany(db: Db, { company_id, new_company }: Body) {
  const company = new_company ? await getOrInsertCompany(db, new_company) : await findCompany(db, company_id ?? 0)
  if (company) return company
  const message = review.reviewMessages.unknownCompany
  throw new Refusal('invalid', message, { fields: { company_id: message } })
}
