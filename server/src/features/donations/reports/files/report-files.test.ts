import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import { donations, donorData, reportFiles, reports } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import type { Files } from '../../../../platform/files/files.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { fileReadyEmail } from './file-ready-email.ts'
import { deleteExpiredFiles } from './report-files.queries.ts'
import { createRowCounter } from './row-counter.ts'
import { writeReportFile } from './write-file.ts'

const { fileMessages } = reportFiles

let app: TestApp
let org: number
let ada: { id: number; email: string; token: string }
let colleague: string

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web', reportRowsAtOnce: 2 } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.query('DELETE FROM unreferenced_files')
  org = await app.createOrganization({ name: 'Riverbend' })
  const member = await app.createMember(org, 'read')
  ada = { id: member.id, email: member.email, token: await app.signIn(member) }
  colleague = await app.signIn(await app.createMember(org, 'admin'))
  for (const donor of ['Zoë "Z",\nJr', 'Ben Ek', 'Cy Ode']) await app.createDonation({ organization: org, donor })
})

type Asked = {
  report_id?: number
  format?: 'csv' | 'xlsx'
  filters?: donations.DonationFilters
  definition?: z.input<typeof reports.reportDefinition>
}
const ask = (body: Asked = {}) =>
  app.call(reportFiles.askForReportFile, { params: { id: org }, body }, { token: ada.token })
async function askForMany(body: Asked = {}): Promise<number> {
  const { file } = await ask(body)
  if (!file) throw new Error('expected a file')
  return file.id
}
const list = async (token = ada.token) =>
  (await app.call(reportFiles.listReportFiles, { params: { id: org } }, { token })).files
const at = (fileId: number) => ({ params: { id: org, fileId } })
const remove = (fileId: number, token = ada.token) => app.call(reportFiles.removeReportFile, at(fileId), { token })
const link = async (fileId: number) =>
  (await app.call(reportFiles.getReportFileTicket, at(fileId), { token: ada.token })).url

const write = (fileId: number, files: Partial<Files> = {}) => {
  const platform = { ...app.platform, files: { ...app.platform.files, ...files } }
  const worker = { platform, directory: createDirectory(app.platform) }
  return writeReportFile(worker, { organizationId: org, fileId }, new AbortController().signal)
}
const unreferencedFiles = () => app.query<{ file_key: string }>('SELECT file_key FROM unreferenced_files')
const letters = () =>
  app.query("SELECT parameters FROM account_mails WHERE kind = 'report-file' AND recipient = $1", [ada.email])
const keyOf = async (fileId: number) => {
  const [row] = await app.query<{ file_key: string }>('SELECT file_key FROM report_files WHERE id = $1', [fileId])
  return row?.file_key ?? ''
}

test('few rows return a link and many are written in a job, with the same content', async () => {
  const few = await ask({ filters: { donorNameEmail: 'Ben' } })
  expect([few.file, few.rows_at_once]).toEqual([null, 2])
  expect((await app.send('GET', few.url ?? '')).status).toBe(200)

  const params = { id: org }
  const body = { name: 'Thanks Ünd', columns: { 'users.name': 'Who', amount: '' } }
  const { report } = await app.call(reports.saveReport, { params, body }, { token: ada.token })
  const id = await askForMany({ report_id: report.id })
  expect(await list()).toMatchObject([{ id, name: 'Thanks Ünd', state: 'waiting', rows: null, rows_written: 0 }])
  expect(await app.refusal(reportFiles.getReportFileTicket, at(id), { token: ada.token })).toMatchObject({
    code: 'conflict',
    message: fileMessages.notReady,
  })
  await write(id)
  const expiresAt = new Date(app.clock().getTime() + 7 * 86_400_000).toISOString()
  expect(await list()).toMatchObject([{ state: 'ready', rows: 3, rows_written: 3, expires_at: expiresAt }])
  const address = await link(id)
  const answer = await app.send('GET', address)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="thanks-und-[\d-]+\.csv"$/)
  const ticket = { params, query: { report_id: report.id } }
  const { url } = await app.call(donations.getDonationsCsvTicket, ticket, { token: ada.token })
  expect(await answer.text()).toBe(await (await app.send('GET', url)).text())
  expect((await app.send('GET', address)).status, 'good once').toBe(410)
  const { reports: own } = await app.call(reports.listReports, { params }, { token: ada.token })
  expect(own[0]?.downloads).toBe(2)

  const workbook = await askForMany({ format: 'xlsx' })
  await write(workbook)
  const bytes = Buffer.from(await (await app.send('GET', await link(workbook))).arrayBuffer())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  expect(await unreferencedFiles()).toEqual([])
})

test('the list downloads with chosen columns, filters and order, without a saved report', async () => {
  const definition = {
    columns: { amount: '', 'users.name': 'Who' },
    filters: { donorNameEmail: 'Ben' },
    ascending: true,
  }
  const { url } = await ask({ definition })
  const file = await app.send('GET', url ?? '')
  expect(file.headers.get('content-disposition')).toContain('filename="donations-')
  expect((await file.text()).trim().split(/\r?\n/)).toEqual(['Amount,Who', expect.stringContaining('Ben')])
})

test('a repeated request writes one file, and a repeated job sends one notice', async () => {
  const id = await askForMany()
  expect(await askForMany()).toBe(id)
  expect(await askForMany({ format: 'xlsx' })).not.toBe(id)
  app.clock.advance({ seconds: 61 })
  await write(id)
  const key = await keyOf(id)
  await write(id)
  expect(await keyOf(id)).toBe(key)
  expect(await letters()).toEqual([{ parameters: { organizationId: org, fileId: id } }])
})

test('a file is visible to its user only', async () => {
  const id = await askForMany()
  await write(id)
  const neighbor = await app.createOrganization({})
  const stranger = await app.signIn(await app.createMember(neighbor, 'admin'))
  expect(await list(colleague)).toEqual([])
  for (const route of [reportFiles.getReportFileTicket, reportFiles.removeReportFile]) {
    expect(await app.refusal(route, at(id), { token: colleague })).toMatchObject({ code: 'not_found' })
    expect(await app.refusal(route, at(id), { token: stranger })).toMatchObject({ code: 'not_found' })
    const there = { params: { id: neighbor, fileId: id } }
    expect(await app.refusal(route, there, { token: stranger })).toMatchObject({ code: 'not_found' })
  }
})

test('a run that resumes after being replaced neither writes nor notifies', async () => {
  const id = await askForMany()
  app.clock.advance({ minutes: 2 })
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>()
  let frozenKey = ''
  const frozen = write(id, {
    keepStream: async (key, ...rest) => {
      frozenKey = key
      const bytes = await app.platform.files.keepStream(key, ...rest)
      await woken
      return bytes
    },
  })
  while (frozenKey === '') await turn()
  await write(id)
  const key = await keyOf(id)
  wake()
  await frozen
  expect(await keyOf(id)).toBe(key)
  expect(key).not.toBe(frozenKey)
  await expect(app.platform.files.read(frozenKey)).rejects.toThrow('no longer have')
  expect((await letters()).length).toBe(1)
  expect(await unreferencedFiles()).toEqual([])
})

test('stuck clients do not block other downloads, and refused downloads release their file', async () => {
  const ids = [await askForMany(), await askForMany({ format: 'xlsx' })]
  for (const id of ids) await write(id)
  const links = await Promise.all([...ids, ...ids, ...ids].map(link))
  const silent: Readable[] = []
  const reading = vi.spyOn(app.platform.files, 'readStream').mockImplementation(async () => {
    const stream = new Readable({ read: () => undefined })
    stream.push('some of it, and nothing more')
    silent.push(stream)
    return stream
  })
  const [refused = '', ours = '', ...stuck] = links
  const begun = await Promise.all(stuck.map((address) => app.send('GET', address)))
  const statusOf = async (address: string) => (await app.send('GET', address)).status
  expect(await statusOf(refused)).toBe(503)
  expect(silent.at(-1)?.destroyed).toBe(true)
  const few = await ask({ filters: { donorNameEmail: 'Ben' } })
  expect(await statusOf(few.url ?? ''), 'of the list').toBe(200)
  reading.mockRestore()

  org = await app.createOrganization({})
  ada.token = await app.signIn(await app.createMember(org, 'read'))
  for (const donor of ['A', 'B', 'C']) await app.createDonation({ organization: org, donor })
  const theirs = await askForMany()
  await write(theirs)
  expect(await statusOf(await link(theirs)), 'of another organization').toBe(200)
  for (const stream of silent) stream.destroy(new Error('stuck'))
  for (const answer of begun) await expect(answer.text()).rejects.toThrow()
  expect(await statusOf(ours)).toBe(200)
})

test('a file is released if its download cannot be counted', async () => {
  const { report } = await app.call(
    reports.saveReport,
    { params: { id: org }, body: { name: 'Counted', columns: { amount: '' } } },
    { token: ada.token },
  )
  const id = await askForMany({ report_id: report.id })
  await write(id)
  await app.query("UPDATE report_files SET wanted = '{}' WHERE id = $1", [id])
  const address = await link(id)
  const opened: Readable[] = []
  const { readStream } = app.platform.files
  const reading = vi.spyOn(app.platform.files, 'readStream').mockImplementation(async (key) => {
    const stream = await readStream(key)
    opened.push(stream)
    return stream
  })
  expect((await app.send('GET', address)).status).toBe(500)
  reading.mockRestore()
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})

test('a canceled file leaves nothing behind', async () => {
  const id = await askForMany()
  let key = ''
  await write(id, {
    keepStream: async (given, ...rest) => {
      key = given
      const bytes = await app.platform.files.keepStream(given, ...rest)
      expect(await list()).toMatchObject([{ state: 'writing', rows: 3, rows_written: 0 }])
      await remove(id)
      return bytes
    },
  })
  expect(await list()).toEqual([])
  await expect(app.platform.files.read(key)).rejects.toThrow('no longer have')
  expect(await unreferencedFiles()).toEqual([])
})

test('a failed file has a reason; unknown errors are retried a few times', async () => {
  const large = await askForMany()
  await write(large, { keepStream: () => Promise.reject(new Refusal('too_large', 'too much')) })
  expect(await list()).toMatchObject([{ state: 'failed', problem: fileMessages.tooLarge }])
  const broken = await askForMany()
  const breaking = () => write(broken, { keepStream: () => Promise.reject(new Error('the disk is on fire')) })
  for (let run = 0; run < 4; run++) await expect(breaking()).rejects.toThrow('on fire')
  expect((await list())[0]).toMatchObject({ id: broken, state: 'writing' })
  await breaking()
  expect((await list())[0]).toMatchObject({ state: 'failed', problem: fileMessages.stopped })
})

test('files are limited in number and size', async () => {
  const kept: number[] = []
  for (let minute = 0; minute < 10; minute++) {
    app.clock.advance({ minutes: 1 })
    kept.push(await askForMany())
    await app.query(
      "UPDATE report_files SET state = 'ready', file_key = $2, bytes = 1 WHERE organization_id = $1 AND state = 'waiting'",
      [org, `${minute}`.repeat(32)],
    )
  }
  const newest = await askForMany()
  expect((await list()).map(({ id }) => id)).toEqual([newest, ...kept.slice(1).reverse()])
  expect(await unreferencedFiles()).toEqual([{ file_key: '0'.repeat(32) }])

  const refuse = () =>
    app.refusal(reportFiles.askForReportFile, { params: { id: org }, body: { format: 'xlsx' } }, { token: ada.token })
  await app.query('UPDATE report_files SET bytes = $2 WHERE id = $1', [
    kept.at(-1),
    reportFiles.maxTotalFileBytes - reportFiles.maxFileBytes,
  ])
  expect(await refuse(), 'the one that is not written yet may become large').toMatchObject({ code: 'storage_full' })

  await app.query(
    `INSERT INTO report_files (organization_id, user_id, name, format, wanted, state, created_at, expires_at)
     VALUES ($1, $2, 'another', 'csv', '{}', 'waiting', now(), '2027-01-01')`,
    [org, ada.id],
  )
  expect(await refuse()).toMatchObject({ code: 'conflict', message: fileMessages.tooMany })
  await app.query("DELETE FROM report_files WHERE state = 'waiting'")
  await app.query('UPDATE report_files SET bytes = $2 WHERE id = $1', [kept.at(-1), reportFiles.maxTotalFileBytes])
  expect(await refuse()).toMatchObject({ code: 'storage_full', message: fileMessages.full })

  app.clock.advance({ days: 2 })
  await acrossOrganizations(app.platform.database, (db) => deleteExpiredFiles(db, app.clock(), 100))
  expect(await app.query('SELECT FROM report_files WHERE organization_id = $1', [org])).toEqual([])
})

test('the email contains no donor name and is sent only to users with access', async () => {
  const id = await askForMany()
  await write(id)
  const prepare = () =>
    acrossOrganizations(app.platform.database, async (db) => {
      const parameters = { organizationId: org, fileId: id }
      const due = { platform: app.platform, db, now: app.clock(), recipient: ada.email, parameters, locale: 'en-US' }
      return fileReadyEmail.prepare(due)
    })
  const about = { organization: 'Riverbend', name: 'Donations', format: 'CSV', rows: '3' }
  expect(await prepare()).toMatchObject({ about, path: `/portal/reports?in=${org}` })
  await app.query('DELETE FROM members WHERE user_id = $1', [ada.id])
  expect(await prepare()).toBeNull()
})

test('files that contain an erased donor are deleted', async () => {
  const id = await askForMany({ filters: { dateFrom: '2000-01-01' } })
  await write(id)
  const key = await keyOf(id)
  const [donor] = await app.query<{ id: string }>(
    "SELECT id FROM donors WHERE organization_id = $1 AND name = 'Ben Ek'",
    [org],
  )
  const params = { id: Number(donor?.id) }
  const { confirm } = await app.call(donorData.previewErasure, { params }, { token: colleague })
  await app.call(donorData.eraseDonor, { params, body: { confirm } }, { token: colleague })
  expect(await list()).toMatchObject([{ state: 'failed', problem: fileMessages.erased }])
  expect(await unreferencedFiles()).toEqual([{ file_key: key }])
})

test('a file requested during an erasure is deleted', async () => {
  const [donor] = await app.query<{ id: string }>(
    "SELECT id FROM donors WHERE organization_id = $1 AND name = 'Ben Ek'",
    [org],
  )
  const params = { id: Number(donor?.id) }
  const { confirm } = await app.call(donorData.previewErasure, { params }, { token: colleague })
  const erasing: Promise<unknown>[] = []
  let isErased = false
  const waiting = async () =>
    (
      await app.query(
        "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      )
    ).length > 0
  const { add } = app.platform.jobs
  const adding = vi.spyOn(app.platform.jobs, 'add').mockImplementation(async (...given) => {
    await add(...given)
    if (erasing.length > 0) return
    const erased = app.call(donorData.eraseDonor, { params, body: { confirm } }, { token: colleague })
    erasing.push(erased.then(() => (isErased = true)))
    while (!isErased && !(await waiting())) await turn()
  })
  await askForMany({ filters: { dateFrom: '2000-01-02' } })
  adding.mockRestore()
  await Promise.all(erasing)
  expect(await list()).toMatchObject([{ state: 'failed', problem: fileMessages.erased }])
})

test('counts rows as they pass, ignoring line ends within quotes', async () => {
  const counts: number[] = []
  const rows = createRowCounter(async (count) => void counts.push(count))
  const csv = ['a,"b\nc', '\n""d"\n', `"${randomUUID()}"\n`, 'e,f\n']
  const { passing } = rows
  const [copy] = await Promise.all([
    text(passing),
    pipeline(Readable.from(csv.map((piece) => Buffer.from(piece))), passing),
  ])
  expect([copy, rows.count()]).toEqual([csv.join(''), 3])
})
