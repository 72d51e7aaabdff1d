import { z } from 'zod'
import { Reader } from '../reader.ts'
import { type Facts, listPath } from '../scenario.ts'
import { readMeanwhile, type Waited, waited } from '../waited.ts'

/** A report over all gifts streamed into a file, while somebody reads the list page by page. */

const restMs = 3_000

export type StreamRun = {
  readonly ms: number
  readonly megabytes: number
  readonly restPerSecond: number
  readonly perSecond: number
  readonly list: Waited
}

/** The columns of the bench's COPY (`export.ts`), by the names that a report has for them. */
const named = `donations.id transaction_id donated_at amount currency users.name users.email companies.name organizations.name
  statuses.name matched`
const columns = Object.fromEntries(named.split(/\s+/).map((name) => [name, '']))

const saved = z.object({ report: z.object({ id: z.number() }) })
const link = z.object({ url: z.string() })

/** `stream` reads the file to its end: the product's, or COPY's for comparison. */
export async function besideTheList(
  { address, token }: { readonly address: string; readonly token: string },
  facts: Facts,
  stream: (product: (path: string) => Promise<number>) => Promise<number>,
): Promise<StreamRun> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
    const answer = await fetch(address + path, init)
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const whole = async (path: string): Promise<number> => {
    const answer = await fetch(address + path)
    if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`)
    let bytes = 0
    for await (const chunk of answer.body) bytes += chunk.byteLength
    return bytes
  }
  const reader = new Reader(address, token)
  const list = (work: Promise<unknown>) =>
    readMeanwhile(work, () => reader.read(listPath(facts, { page: 1, per_page: 50 })))
  const own = `/api/organization/${facts.organizationId}`
  const rest = await list(new Promise((done) => setTimeout(done, restMs)))
  const begun = performance.now()
  let bytes = 0
  let ms = 0
  const streaming = stream(async () => {
    const { report } = saved.parse(await ask(`${own}/reports`, { name: `Bench ${Date.now()}`, columns }))
    const { url } = link.parse(await ask(`/api/donation/${facts.organizationId}/csv-token?report_id=${report.id}`))
    return whole(url)
  }).then((read) => {
    bytes = read
    ms = performance.now() - begun
  })
  const busy = await list(streaming)
  const { taken, perSecond } = busy
  return { ms, megabytes: bytes / 1024 / 1024, restPerSecond: rest.perSecond, perSecond, list: waited(taken) }
}
