import { donationChanges } from '@twofold/contract'
import { statusOf } from '@twofold/matching'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, header, uploader } from './uploads.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-09-15T14:00:00Z') })
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  const policy = { ...portal, min_amount_cents: 2_500 }
  await app.createCompanies([
    { name: 'Quillfeather Works', policy },
    { name: 'Harrowgate Mills', policy },
  ])
})
afterAll(() => app.stop())

const gifts = csv(
  header,
  'a,2026-03-01,10,Ann,ann@example.org,Quillfeather Works',
  'b,2026-03-02,10,Ann,ann@example.org,Quillfeather Works',
  'c,2026-03-03,10,Ann,ann@example.org,Quillfeather Works',
)
const merged = async (file = gifts) => {
  const uploads = await uploader(app, { plan: 'elig_5', is_premium: 'elig_5' })
  await uploads.upload(file)
  const rows = () =>
    app.query<{ id: string; t: string; status: number; cents: number; whole: string | null; day: string }>(
      `SELECT d.id, d.transaction_id AS t, d.status_id AS status, d.amount_cents::int AS cents,
         w.transaction_id AS whole, d.donated_at::date::text AS day
       FROM donations d LEFT JOIN donations w ON w.id = d.merged_into_id WHERE d.organization_id = $1 ORDER BY d.id`,
      [uploads.id],
    )
  const idOf = async (t: string) => (await rows()).find((row) => row.t === t)?.id
  const events = async (t: string) =>
    (
      await app.query<{ action: string }>('SELECT action FROM donation_events WHERE donation_id = $1 ORDER BY id', [
        await idOf(t),
      ])
    ).map(({ action }) => action)
  const standing = async () => (await rows()).map(({ t, status, cents, whole }) => [t, status, cents, whole])
  const cancel = async (t: string, query: { gift_only?: 'true' } = {}) =>
    app.call(
      donationChanges.deleteDonation,
      { params: { id: Number(await idOf(t)) }, query },
      { token: await app.signIn(await app.createMember(uploads.id, 'write')) },
    )
  const bring = async (t: string) => {
    const body = { donation_ids: [Number(await idOf(t))], status: 'restored' as const }
    const token = await app.signIn(await app.createMember(uploads.id, 'write'))
    const { donations } = await app.call(donationChanges.confirmDonations, { body }, { token })
    const [trail] = await app.query<{ after: unknown }>(
      `SELECT after FROM audit_events WHERE organization_id = $1 AND action = 'restored' ORDER BY id DESC LIMIT 1`,
      [uploads.id],
    )
    return { ended: donations.map(({ status_id }) => status_id), trail: trail?.after }
  }
  const charged = async () =>
    (
      await app.query<{ cents: number }>(
        'SELECT coalesce(sum(cents), 0)::int AS cents FROM ledger_entries WHERE match_organization_id = $1',
        [uploads.id],
      )
    )[0]?.cents
  const worth = async (t: string) =>
    (
      await app.query<{ cents: number }>(
        'SELECT amount_cents::int AS cents FROM evaluations WHERE donation_id = $1 ORDER BY id DESC LIMIT 1',
        [await idOf(t)],
      )
    )[0]?.cents
  return { ...uploads, rows, idOf, events, worth, standing, cancel, bring, charged }
}

test('a file changes parts by ID, and the rules decide again which gifts to combine', async () => {
  const { idOf, upload, standing, events, worth, test: preCheck } = await merged()
  expect(await standing()).toEqual([
    ['a', 10, 1000, 'c'],
    ['b', 10, 1000, 'c'],
    ['c', 7, 3000, null],
  ])
  const file = csv('amply_id,amount', `${await idOf('a')},4`, `${await idOf('b')},10`)
  expect((await preCheck(file)).review).toMatchObject({ updates: 1, unchanged: 1, rejected: 0 })
  expect(await upload(file)).toMatchObject({ accepted: 1, updated: 1, unchanged: 1, rejected: 0 })
  expect(await standing()).toEqual([
    ['a', 10, 400, null],
    ['b', 10, 1000, null],
    ['c', 10, 1000, null],
  ])
  expect(await events('b')).toEqual(['merge', 'split'])
  expect(await worth('b')).toBe(1000)
  await upload(csv(header, 'd,2026-03-04,10,Ann,ann@example.org,Quillfeather Works'))
  expect(await standing()).toEqual([
    ['a', 10, 400, 'd'],
    ['b', 10, 1000, 'd'],
    ['c', 10, 1000, 'd'],
    ['d', 7, 3400, null],
  ])
})

test('a manual change of a part leaves the others separately below the minimum; the undo combines them again', async () => {
  const { id, idOf, standing, token } = await merged()
  const whole = await standing()
  const params = { id: Number(await idOf('b')) }
  const { undo } = await app.call(donationChanges.updateDonation, { params, body: { amount: 4 } }, { token })
  expect(await standing()).toEqual([
    ['a', 10, 1000, null],
    ['b', 10, 400, null],
    ['c', 10, 1000, null],
  ])
  await app.call(donationChanges.undoChange, { params: { id }, body: { undo_id: undo?.id ?? '' } }, { token })
  expect(await standing()).toEqual(whole)
})

test('parts without changes stay in their match', async () => {
  const { idOf, upload, standing, events } = await merged()
  const before = [await standing(), await events('a'), await events('c')]
  const run = await upload(csv('amply_id,amount,company_name', `${await idOf('a')},10,Quillfeather Works`))
  expect(run).toMatchObject({ accepted: 0, unchanged: 1, rejected: 0 })
  expect([await standing(), await events('a'), await events('c')]).toEqual(before)
})

test('a part of a submitted match is updated; its match keeps its request, and its sum changes', async () => {
  const { idOf, upload, standing, rows, token } = await merged()
  const body = { donation_ids: [Number(await idOf('c'))], status: 'submitted' as const }
  await app.call(donationChanges.confirmDonations, { body }, { token })
  const run = await upload(csv('amply_id,amount,donated_at', `${await idOf('a')},4,2026-02-27`))
  expect(run).toMatchObject({ updated: 1, rejected: 0 })
  expect(await standing()).toEqual([
    ['a', 10, 400, 'c'],
    ['b', 10, 1000, 'c'],
    ['c', 4, 2400, null],
  ])
  expect((await rows())[0]?.day).toBe('2026-02-27')
})

describe('one gift of several is canceled separately', () => {
  const three = csv(
    header,
    'a,2026-03-01,10,Ann,ann@example.org,Quillfeather Works',
    'b,2026-03-02,20,Ann,ann@example.org,Quillfeather Works',
    'c,2026-03-03,15,Ann,ann@example.org,Quillfeather Works',
  )

  test('the others above the minimum stay one match; the cancellation can be undone or restored within thirty days', async () => {
    const { id, token, standing, cancel, bring, events, charged, countDonations } = await merged(three)
    const whole = await standing()
    expect([await charged(), await countDonations()]).toEqual([225, { gifts: 3, cents: 4500 }])
    const { donation, undo } = await cancel('a')
    expect(donation).toMatchObject({ status_id: 12, amount: 10, merged_into_id: null })
    const without = [
      ['a', 12, 1000, null],
      ['b', 10, 2000, 'c'],
      ['c', 7, 3500, null],
    ]
    expect(await standing()).toEqual(without)
    expect(await charged()).toBe(175)
    expect(await events('a')).toEqual(['merge', 'split', 'cancel'])
    expect((await events('c')).at(-1)).toBe('edit')
    await app.call(donationChanges.undoChange, { params: { id }, body: { undo_id: undo?.id ?? '' } }, { token })
    expect(await standing()).toEqual(whole)
    expect(await charged()).toBe(225)
    await cancel('a')
    expect(await standing()).toEqual(without)
    await bring('a')
    expect(await standing()).toEqual(whole)
    expect(await charged()).toBe(225)
  })

  test('the others below the minimum wait separately without a bill, and a later gift completes them', async () => {
    const { upload, standing, cancel, charged } = await merged()
    await cancel('b')
    expect(await standing()).toEqual([
      ['a', 10, 1000, null],
      ['b', 12, 1000, null],
      ['c', 10, 1000, null],
    ])
    expect(await charged()).toBe(0)
    await upload(csv(header, 'd,2026-03-04,10,Ann,ann@example.org,Quillfeather Works'))
    expect(await standing()).toEqual([
      ['a', 10, 1000, 'd'],
      ['b', 12, 1000, null],
      ['c', 10, 1000, 'd'],
      ['d', 7, 3000, null],
    ])
  })

  test('the gift that carries the others leaves them one match, billed once', async () => {
    const { standing, cancel, bring, charged } = await merged(three)
    await cancel('c', { gift_only: 'true' })
    expect(await standing()).toEqual([
      ['a', 10, 1000, 'b'],
      ['b', 7, 3000, null],
      ['c', 12, 1500, null],
    ])
    expect(await charged()).toBe(150)
    expect(await bring('c')).toEqual({ ended: [7], trail: { status: statusOf(7).label } })
    expect(await standing()).toEqual([
      ['a', 10, 1000, 'c'],
      ['b', 10, 2000, 'c'],
      ['c', 7, 4500, null],
    ])
    expect(await charged()).toBe(225)
  })

  test('the sum of a submitted match is updated, and a restored gift joins it again', async () => {
    const { idOf, token, standing, cancel, bring } = await merged(three)
    const body = { donation_ids: [Number(await idOf('c'))], status: 'submitted' as const }
    await app.call(donationChanges.confirmDonations, { body }, { token })
    const asked = await standing()
    const params = { id: Number(await idOf('c')) }
    const alone = await app.refusal(donationChanges.deleteDonation, { params, query: { gift_only: 'true' } }, { token })
    expect(alone.message).toContain('The request uses this gift’s ID')
    await cancel('a')
    expect(await standing()).toEqual([
      ['a', 12, 1000, null],
      ['b', 10, 2000, 'c'],
      ['c', 4, 3500, null],
    ])
    await bring('a')
    expect(await standing()).toEqual(asked)
  })

  test('a restored gift joins no match that it left earlier or no longer belongs to', async () => {
    const { idOf, token, standing, cancel, bring } = await merged(three)
    const employ = async (t: string, company_name: string) =>
      app.call(
        donationChanges.updateDonation,
        { params: { id: Number(await idOf(t)) }, body: { company_name } },
        { token },
      )
    await employ('a', 'Harrowgate Mills')
    const body = { donation_ids: [Number(await idOf('c'))], status: 'submitted' as const }
    await app.call(donationChanges.confirmDonations, { body }, { token })
    const apart = [
      ['a', 10, 1000, null],
      ['b', 10, 2000, 'c'],
      ['c', 4, 3500, null],
    ]
    expect(await standing()).toEqual(apart)
    await cancel('a')
    await bring('a')
    expect(await standing()).toEqual(apart)
    await cancel('a')
    await app.query('UPDATE donations d SET company_id = w.company_id FROM donations w WHERE d.id = $1 AND w.id = $2', [
      await idOf('a'),
      await idOf('c'),
    ])
    await bring('a')
    expect(await standing()).toEqual(apart)
    await cancel('b')
    const alone = await standing()
    await app.query('UPDATE donations d SET company_id = w.id FROM companies w WHERE d.id = $1 AND w.name = $2', [
      await idOf('b'),
      'Harrowgate Mills',
    ])
    await bring('b')
    const corrected = await standing()
    expect([alone[1], corrected[1]]).toEqual([
      ['b', 12, 2000, null],
      ['b', 10, 2000, null],
    ])
    expect(corrected[2]).toEqual(['c', 4, 1500, null])
  })

  test('an installment leaves its series, which stays one match', async () => {
    const { standing, cancel, bring } = await merged(
      csv(
        `${header},recurring_id`,
        ...['a,2026-06-01', 'b,2026-07-01', 'c,2026-08-01', 'd,2026-09-01'].map(
          (one) => `${one},30,Ann,ann@example.org,Quillfeather Works,s1`,
        ),
      ),
    )
    const series = await standing()
    expect(series.map(([, status, cents]) => [status, cents])).toContainEqual([22, 12000])
    await cancel('b')
    expect((await standing()).map(([t, status, cents]) => [t, status, cents])).toContainEqual(['b', 12, 3000])
    expect((await standing()).map(([, status, cents]) => [status, cents])).toContainEqual([22, 9000])
    await bring('b')
    expect(await standing()).toEqual(series)
  })

  test('is refused for a closed match', async () => {
    const { idOf, token, cancel } = await merged()
    await cancel('c')
    const params = { id: Number(await idOf('a')) }
    expect((await app.refusal(donationChanges.deleteDonation, { params }, { token })).message).toContain(
      'part of a closed match',
    )
  })
})
