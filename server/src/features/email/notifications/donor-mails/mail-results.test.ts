import { afterAll, beforeAll, expect, test } from 'vitest'
import { acrossOrganizations, type Db, grantTenant, inTenant } from '../../../../platform/database/database.ts'
import { type Factories, factoriesOn } from '../../../../testing/factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../../testing/test-database.ts'
import { applyMailResults, type MailKey, recordSending } from './mail-results.queries.ts'
import { countAction, countClick, countOpen, creditEmails } from './notifications.queries.ts'

let database: TestDatabase
let factories: Factories
beforeAll(async () => {
  database = await createTestDatabase()
  factories = factoriesOn(database)
})
afterAll(() => database.drop())

const at = new Date('2026-06-15T12:00:00Z')
const across = <T>(work: (db: Db) => Promise<T>) => acrossOrganizations(database.database, work)
const followed = ({ organizationId, id }: MailKey) => ({
  ...{ organizationId, notificationId: id, at },
  ...{ soonAfterSendingMs: 0, looksLikeMachine: false },
})

async function mailsOf(organization: number, count: number) {
  const donations = await factories.createDonations(Array.from({ length: count }, () => ({ organization, status: 7 })))
  const mails = []
  for (const donation of donations) {
    const id = await factories.createMail({ organization, donation, at: new Date('2026-06-14') })
    mails.push({ organizationId: organization, id, donation })
  }
  return mails
}

const sums = (organization: number) =>
  database.query(
    `SELECT sum(sent)::int AS sent, sum(opened)::int AS opened, sum(machine_opened)::int AS machine_opened,
       sum(confirm_clicked)::int AS confirm_clicked, sum(decline_clicked)::int AS decline_clicked,
       sum(submitted)::int AS submitted FROM email_results WHERE organization_id = $1`,
    [organization],
  )
const rowsOf = async (organization: number) =>
  (await database.query('SELECT FROM email_results WHERE organization_id = $1', [organization])).length

test('concurrent writers and updates neither lose nor repeat a count', async () => {
  const organization = await factories.createOrganization()
  const tenant = grantTenant(organization, [organization])
  const mails = await mailsOf(organization, 60)
  let writing = true
  let last = 0
  const read = async () => {
    while (writing) {
      const [now] = await database.query<{ sent: number }>(
        'SELECT coalesce(sum(sent), 0)::int AS sent FROM email_results WHERE organization_id = $1',
        [organization],
      )
      expect(now?.sent ?? 0).toBeGreaterThanOrEqual(last)
      last = now?.sent ?? 0
    }
  }
  const update = async () => {
    while (writing) await across(applyMailResults)
  }
  const write = async (turn: number) => {
    for (const mail of mails.filter((_, place) => place % 4 === turn)) {
      await across((db) => recordSending(db, mail))
      await across((db) => countOpen(db, followed(mail)))
      await across((db) => countClick(db, { ...followed(mail), link: turn === 0 ? 'no' : 'yes' }))
      if (turn === 0) continue
      const { organizationId: organization_id, donation: donation_id } = mail
      const credit = { organization_id, donation_id, is_requested: true, by_donor: true }
      await inTenant(database.database, tenant, (db) => creditEmails(db, [credit], at))
    }
  }
  const others = [read(), update(), update()]
  try {
    await Promise.all([0, 1, 2, 3].map(write))
  } finally {
    writing = false
    await Promise.all(others)
  }
  const [total] = await sums(organization)
  expect(total).toEqual({
    ...{ sent: 60, opened: 60, machine_opened: 0 },
    ...{ confirm_clicked: 45, decline_clicked: 15, submitted: 45 },
  })
  await across(applyMailResults)
  expect(await rowsOf(organization)).toBe(1)
  expect(await sums(organization)).toEqual([total])
})

test('clicks of a scanner are taken from the counts again, and a repeated action counts once', async () => {
  const organization = await factories.createOrganization()
  const [scanned, decided] = await mailsOf(organization, 2)
  if (!scanned || !decided) throw new Error('no emails')
  await across((db) => countClick(db, { ...followed(scanned), link: 'yes' }))
  expect(await sums(organization)).toMatchObject([{ opened: 1, confirm_clicked: 1, machine_opened: 0 }])
  await across((db) => countClick(db, { ...followed(scanned), link: 'no' }))
  expect(await sums(organization)).toMatchObject([{ opened: 0, confirm_clicked: 0, machine_opened: 0 }])
  for (let times = 0; times < 2; times += 1)
    await across((db) => countAction(db, { ...followed(decided), declines: true }))
  expect(await sums(organization)).toMatchObject([{ opened: 1, confirm_clicked: 0, decline_clicked: 1 }])
})
