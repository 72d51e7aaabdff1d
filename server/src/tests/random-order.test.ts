import { bulkChanges, donationChanges, donations, imports } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { csv, header, uploader } from '../features/donations/imports/uploads.testing.ts'
import { startTestApp, type TestApp } from '../testing/index.ts'

// `ORDER_ROUNDS=500` tries more orders than a normal run.
const rounds = Number(process.env.ORDER_ROUNDS ?? 8)
const callsPerRound = 24

const logged: string[] = []
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ logged: (line) => logged.push(line) })
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1', min_amount_cents: 2500 }
  await app.createCompanies([{ name: 'Quillfeather Works', policy }])
})
afterAll(() => app.stop())

/** Mulberry32, a seeded random number generator. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return Math.floor((((hash ^ (hash >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

const withUndo = z.object({ undo: z.object({ id: z.string() }).nullable() })
const withBulk = z.object({ bulk_change: z.object({ id: z.number() }) })
const withImport = z.object({ import: z.object({ id: z.number() }) })

test('no order of calls about the same donations returns 5xx', { timeout: 1_200_000 }, async () => {
  const { id, token, test: preCheck, send, ended } = await uploader(app)
  const params = { id }
  const failures: string[] = []
  const undoIds: string[] = []
  const bulkIds: number[] = []
  const startedImports: number[] = []
  let files = 0

  const file = (donors: number) => {
    files++
    const rows = Array.from({ length: 12 }, (_, row) => {
      const donor = row % donors
      return `o-${files}-${row},2026-06-0${1 + (row % 5)},${30 + row}.00,Donor ${donor},donor${donor}@example.org,Quillfeather Works`
    })
    return csv(header, ...rows)
  }
  const { map } = await preCheck(file(3))
  const upload = async (donors: number) => {
    const { id: importId } = await send(file(donors), { map: JSON.stringify(map) })
    startedImports.push(importId)
    return importId
  }
  const recordAnswer = async (name: string, response: Promise<Response>): Promise<void> => {
    const answer = await response
    const text = await answer.text()
    if (answer.status >= 500) failures.push(`${name}: ${answer.status} ${text}`)
    if (!answer.ok) return
    const body: unknown = JSON.parse(text)
    undoIds.push(...[withUndo.safeParse(body).data?.undo?.id ?? []].flat())
    bulkIds.push(...[withBulk.safeParse(body).data?.bulk_change.id ?? []].flat())
    startedImports.push(...[withImport.safeParse(body).data?.import.id ?? []].flat())
  }

  for (let round = 1; round <= rounds; round++) {
    const random = randomOf(round)
    await app.query('DELETE FROM rate_limits')
    const importId = await upload(1 + random(4))
    if (random(3) > 0) await ended(importId)
    const giftRows = await app.query<{ id: string }>(
      'SELECT id FROM donations WHERE organization_id = $1 ORDER BY id DESC LIMIT 14',
      [id],
    )
    const ids = giftRows.map((row) => Number(row.id))
    const pickId = (): number => ids[random(ids.length)] ?? 1
    const pickIds = (): number[] => Array.from({ length: 1 + random(4) }, pickId)
    const recent = <T>(list: readonly T[], otherwise: T): T => list.at(-1 - random(3)) ?? otherwise
    const gift = { donor_name: 'Donor 1', donor_email: 'donor1@example.org', company_name: 'Quillfeather Works' }
    const { sendRoute } = app
    const caller = { token }
    const calls: Readonly<Record<string, () => Promise<Response>>> = {
      confirm: () => {
        const status = (['submitted', 'submitted', 'verified', 'restored'] as const)[random(4)] ?? 'submitted'
        return sendRoute(donationChanges.confirmDonations, { body: { donation_ids: pickIds(), status } }, caller)
      },
      change: () =>
        sendRoute(
          donationChanges.updateDonation,
          { params: { id: pickId() }, body: { amount: 30 + random(50) } },
          caller,
        ),
      reprocess: () => {
        const body = { silenced: random(2) === 0, reprocess: random(2) === 0 }
        return sendRoute(donationChanges.updateDonation, { params: { id: pickId() }, body }, caller)
      },
      cancel: () => sendRoute(donationChanges.deleteDonation, { params: { id: pickId() }, query: {} }, caller),
      undo: () => {
        const body = { undo_id: recent(undoIds, '00000000-0000-4000-8000-000000000000') }
        return sendRoute(donationChanges.undoChange, { params, body }, caller)
      },
      prepareBulk: () => {
        const body = { action: random(2) ? ('submit' as const) : ('cancel' as const), donation_ids: pickIds() }
        return sendRoute(bulkChanges.prepareBulkChange, { params, body }, caller)
      },
      runBulk: () => sendRoute(bulkChanges.runBulkChange, { params: { id, bulkId: recent(bulkIds, 1) } }, caller),
      undoBulk: () => sendRoute(bulkChanges.undoBulkChange, { params: { id, bulkId: recent(bulkIds, 1) } }, caller),
      undoUpload: () => sendRoute(imports.undoImport, { params: { id, importId: recent(startedImports, 1) } }, caller),
      list: () => sendRoute(donations.listDonations, { params, query: { page: 1, per_page: 25 } }, caller),
      create: () => {
        const body = { ...gift, amount: 30 + random(4), donated_at: '2026-06-03' }
        return sendRoute(donationChanges.createDonation, { params, body }, caller)
      },
    }
    const names = Object.keys(calls)
    await Promise.all(
      Array.from({ length: callsPerRound }, async () => {
        if (random(12) === 0) return upload(2)
        const name = names[random(names.length)] ?? ''
        return recordAnswer(name, calls[name]?.() ?? Promise.reject(new Error(name)))
      }),
    )
    for (const one of new Set(startedImports.splice(0))) await ended(one)
  }
  expect([...failures, ...logged.filter((line) => line.includes('unexpected'))]).toEqual([])
})
