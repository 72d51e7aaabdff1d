import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import type { Facts } from '../scenario.ts'

/** A report of money paid: most lines name their gift, some leave a doubt, some nobody knows. */
export const payoutLines = { all: 3_000, doubtful: 400, unknown: 60 }

type Gift = {
  readonly transaction: string
  readonly day: string
  readonly cents: number
  readonly name: string
  readonly email: string
}

/** Gifts that wait for their money, the newest of different donors. */
async function waitingGifts(connectionString: string, { organizationId }: Facts): Promise<Gift[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<Gift>(
      `SELECT d.transaction_id AS transaction, to_char(d.donated_at, 'YYYY-MM-DD') AS day, d.amount_cents::int AS cents, p.name, p.email
       FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
       WHERE d.organization_id = $1 AND d.status_id IN (4, 7, 8, 28) AND d.received_cents = 0
       ORDER BY d.donated_at DESC LIMIT $2`,
      [organizationId, payoutLines.all],
    )
    if (rows.length < payoutLines.all)
      throw new Error(`there are fewer than ${payoutLines.all} gifts that wait for money`)
    return rows
  } finally {
    await client.end()
  }
}

const header =
  'Company,Donation Date,Donor Name,Email,Transaction ID,Currency,Match Amount,Merchant Fee,Disbursement ID'

/** In so many payouts. */
export async function makeReport(
  connectionString: string,
  facts: Facts,
  payouts: number,
  salt: string,
): Promise<string> {
  const gifts = await waitingGifts(connectionString, facts)
  const { all, doubtful, unknown } = payoutLines
  const lines = gifts.map(({ transaction, day, cents, name, email }, n) => {
    const rest = `USD,${(cents / 100).toFixed(2)},0.25,${salt}-${n % payouts}`
    if (n < all - doubtful - unknown) return `${facts.company.name},${day},${name},${email},${transaction},${rest}`
    if (n < all - unknown) return `${facts.company.name},2026-01-15,${name},,T${n},${rest}`
    return `${facts.company.name},${day},Nobody Known ${n},nobody${n}@mail.example,T${n},${rest}`
  })
  return `${[header, ...lines].join('\n')}\n`
}

const answered = z.object({ report: z.object({ id: z.number(), state: z.string(), lines: z.number() }) })

export type PayoutsRun = { readonly readMs: number; readonly againMs: number; readonly undoMs: number }

/** Reads a report, reads it again, and takes it back, so that the next run finds the gifts as this one did. */
export async function payoutsToProduct(
  { address, token }: { readonly address: string; readonly token: string },
  { organizationId }: Facts,
  report: string,
): Promise<PayoutsRun> {
  const headers = { authorization: `Bearer ${token}` }
  const path = `${address}/api/organization/${organizationId}/payout-report`
  const ask = async (to: string, init: RequestInit = {}) => {
    const answer = await fetch(to, { headers, ...init })
    if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
    return answered.parse(await answer.json()).report
  }
  const upload = async () => {
    const form = new FormData()
    form.set('report', new Blob([report], { type: 'text/csv' }), 'payouts.csv')
    const begun = performance.now()
    const { id } = await ask(path, { method: 'POST', body: form })
    for (;;) {
      const { state, lines } = await ask(`${path}/${id}`)
      if (state === 'failed') throw new Error('the report failed')
      if (state === 'done') {
        if (lines !== payoutLines.all) throw new Error(`${lines} of ${payoutLines.all} lines were read`)
        return { id, ms: performance.now() - begun }
      }
      await wait(10)
    }
  }
  const read = await upload()
  const again = await upload()
  const begun = performance.now()
  await ask(`${path}/${again.id}/undo`, { method: 'POST' })
  await ask(`${path}/${read.id}/undo`, { method: 'POST' })
  return { readMs: read.ms, againMs: again.ms, undoMs: performance.now() - begun }
}

/** The least that finds the gifts: staged by COPY, joined by their ids, their money written; taken back again. No rules. Milliseconds. */
export async function settleByCopy(connectionString: string, facts: Facts, report: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const begun = performance.now()
  await client.query('BEGIN')
  await client.query(`SET LOCAL app.changing_matches = 'on'`)
  await client.query(`CREATE TEMP TABLE staged (company text, day date, donor text, email text, transaction text, currency text,
    amount numeric, fee numeric, payout text) ON COMMIT DROP`)
  await pipeline([report], client.query(copyFrom('COPY staged FROM STDIN (FORMAT csv, HEADER true)')))
  await client.query(
    `UPDATE donations d SET received_cents = s.amount * 100, received_at = now(), payment_state = 'paid', status_id = 1
     FROM staged s WHERE d.organization_id = $1 AND d.transaction_id = s.transaction`,
    [facts.organizationId],
  )
  const ms = performance.now() - begun
  await client.query('ROLLBACK')
  await client.end()
  return ms
}
