import { review } from '@twofold/contract'
import { acrossOrganizations } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Directory } from '../companies/index.ts'
import {
  findCompany,
  findResolution,
  getOrInsertCompany,
  insertAlias,
  insertResolution,
  listGroups,
  listRecentResolutions,
  listWaiting,
  presentResolution,
  waitMoreThan,
} from './review.queries.ts'
import { reviewQueue } from './run-resolution.ts'

const candidatesShown = 3
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
            recent: (await listRecentResolutions(db)).map(presentResolution),
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
          addAlias: body.add_alias,
          userId: caller.user.id,
          address: request.ip,
          requestId: request.id,
          now: platform.clock(),
        })
        if (id === null) throw new Refusal('conflict', review.reviewMessages.nothingWaits)
        if (body.add_alias) await insertAlias(db, company.id, first.employer_text)
        await platform.jobs.add(client, reviewQueue, { resolutionId: id })
        return findResolution(db, id)
      })
      if (!resolution) throw new Error('the resolution that was just made is gone')
      return { resolution: presentResolution(resolution) }
    }),
  ]
}
