import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import { Reader } from '../reader.ts'
import type { Facts } from '../scenario.ts'
import { type Waited, waited } from '../waited.ts'

/** Many matches changed at once, while others in the same organization read its list and change a gift. */

export const bulkSize = 10_000

export type BulkRun = {
  readonly matches: number
  readonly changeMs: number
  readonly undoMs: number
  readonly listAtRest: Waited
  readonly list: Waited
  readonly writeAtRest: Waited
  readonly write: Waited
}

const answered = z.object({
  bulk_change: z.object({ id: z.number(), state: z.string(), can: z.number(), done: z.number() }),
})

const restMs = 3_000
const pauseMs = 20

/** Cancels the newest gifts and takes it back, so that the next run finds them as this one did. */
export async function bulkOfMany(
  { address, token }: { readonly address: string; readonly token: string },
  connectionString: string,
  facts: Facts,
): Promise<BulkRun> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }) }
    const answer = await fetch(address + path, init)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const { since, apart } = await placesIn(connectionString, facts)
  const path = `/api/organization/${facts.organizationId}/bulk-change`
  const reader = new Reader(address, token)
  const list = () => reader.read(`/api/organization/${facts.organizationId}/donation?per_page=50`)
  let amount = 40
  const write = () => ask('PUT', `/api/donation/${apart}`, { amount: amount++ })

  const during = async (work: Promise<unknown>) => {
    let isOver = false
    const ended = work.finally(() => {
      isOver = true
    })
    const timed = async (call: () => Promise<unknown>): Promise<number[]> => {
      const taken: number[] = []
      while (!isOver) {
        const begun = performance.now()
        await call()
        taken.push(performance.now() - begun)
        await wait(pauseMs)
      }
      return taken
    }
    const [lists, writes] = await Promise.all([timed(list), timed(write), ended])
    return { list: waited(lists), write: waited(writes) }
  }
  const until = async (id: number, state: string): Promise<number> => {
    const begun = performance.now()
    for (;;) {
      const { bulk_change } = answered.parse(await ask('GET', `${path}/${id}`))
      if (bulk_change.state === state) return performance.now() - begun
      await wait(100)
    }
  }

  const rest = await during(wait(restMs))
  const body = { action: 'cancel', filters: { dateFrom: since } }
  const { bulk_change } = answered.parse(await ask('POST', path, body))
  const { id, can } = bulk_change
  await ask('POST', `${path}/${id}/run`)
  const changing = until(id, 'done')
  const busy = await during(changing)
  await ask('POST', `${path}/${id}/undo`)
  const undoMs = await until(id, 'undone')
  return {
    matches: can,
    changeMs: await changing,
    undoMs,
    listAtRest: rest.list,
    list: busy.list,
    writeAtRest: rest.write,
    write: busy.write,
  }
}

/** The day from which on there are so many gifts, and a gift before it that others change meanwhile. */
async function placesIn(
  connectionString: string,
  { organizationId }: Facts,
): Promise<{ since: string; apart: number }> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ since: string; apart: string }>(
      `WITH first AS (SELECT donated_at::date AS day FROM donations WHERE organization_id = $1 AND counted
         ORDER BY donated_at DESC OFFSET $2 LIMIT 1)
       SELECT to_char(day + 1, 'YYYY-MM-DD') AS since, (SELECT max(id) FROM donations
         WHERE organization_id = $1 AND counted AND status_id = 20 AND donated_at < day) AS apart FROM first`,
      [organizationId, bulkSize],
    )
    const [row] = rows
    if (!row) throw new Error(`there are fewer than ${bulkSize} gifts`)
    return { since: row.since, apart: Number(row.apart) }
  } finally {
    await client.end()
  }
}
