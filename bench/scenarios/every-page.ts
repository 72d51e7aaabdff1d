import { addressOf, allRoutes } from '@twofold/contract'
import pg from 'pg'
import { z } from 'zod'
import type { Server } from '../child.ts'
import { Reader } from '../reader.ts'
import type { Facts } from '../scenario.ts'

/** Every call that reads, of the largest organization: what no other scenario asks is measured too. */

export type PageRun = {
  readonly path: string
  readonly status: number
  readonly firstMs: number
  readonly leastMs: number
}

const times = 3
const noSuchId = 999_999

/** By names of parameters, and for `id` by what it is within. The newest of each; of none, nothing is found. */
const newest: Readonly<Record<string, string>> = {
  donation: 'donations',
  donations: 'donations',
  donor: 'donors',
  notification: 'notifications',
  report: 'reports',
  webhook: 'webhooks',
  importId: 'imports',
  payoutId: 'payouts',
  reportId: 'payout_reports',
  campaignId: 'campaigns',
}
const idRow = z.object({ id: z.coerce.number().nullable() })

async function findIds(connectionString: string, facts: Facts): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client(connectionString)
  await client.connect()
  try {
    const ids = new Map([
      ['organization', facts.organizationId],
      ['body', facts.organizationId],
      ['companyId', facts.company.id],
    ])
    for (const [name, table] of Object.entries(newest)) {
      const { rows } = await client.query(`SELECT max(id) AS id FROM ${table} WHERE organization_id = $1`, [
        facts.organizationId,
      ])
      ids.set(name, idRow.parse(rows[0]).id ?? noSuchId)
    }
    return ids
  } finally {
    await client.end()
  }
}

/** The slowest first. */
export async function everyPage(
  { address, token }: Pick<Server, 'address' | 'token'>,
  connectionString: string,
  facts: Facts,
): Promise<readonly PageRun[]> {
  const ids = await findIds(connectionString, facts)
  const reader = new Reader(address, token)
  const runs: PageRun[] = []
  for (const route of allRoutes.filter(({ method }) => method === 'GET')) {
    const ofCompany = route.path.startsWith('/api/companies') ? facts.company.id : facts.organizationId
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ids.get(name) ?? noSuchId])
    const id = ids.get(route.within ?? '') ?? ofCompany
    const path = addressOf(route, { ...Object.fromEntries(named), id }, undefined)
    const taken: number[] = []
    let status = 0
    for (let time = 0; time < times; time++) {
      const begun = performance.now()
      status = await reader.status(path)
      taken.push(performance.now() - begun)
    }
    runs.push({ path: route.path, status, firstMs: taken[0] ?? 0, leastMs: Math.min(...taken) })
  }
  return runs.sort((one, other) => other.leastMs - one.leastMs)
}
