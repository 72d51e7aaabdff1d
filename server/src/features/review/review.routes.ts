import { review } from '@twofold/contract'
import { acrossOrganizations } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Directory } from '../companies/index.ts'
import {
  findCompany,
  findResolution,
  getOrInsertCompany,
  insertResolution,
  listGroups,
  listRecentResolutions,
  listWaiting,
  presentResolution,
  waitMoreThan,
} from './review.queries.ts'
import { reviewQueue } from './review-jobs.ts'
import { markUndone } from './undo.queries.ts'

const candidatesShown = 3
const undoStartsAfterSeconds = 2
// 100,000 gifts are grouped in half a second on 2 cores; the screen is for our support alone.
const groupingTimeoutMs = 15_000

export function reviewRoutes(directory: Directory): ServedRoute[] {
  return [
    serve(review.listReview, async ({ platform, query }) => {
      const { index } = await directory.current()
      return acrossOrganizations(
        platform.database,
        async (db) => {
          const lookedAt = review.reviewedAtMost
          const limit = review.reviewPageSize
          const { rows, total, gifts } = await listGroups(db, { limit, offset: (query.page - 1) * limit, lookedAt })
          return {
            groups: rows.map(({ sums, ...row }) => ({
              ...row,
              sums: sums
                .filter(({ cents }) => cents > 0)
                .map(({ currency, cents }) => ({ currency, amount: cents / 100 })),
              candidates: index
                .search(row.employer_text, { limit: candidatesShown })
                .map(({ companyId, companyName }) => ({ company_id: companyId, name: companyName })),
            })),
            total,
            gifts,
            is_partial: await waitMoreThan(db, lookedAt),
            recent: (await listRecentResolutions(db)).map((row) => presentResolution(row, platform.clock())),
          }
        },
        { readOnly: true, timeoutMs: groupingTimeoutMs },
      )
    }),

    serve(review.resolveEmployer, async ({ platform, request, body, caller }) => {
      const resolution = await acrossOrganizations(platform.database, async (db, client) => {
        const [first] = await listWaiting(db, body.key, 0, 1)
        if (!first) throw new Refusal('conflict', review.reviewMessages.nothingWaits)
        const company = body.new_company
          ? await getOrInsertCompany(db, body.new_company)
          : await findCompany(db, body.company_id ?? 0)
        if (!company) {
          const message = review.reviewMessages.unknownCompany
          throw new Refusal('invalid', message, { fields: { company_id: message } })
        }
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
        if (id === null) throw new Refusal('conflict', review.reviewMessages.nothingWaits)
        await platform.jobs.add(client, reviewQueue, { resolutionId: id }, review.resolvingStartsAfterSeconds)
        return findResolution(db, id)
      })
      if (!resolution) throw new Error('the resolution that was just made is gone')
      return { resolution: presentResolution(resolution, platform.clock()) }
    }),

    serve(review.undoResolution, async ({ platform, params, request, caller }) => {
      const resolution = await acrossOrganizations(platform.database, async (db, client) => {
        const row = await findResolution(db, params.resolutionId)
        if (!row) throw notFound()
        if (
          !(await markUndone(db, row.id, {
            by: caller.user.id,
            from: request.ip,
            requestId: request.id,
            now: platform.clock(),
          }))
        ) {
          throw new Refusal('conflict', review.reviewMessages.tooLate)
        }
        // Later than any node's copy of the directory has been asked for again, so that the name is forgotten everywhere.
        await platform.jobs.add(client, reviewQueue, { resolutionId: row.id, undo: true }, undoStartsAfterSeconds)
        return findResolution(db, row.id)
      })
      if (!resolution) throw notFound()
      return { resolution: presentResolution(resolution, platform.clock()) }
    }),
  ]
}
