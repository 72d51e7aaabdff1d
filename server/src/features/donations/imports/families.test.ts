import { donationChanges, donations, donors } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { applyTimeTransitions } from '../../matches/matches/index.ts'
import { csv, header, uploader } from './uploads.testing.ts'

/** Chapters see their own gifts only; the rules evaluate all gifts. */

let app: TestApp
let parent: number
let north: Awaited<ReturnType<typeof uploader>>
let south: Awaited<ReturnType<typeof uploader>>

beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-09-15T14:00:00Z') })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1', max_per_year_cents: 0 }
  await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...portal, min_amount_cents: 2_500 } },
    { name: 'Harrowgate Mills', policy: { ...portal, max_per_year_cents: 500_000 } },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  parent = await app.createOrganization({ name: 'Riverbend', ein: '12-3456789' })
  const chapter = { parent_id: parent, type: 'chapter', ein: '12-3456789' }
  north = await uploader(app, { name: 'Riverbend North', ...chapter })
  south = await uploader(app, { name: 'Riverbend South', ...chapter })
})

const ada = (id: string, day: string, amount: number, company = 'Quillfeather Works') =>
  csv(header, `${id},${day},${amount},Ada Byron,ada@example.net,${company}`)

type Standing = { id: string; transaction_id: string; status_id: number; cents: number; whole: string | null }
const standing = async () =>
  (
    await app.query<Standing>(
      `SELECT d.id, d.transaction_id, d.status_id, d.amount_cents::int AS cents, w.transaction_id AS whole
       FROM donations d LEFT JOIN donations w ON w.id = d.merged_into_id
       WHERE d.organization_id = ANY ($1) ORDER BY d.donated_at, d.id`,
      [[parent, north.id, south.id]],
    )
  ).map((row) => [row.transaction_id, row.status_id, row.cents / 100, row.whole])
const idOf = async (transaction: string) => {
  const [row] = await app.query<{ id: string }>(
    'SELECT id FROM donations WHERE transaction_id = $1 AND organization_id = ANY ($2)',
    [transaction, [north.id, south.id]],
  )
  return Number(row?.id)
}
const detailOf = async (chapter: typeof north, transaction: string) =>
  (await app.call(donations.getDonation, { params: { id: await idOf(transaction) } }, { token: chapter.token }))
    .donation

describe('small gifts of one person to two chapters', () => {
  test('are one match, whichever chapter uploads the gift that completes it', async () => {
    await north.upload(ada('n1', '2026-03-01', 10))
    expect(await standing()).toEqual([['n1', 10, 10, null]])
    await south.upload(ada('s1', '2026-04-01', 20))
    expect(await standing()).toEqual([
      ['n1', 10, 10, 's1'],
      ['s1', 7, 30, null],
    ])
  })

  test('are one match if the completing gift arrives with many new donors', async () => {
    await north.upload(ada('n1', '2026-03-01', 10))
    const many = Array.from({ length: 150 }, (_, n) => `m${n},2026-04-02,5,Donor ${n},many${n}@example.net,Nobody's`)
    const run = await south.upload(
      csv(header, 's1,2026-04-01,20,Ada Byron,ada@example.net,Quillfeather Works', ...many),
    )
    expect(run).toMatchObject({ accepted: 151, rejected: 0 })
    expect((await standing()).slice(0, 2)).toEqual([
      ['n1', 10, 10, 's1'],
      ['s1', 7, 30, null],
    ])
  })

  test('are combined in the newest gift, even of the sibling; the pre-check and counts cover the own chapter', async () => {
    await south.upload(ada('s1', '2026-04-01', 20))
    const { review } = await north.test(ada('n1', '2026-03-01', 10))
    expect(review).toMatchObject({ gifts: 1, rejected: 0 })
    expect(await standing()).toEqual([['s1', 10, 20, null]])
    const run = await north.upload(ada('n1', '2026-03-01', 10))
    expect(run).toMatchObject({ accepted: 1, unchanged: 0 })
    expect(await standing()).toEqual([
      ['n1', 10, 10, 's1'],
      ['s1', 7, 30, null],
    ])
  })

  test('reveal nothing of the sibling: no gift, no uploader, and its emails do not count for the upload', async () => {
    await south.upload(ada('s1', '2026-04-01', 20))
    await north.upload(ada('n1', '2026-03-01', 10))
    const whole = await detailOf(south, 's1')
    expect(whole.recurring_history.map(({ amount }) => amount)).toEqual([20])
    const [northerner] = await app.query<{ name: string }>(
      'SELECT u.name FROM members m JOIN users u ON u.id = m.user_id WHERE m.organization_id = $1',
      [north.id],
    )
    expect(JSON.stringify(whole)).not.toContain(northerner?.name)
    expect(JSON.stringify(whole)).not.toContain('Riverbend North')
    expect(JSON.stringify(await detailOf(north, 'n1'))).not.toContain('Riverbend South')
    const mails = await app.query(
      'SELECT n.import_id FROM notifications n WHERE n.organization_id = $1 AND n.status_id = 7',
      [south.id],
    )
    expect(mails).toEqual([{ import_id: null }])
    const other = app.call(donations.getDonation, { params: { id: await idOf('s1') } }, { token: north.token })
    await expect(other).rejects.toMatchObject({ status: 404 })
  })

  test("show a part as such, without the sibling's match ID in its detail, donor or history", async () => {
    await north.upload(ada('n1', '2026-03-01', 10))
    await south.upload(ada('s1', '2026-04-01', 20))
    const part = await detailOf(north, 'n1')
    expect(part).toMatchObject({ is_part: true, merged_into_id: null })
    const named = part.events.flatMap(({ changes }) => changes).filter(({ field }) => field === 'merged_into_id')
    expect(named).toEqual([{ field: 'merged_into_id', from: null, to: 'a match not shown here' }])
    const { donor } = await app.call(donors.getDonor, { params: { id: part.donor_id } }, { token: north.token })
    expect(donor.gifts).toMatchObject([{ is_part: true, merged_into_id: null }])
    for (const shown of [part, donor])
      expect(JSON.stringify(shown)).not.toMatch(new RegExp(`\\b${await idOf('s1')}\\b`))
  })

  test('are shown to the parent with the match ID', async () => {
    const [whole, part] = [
      { organization: parent, status: 7 },
      { organization: parent, status: 10 },
    ]
    const combinedMatchId = await app.createDonation(whole)
    const partId = await app.createDonation({ ...part, mergedInto: combinedMatchId })
    const token = await app.signIn(await app.createMember(parent, 'read'))
    const { donation } = await app.call(donations.getDonation, { params: { id: partId } }, { token })
    expect(donation).toMatchObject({ is_part: true, merged_into_id: combinedMatchId })
  })

  test('are restored for the other chapter when the upload is undone', async () => {
    await south.upload(ada('s1', '2026-04-01', 20))
    const run = await north.upload(ada('n1', '2026-03-01', 10))
    await north.undo(run.id)
    expect(await standing()).toEqual([['s1', 10, 20, null]])
  })

  test('cannot be undone once the email about the completed match is sent', async () => {
    await south.upload(ada('s1', '2026-04-01', 20))
    const run = await north.upload(ada('n1', '2026-03-01', 10))
    await app.query("UPDATE notifications SET state = 'sent', sent_at = now() WHERE organization_id = $1", [south.id])
    await expect(north.undo(run.id)).rejects.toMatchObject({ status: 409 })
  })

  test('are evaluated again for the sibling when the part changes, and when that is undone', async () => {
    await south.upload(ada('s1', '2026-04-01', 20))
    await north.upload(ada('n1', '2026-03-01', 10))
    const run = await north.upload(ada('n1', '2026-03-01', 15), { news: 'amount' })
    expect(run).toMatchObject({ news: 1 })
    expect(await standing()).toEqual([
      ['n1', 10, 15, 's1'],
      ['s1', 7, 35, null],
    ])
    await north.undo(run.id)
    expect(await standing()).toEqual([
      ['n1', 10, 10, 's1'],
      ['s1', 7, 30, null],
    ])
  })

  test("update a part that a file identifies by ID, and the sibling's match is evaluated again", async () => {
    await south.upload(ada('s1', '2026-04-01', 20))
    await north.upload(ada('n1', '2026-03-01', 10))
    const run = await north.upload(csv('amply_id,amount', `${await idOf('n1')},15`))
    expect(run).toMatchObject({ accepted: 1, updated: 1, rejected: 0 })
    expect(await standing()).toEqual([
      ['n1', 10, 15, 's1'],
      ['s1', 7, 35, null],
    ])
  })

  test('are separate for chapters with another EIN, which are another nonprofit', async () => {
    await app.query("UPDATE organizations SET ein = '98-7654321' WHERE id = $1", [north.id])
    await south.upload(ada('s1', '2026-04-01', 20))
    await north.upload(ada('n1', '2026-03-01', 10))
    expect((await standing()).map(([, status]) => status)).toEqual([10, 10])
  })
})

test('a series is one match even if its installments arrive in two chapters', async () => {
  const instalments = (...rows: readonly (readonly [string, string])[]) =>
    csv(
      `${header},recurring_id`,
      ...rows.map(([id, day]) => `${id},${day},30,Ada Byron,ada@example.net,Quillfeather Works,plan-1`),
    )
  await north.upload(instalments(['1', '2026-01-15'], ['2', '2026-02-15']))
  await south.upload(instalments(['3', '2026-03-15'], ['4', '2026-04-15']))
  expect((await standing()).filter(([, , , whole]) => whole === null)).toMatchObject([
    [expect.anything(), 7, 120, null],
  ])
})

describe('the yearly maximum of one person', () => {
  const bothUpload = async () => {
    await north.upload(ada('n1', '2026-03-01', 5000, 'Harrowgate Mills'))
    await south.upload(ada('s1', '2026-04-01', 1000, 'Harrowgate Mills'))
  }

  test('is shared by all chapters', async () => {
    await bothUpload()
    expect(await standing()).toEqual([
      ['n1', 7, 5000, null],
      ['s1', 11, 1000, null],
    ])
  })

  test('becomes available in one chapter when a match in the other is closed', async () => {
    await bothUpload()
    await app.call(donationChanges.deleteDonation, { params: { id: await idOf('n1') } }, { token: north.token })
    app.clock.advance({ seconds: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect((await standing()).at(-1)).toEqual(['s1', 11, 1000, null]) // the change could still be undone
    app.clock.advance({ minutes: 1 })
    await applyTimeTransitions(app.platform, createDirectory(app.platform))
    expect((await standing()).at(-1)).toEqual(['s1', 7, 1000, null])
  })

  test("applies when a parent's member changes a chapter's gift, and the undo restores it", async () => {
    await north.upload(ada('n1', '2026-03-01', 4000, 'Harrowgate Mills'))
    await south.upload(ada('s1', '2026-04-01', 500, 'Harrowgate Mills'))
    const token = await app.signIn(await app.createMember(parent, 'write'))
    const id = await idOf('s1')
    const estimate = async () => (await detailOf(south, 's1')).matched
    const { undo } = await app.call(
      donationChanges.updateDonation,
      { params: { id }, body: { amount: 3000 } },
      { token },
    )
    expect(await estimate()).toBe(1000)
    const body = { undo_id: undo?.id ?? '' }
    await app.call(donationChanges.undoChange, { params: { id: south.id }, body }, { token })
    expect(await estimate()).toBe(500)
  })
})

test('an employer that one chapter knows is not revealed to another', async () => {
  await north.upload(ada('n1', '2026-03-01', 100, 'Harrowgate Mills'))
  await south.upload(ada('s1', '2026-04-01', 100, ''))
  expect((await standing()).at(-1)).toEqual(['s1', 23, 100, null])
})
