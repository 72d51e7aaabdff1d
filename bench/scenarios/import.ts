import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import type { Server } from '../child.ts'
import type { Facts } from '../scenario.ts'

export const importRows = 4_000

const map = {
  transaction: 'transaction_id',
  date: 'donated_at',
  amount: 'amount',
  donor: 'donor.name',
  email: 'donor.email',
  employer: 'company.name',
}

/** A file that no run has had before: a second upload of the same gifts changes nothing. */
export function makeFile(facts: Facts, salt: string): string {
  const rows = Array.from({ length: importRows }, (_, n) => {
    const employer = n % 3 === 0 ? facts.company.name : n % 3 === 1 ? '' : `Nobody's Employer ${n % 50}`
    return `${salt}-${n},2025-${String(1 + (n % 12)).padStart(2, '0')}-15,${25 + (n % 200)}.00,Import Donor ${n},import${n}-${salt}@mail.example,"${employer}"`
  })
  return `Transaction,Date,Amount,Donor,Email,Employer\n${rows.join('\n')}\n`
}

const uploaded = z.object({ import: z.object({ id: z.number(), state: z.string(), accepted: z.number().optional() }) })

/**
 * Uploads and waits until every gift is evaluated and in the list. Answers milliseconds.
 * @param lookMs how often it is asked whether it has ended; beside others as seldom as a browser does, since each look is work
 */
export async function uploadToProduct(
  { address, token }: Pick<Server, 'address' | 'token'>,
  facts: Facts,
  file: string,
  lookMs = 10,
): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  const form = new FormData()
  form.set('type', 'Upload')
  form.set('opt_in', 'false')
  form.set('no_company', 'false')
  form.set('map', JSON.stringify(map))
  form.set('donations', new Blob([file], { type: 'text/csv' }), 'bench.csv')
  const begun = performance.now()
  const path = `${address}/api/organization/${facts.organizationId}`
  const answer = await fetch(`${path}/donation/import-file/Upload`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`upload: ${answer.status} ${await answer.text()}`)
  const { id } = uploaded.parse(await answer.json()).import
  for (;;) {
    const seen = uploaded.parse(await (await fetch(`${path}/import/${id}`, { headers })).json()).import
    if (seen.state === 'failed') throw new Error('the import failed')
    if (seen.state === 'done') {
      if (seen.accepted !== importRows) throw new Error(`${seen.accepted} of ${importRows} rows were accepted`)
      return performance.now() - begun
    }
    await wait(lookMs)
  }
}

/** The least that puts the same rows there: staged by COPY, then donors and gifts set by set. No rules. Milliseconds. */
export async function stageByCopy(connectionString: string, facts: Facts, file: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const begun = performance.now()
  await client.query('BEGIN')
  await client.query(`CREATE TEMP TABLE staged (transaction text, day date, amount numeric, donor text, email text,
    employer text) ON COMMIT DROP`)
  await pipeline([file], client.query(copyFrom('COPY staged FROM STDIN (FORMAT csv, HEADER true)')))
  await client.query(
    `INSERT INTO donors (organization_id, donor_key, email, name) SELECT $1, email, email, donor FROM staged
     ON CONFLICT DO NOTHING`,
    [facts.organizationId],
  )
  await client.query(
    `INSERT INTO donations (organization_id, gift_key, transaction_id, donor_id, donated_at, amount_cents, currency,
       company_id, employer_text, status_id, status_changed_at, created_at)
     SELECT $1, md5(s.transaction)::uuid, s.transaction, p.id, s.day, s.amount * 100, 'USD', c.id, coalesce(s.employer, ''), 23,
       now(), now()
     FROM staged s JOIN donors p ON p.organization_id = $1 AND p.donor_key = s.email
     LEFT JOIN companies c ON lower(c.name) = lower(s.employer)`,
    [facts.organizationId],
  )
  await client.query('COMMIT')
  const ms = performance.now() - begun
  await client.end()
  return ms
}
