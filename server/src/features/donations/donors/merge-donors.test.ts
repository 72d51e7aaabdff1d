import { donationChanges, donations, donorMerges, donors } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let organization: number
let token: string
const clock = settableClock('2026-06-10T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp({ clock, config: { role: 'web' } })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...portal, min_amount_cents: 5000 } },
    { name: 'Harrowgate Mills', policy: { ...portal, ratio: '2:1' } },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  clock.set('2026-06-10T15:00:00Z')
  organization = await app.createOrganization()
  token = await app.signIn(await app.createMember(organization, 'write'))
})

const add = async (email: string, more: object = {}) =>
  (
    await app.call(
      donationChanges.createDonation,
      {
        params: { id: organization },
        body: { donor_name: 'Ada Byron', donor_email: email, amount: 30, donated_at: '2026-06-01', ...more },
      },
      { token },
    )
  ).donation
const get = async (id: number) => (await app.call(donors.getDonor, { params: { id } }, { token })).donor
const match = async (id: number) => (await app.call(donations.getDonation, { params: { id } }, { token })).donation
const preview = (id: number, body: object) =>
  app.call(donorMerges.previewMerge, { params: { id }, body: { other_id: 0, ...body } }, { token })
const merge = async (id: number, body: object) =>
  (await app.call(donorMerges.mergeDonors, { params: { id }, body: { other_id: 0, ...body } }, { token })).donor
const undo = (id: number, mergeId: number) => app.call(donorMerges.undoMerge, { params: { id, mergeId } }, { token })
const standing = () =>
  app.query(
    `SELECT id, donor_id, status_id, amount_cents, own_cents, estimated_cents, merged_into_id, reason_code FROM donations
     WHERE organization_id = $1 ORDER BY id`,
    [organization],
  )
const employer = { company_name: 'Quillfeather Works' }

async function twoSmallGifts() {
  const kept = await add('ada@example.net', employer)
  const other = await add('ada.byron@example.net', { ...employer, donated_at: '2026-06-02' })
  return { kept, other }
}

test('the preview of a merge shows its actual result', async () => {
  const { kept, other } = await twoSmallGifts()
  const before = await standing()
  const shown = await preview(kept.donor_id, { other_id: other.donor_id })
  expect(shown).toMatchObject({
    gifts: 1,
    other_addresses: ['ada.byron@example.net'],
    unsubscribes: false,
    rejudged_total: 2,
  })
  expect(shown.rejudged).toContainEqual({
    donation_id: other.id,
    from_status_id: 10,
    to_status_id: 7,
    matched_before: 0,
    matched_after: 60,
    joins: null,
  })
  expect(await standing()).toEqual(before)
  const merged = await merge(kept.donor_id, { other_id: other.donor_id })
  expect(merged).toMatchObject({
    former_addresses: ['ada.byron@example.net'],
    merges: [{ email: 'ada.byron@example.net' }],
    sums: [{ gifts: 2, given: 60, could_be_matched: 60 }],
  })
  expect(await match(other.id)).toMatchObject({ status_id: 7, amount: 60, donor_id: kept.donor_id })
  expect((await match(other.id)).events.at(-1)?.changes).toContainEqual({
    field: 'donor',
    from: 'ada.byron@example.net',
    to: 'ada@example.net',
  })
  expect(await get(other.donor_id)).toMatchObject({ merged_into_id: kept.donor_id, gifts: [] })
})

test('the preview of a merge counts emails that move to the other address', async () => {
  const kept = await add('ada@example.net')
  const other = await add('ada.byron@example.net', { company_name: 'Harrowgate Mills' })
  const { review } = await preview(kept.donor_id, { other_id: other.donor_id })
  expect(review).toMatchObject({ mails: 1, sample: { to: 'Ada Byron <ada@example.net>' } })
})

test('undoing restores gifts, matches, addresses and suppressions', async () => {
  const { kept, other } = await twoSmallGifts()
  await app.query(
    `INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, 'ada.byron@example.net', 'unsubscribed', now())`,
    [organization],
  )
  const before = await standing()
  const page = await get(kept.donor_id)
  const merged = await merge(kept.donor_id, { other_id: other.donor_id })
  expect(merged.suppression).toMatchObject({ reason: 'unsubscribed' })
  clock.advance({ days: 29 })
  token = await app.signIn(await app.createMember(organization, 'write'))
  const { donor, exact } = await undo(kept.donor_id, merged.merges[0]?.id ?? 0)
  expect(exact).toBe(true)
  expect(await standing()).toEqual(before)
  expect(donor).toMatchObject({ suppression: null, former_addresses: [], merges: [], sums: page.sums })
  expect((await get(other.donor_id)).merged_into_id).toBeNull()
  expect(donor.events.map(({ action }) => action)).toEqual(['merge_undone', 'merged'])
})

test('undoing after a match changed returns the gifts and evaluates them again', async () => {
  const { kept, other } = await twoSmallGifts()
  const merged = await merge(kept.donor_id, { other_id: other.donor_id })
  await app.call(
    donationChanges.updateDonation,
    { params: { id: other.id }, body: { custom: { fund: 'Roof' } } },
    { token },
  )
  const { donor, exact } = await undo(kept.donor_id, merged.merges[0]?.id ?? 0)
  expect(exact).toBe(false)
  expect(donor.gifts).toMatchObject([{ id: kept.id, amount: 30, status_id: 10 }])
  expect((await get(other.donor_id)).gifts).toMatchObject([{ id: other.id, amount: 30, status_id: 10 }])
  expect((await match(other.id)).custom).toMatchObject({ fund: 'Roof' })
})

test('undoing is refused after the undo period, twice, and below a later merge', async () => {
  const { kept, other } = await twoSmallGifts()
  const third = await add('a.byron@example.net')
  const first = (await merge(kept.donor_id, { other_id: other.donor_id })).merges[0]?.id ?? 0
  const second = (await merge(kept.donor_id, { other_id: third.donor_id })).merges[0]?.id ?? 0
  const refused = (mergeId: number) =>
    app.refusal(donorMerges.undoMerge, { params: { id: kept.donor_id, mergeId } }, { token })
  expect(await refused(first)).toMatchObject({ status: 409, message: donorMerges.mergeMessages.notLatest })
  await undo(kept.donor_id, second)
  expect((await refused(second)).status).toBe(404)
  clock.advance({ days: 31 })
  token = await app.signIn(await app.createMember(organization, 'write'))
  expect(await refused(first)).toMatchObject({ status: 410, message: donorMerges.mergeMessages.late })
})

test('chosen fields are taken over, blanks are filled, and the employer is set for all', async () => {
  const kept = await add('ada@example.net', employer)
  const other = await add('ada.byron@example.net', { company_name: 'Harrowgate Mills' })
  const update = (id: number, body: object) => app.call(donors.updateDonor, { params: { id }, body }, { token })
  await update(kept.donor_id, { city: 'Peoria' })
  await update(other.donor_id, { city: 'Pekin', phone: '555 0101', name: 'Ada B' })
  const mills = (await get(other.donor_id)).employers[0]?.company_id
  const merged = await merge(kept.donor_id, { other_id: other.donor_id, take: ['city'], company_id: mills })
  expect(merged).toMatchObject({ name: 'Ada Byron', city: 'Pekin', phone: '555 0101' })
  expect(merged.employers.map(({ name }) => name)).toEqual(['Harrowgate Mills'])
  expect(merged.gifts.map(({ status_id }) => status_id)).toEqual([7, 7])
  const { donor } = await undo(kept.donor_id, merged.merges[0]?.id ?? 0)
  expect(donor).toMatchObject({ city: 'Peoria', phone: '' })
  expect(donor.employers.map(({ name }) => name)).toEqual(['Quillfeather Works'])
})

test('likely duplicates are listed, and merging with oneself or across organizations is refused', async () => {
  const { kept, other } = await twoSmallGifts()
  await add('someone.else@example.net')
  expect((await get(kept.donor_id)).likely).toMatchObject([
    { id: other.donor_id, why: 'the same name and nearly the same email address', gifts: 1 },
  ])
  const stranger = await app.createDonor()
  const refused = (otherId: number) =>
    app.refusal(donorMerges.mergeDonors, { params: { id: kept.donor_id }, body: { other_id: otherId } }, { token })
  expect((await refused(kept.donor_id)).fields).toEqual({ other_id: donorMerges.mergeMessages.itself })
  expect((await refused(stranger)).fields).toEqual({ other_id: donorMerges.mergeMessages.elsewhere })
  await merge(kept.donor_id, { other_id: other.donor_id })
  expect(await refused(other.donor_id)).toMatchObject({ status: 409, message: donors.donorMessages.merged })
})
