import { setTimeout as wait } from 'node:timers/promises'
import { to as copyTo } from 'pg-copy-streams'
import { SMTPServer } from 'smtp-server'
import { z } from 'zod'
import { Caller, callDuring, callFor } from './caller.ts'
import { type BenchDatabase, type BenchFacts, withClient } from './database.ts'
import { listCall } from './queries.ts'
import type { Server } from './server.ts'

export const uploadRows = 4_000

export function createUploadFile({ ownerString, facts }: BenchDatabase, salt: string): Promise<string> {
  return withClient(ownerString, async (client) => {
    const { rows } = await client.query<{ name: string; email: string; employer: string }>(
      `SELECT p.name, p.email, c.name AS employer FROM donors p
       JOIN LATERAL (SELECT company_id FROM donations d WHERE d.organization_id = p.organization_id AND d.donor_id = p.id
         AND d.company_id IS NOT NULL ORDER BY d.donated_at DESC LIMIT 1) d ON true
       JOIN companies c ON c.id = d.company_id
       WHERE p.organization_id = $1 AND p.email LIKE 'donor%' ORDER BY md5($2 || p.id) LIMIT $3`,
      [facts.organizationId, salt, uploadRows],
    )
    const lines = rows.map(
      ({ name, email, employer }, n) =>
        `${salt}-${n},2025-${String(1 + (n % 12)).padStart(2, '0')}-15,${25 + (n % 200)}.00,${name},${email},"${employer}"`,
    )
    return `Transaction,Date,Amount,Donor,Email,Employer\n${lines.join('\n')}\n`
  })
}

const map = {
  transaction: 'transaction_id',
  date: 'donated_at',
  amount: 'amount',
  donor: 'donor.name',
  email: 'donor.email',
  employer: 'company.name',
}
const importShape = z.object({
  import: z.object({ id: z.number(), state: z.string(), accepted: z.number().optional() }),
})

/** Milliseconds of the pre-check, and of the upload until every gift is evaluated. */
export async function uploadFile({ address, tokens }: Server, { organizationId }: BenchFacts, file: string) {
  const caller = new Caller(address, tokens[0])
  const own = `/api/organization/${organizationId}`
  const formOf = (fields: Readonly<Record<string, string>>): FormData => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('donations', new Blob([file], { type: 'text/csv' }), 'bench.csv')
    return form
  }
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now()
    await work()
    return performance.now() - begun
  }
  const preCheck = () =>
    caller.json(z.object({}), {
      path: `${own}/donation/import-file/Test`,
      method: 'POST',
      body: formOf({ map: JSON.stringify(map) }),
    })
  const upload = async (): Promise<void> => {
    const body = formOf({ type: 'Upload', opt_in: 'false', no_company: 'false', map: JSON.stringify(map) })
    const begun = await caller.json(importShape, { path: `${own}/donation/import-file/Upload`, method: 'POST', body })
    for (;;) {
      const { state, accepted } = (await caller.json(importShape, { path: `${own}/import/${begun.import.id}` })).import
      if (state === 'failed') throw new Error('the import failed')
      // A few generated gifts resemble existing ones and need a decision.
      if (state === 'done' && (accepted ?? 0) < uploadRows * 0.95)
        throw new Error(`${accepted} of ${uploadRows} rows were accepted`)
      if (state === 'done') return
      await wait(50)
    }
  }
  const times = { preCheckMs: 0, uploadMs: 0 }
  const work = async (): Promise<void> => {
    times.preCheckMs = await timed(preCheck)
    times.uploadMs = await timed(upload)
  }
  const page = (turn: number) => caller.time(listCall({ organizationId }, { page: 1 + (turn % 20), per_page: 50 }))
  const meanwhile = await callDuring(work(), page)
  return { ...times, meanwhile }
}

export async function download({ address, tokens }: Server, { organizationId }: BenchFacts): Promise<number> {
  const caller = new Caller(address, tokens[0])
  const { url } = await caller.json(z.object({ url: z.string() }), {
    path: `/api/donation/${organizationId}/csv-token`,
  })
  return new Caller(address).time({ path: url })
}

/** Milliseconds of COPY with the same columns in a single database process. */
export function copyDonations({ ownerString, facts }: BenchDatabase): Promise<number> {
  return withClient(ownerString, async (client) => {
    await client.query('SET max_parallel_workers_per_gather = 0')
    const begun = performance.now()
    const stream = client.query(
      copyTo(`COPY (SELECT d.id, d.transaction_id, d.donated_at, round(d.amount_cents / 100.0, 2), d.currency, p.name, p.email,
          coalesce(c.name, d.employer_text), o.name, d.status_id, round(d.estimated_cents / 100.0, 2),
          round(d.received_cents / 100.0, 2), (d.received_at AT TIME ZONE 'UTC')::date,
          (d.received_at AT TIME ZONE 'UTC')::date - d.donated_at::date
        FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
        JOIN organizations o ON o.id = d.organization_id LEFT JOIN companies c ON c.id = d.company_id
        WHERE d.organization_id = ${facts.organizationId} AND d.counted ORDER BY d.donated_at DESC, d.id DESC
      ) TO STDOUT (FORMAT csv, HEADER true)`),
    )
    for await (const _ of stream);
    return performance.now() - begun
  })
}

function clicks(facts: BenchFacts, person: number): readonly string[] {
  const own = `/api/organization/${facts.organizationId}`
  const match = (step: number): string =>
    `/api/donation/${facts.donationIds[(person * 7 + step) % facts.donationIds.length]}`
  const list = (query: Readonly<Record<string, string | number>>): string => listCall(facts, query).path
  const days = { 'filters[dateFrom]': '2025-10-02', 'filters[dateTo]': '2025-12-31' }
  return [
    `${own}/statistics/standing`,
    list(days),
    match(1),
    list({ 'filters[status]': 'donor_contacted', ...days }),
    match(2),
    list({ page: 2 + (person % 40), per_page: 50 }),
    `${own}/statistics?from=2025-01-01&to=2025-12-31&report=by_month`,
    list({ 'filters[companyName]': facts.company.name }),
    match(3),
    `${own}/search?q=rosa%20${person}`,
  ]
}

export async function simulateUsers(seconds: number, { address, tokens }: Server, facts: BenchFacts) {
  const taken: number[] = []
  let refused = 0
  const until = performance.now() + seconds * 1_000
  const work = async (token: string, person: number): Promise<void> => {
    const caller = new Caller(address, token)
    const paths = clicks(facts, person)
    await wait((person * 1_000) / tokens.length)
    for (let step = person; performance.now() < until; step++) {
      const begun = performance.now()
      const status = await caller.status({ path: paths[step % paths.length] ?? '' }).catch(() => 0)
      const ms = performance.now() - begun
      taken.push(ms)
      if (status !== 200) refused++
      await wait(Math.max(0, 1_000 - ms))
    }
  }
  await Promise.all(tokens.map(work))
  return { taken, refused }
}

export async function startMailServer(takesMs: number) {
  const arrived: number[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _session, done) => {
      stream.resume().on('end', () => {
        arrived.push(performance.now())
        setTimeout(done, takesMs)
      })
    },
  })
  server.on('error', () => {}) // the worker exits first
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    arrived,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export function queueEmails({ ownerString, facts }: BenchDatabase, atMost: number): Promise<void> {
  return withClient(ownerString, async (client) => {
    await client.query('TRUNCATE sent_mails, planned_mails, notifications CASCADE')
    await client.query(
      `UPDATE organizations SET street = '1 River Road', city = 'Dayton', state = 'OH', zip = '45402' WHERE id = $1`,
      [facts.organizationId],
    )
    await client.query(
      `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, message_id, send_at, created_at)
       SELECT organization_id, id, donor_id, 'initial', status_id, gen_random_uuid()::text, 'infinity', now()
       FROM (SELECT DISTINCT ON (donor_id) organization_id, id, donor_id, status_id FROM donations
         WHERE organization_id = $1 AND counted AND NOT silenced AND NOT inert AND status_id IN (6, 7, 8, 25)
         ORDER BY donor_id, id) d LIMIT $2`,
      [facts.organizationId, atMost],
    )
    await client.query('ANALYZE notifications')
  })
}

export const sendEmails = ({ ownerString }: BenchDatabase): Promise<unknown> =>
  withClient(ownerString, (client) =>
    client.query(`UPDATE notifications SET send_at = now() WHERE send_at = 'infinity'`),
  )

/** @throws after `withinMs` */
export function waitUntilSent({ ownerString }: BenchDatabase, withinMs: number): Promise<void> {
  return withClient(ownerString, async (client) => {
    const until = performance.now() + withinMs
    for (;;) {
      const { rowCount } = await client.query(
        `SELECT FROM notifications WHERE state IN ('queued', 'sending') AND send_at <= now() LIMIT 1`,
      )
      if (rowCount === 0) return
      if (performance.now() > until) throw new Error('emails wait')
      await wait(200)
    }
  })
}

/** The first page of the smallest organization, alone and while 20 connections query the largest one. */
export async function measureNoisyNeighbors({ address, tokens }: Server, facts: BenchFacts, seconds: number) {
  const caller = new Caller(address, tokens[0])
  const small = listCall({ organizationId: facts.smallestId }, { page: 1 })
  const expensive = [
    listCall(facts, { 'filters[donorNameEmail]': 'a' }),
    listCall(facts, { 'filters[companyName]': 'a', 'filters[donorNameEmail]': 'e' }),
    listCall(facts, { page: 200, per_page: 50, sort_field: 'amount' }),
    listCall(facts, { 'filters[companyName]': facts.company.name, 'filters[donorNameEmail]': 'rosa' }),
  ]
  await callFor(1, () => caller.time(small))
  const alone = await callFor(seconds, () => caller.time(small))
  let isOver = false
  const press = async (place: number): Promise<void> => {
    const other = new Caller(address, tokens[0])
    for (let turn = place; !isOver; turn++) await other.status(expensive[turn % expensive.length] ?? small)
  }
  const pressing = Promise.all(Array.from({ length: 20 }, (_, place) => press(place)))
  const besides = await callFor(seconds * 2, () => caller.time(small))
  isOver = true
  await pressing
  return { alone, besides }
}
