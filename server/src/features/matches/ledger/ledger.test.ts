import { type StatusId, shareOf, statusIds, zeroChargeReason } from '@twofold/matching'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { acrossOrganizations, type Db, grantTenant, inTenant } from '../../../platform/database/database.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import {
  blankDonation,
  blankDonor,
  blankUpdate,
  type DonationUpdate,
  type NewDonation,
} from '../../donations/identification/index.ts'
import { recordDonations, updateDonations } from '../../donations/recording/index.ts'
import { lockFamilyForEvaluation } from '../family/index.ts'
import { changeMatches, deleteMatches, moveMatches, type RequestedMove } from '../matches/index.ts'
import { lockDonations } from '../rows/index.ts'
import { listLedgerDiscrepancies } from './index.ts'

let app: TestApp
let organization: number
let chapter: number
let directory: ReturnType<typeof createDirectory>

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  directory = createDirectory(app.platform)
  const portal = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1', max_per_year_cents: 0 }
  await app.createCompanies([
    { name: 'Quillfeather Works', policy: { ...portal, min_amount_cents: 2_500 } },
    { name: 'Harrowgate Mills', policy: { ...portal, ratio: '2:1' } },
    { name: 'Closed Purse Ltd', policy: { program: 'no' } },
  ])
})
afterAll(() => app.stop())
beforeEach(async () => {
  organization = await app.createOrganization({ plan: 'elig_5', is_premium: 'elig_5' })
  chapter = await app.createOrganization({ parent_id: organization, type: 'chapter', is_premium: 'parent' })
})

const choose = (plan: string) => app.query('UPDATE organizations SET plan = $2 WHERE id = $1', [organization, plan])
const tenant = () => grantTenant(organization, [organization, chapter])
const context = () => ({
  platform: app.platform,
  tenant: tenant(),
  directory,
  actor: { kind: 'user', userId: null, level: 'write' } as const,
  importId: null,
  optIn: false,
  mailWithoutEmployer: false,
})
const inOwnTenant = <T>(work: (db: Db) => Promise<T>): Promise<T> => inTenant(app.platform.database, tenant(), work)

let count = 0
async function record(employer: string, more: Partial<NewDonation> = {}): Promise<number> {
  const transactionId = `t${++count}`
  const donation: NewDonation = {
    ...blankDonation,
    organizationId: organization,
    transactionId,
    donatedAt: '2026-05-01 10:00:00',
    amountCents: 5_050,
    currency: 'USD',
    donor: { ...blankDonor, name: 'Ada Byron', email: `ada${count}@example.net` },
    employer: { companyId: null, text: employer },
    ...more,
  }
  await inOwnTenant((db) => recordDonations(db, context(), [donation]))
  const rows = await app.query<{ id: string }>('SELECT id FROM donations WHERE transaction_id = $1', [transactionId])
  return Number(rows[0]?.id)
}
const move = (id: number, action: RequestedMove) =>
  inOwnTenant((db) => moveMatches(db, context(), { donationIds: [id], action }))
const update = (id: number, change: Partial<DonationUpdate>) =>
  inOwnTenant((db) => updateDonations(db, context(), [{ ...blankUpdate, donationId: id, ...change }]))
const receive = (id: number, cents: number) =>
  inOwnTenant(async (db) => {
    await lockFamilyForEvaluation(db, tenant().family)
    const rows = await lockDonations(db, tenant().family, [id])
    await changeMatches(
      db,
      context(),
      rows.map((row) => ({
        action: 'complete',
        before: row,
        row: { ...row, received_cents: cents, received_at: null },
      })),
    )
  })

const linesOf = async (id: number) => {
  const rows = await app.query<{ why: string; cents: string }>(
    'SELECT why, cents FROM ledger_entries WHERE donation_id = $1 ORDER BY id',
    [id],
  )
  return rows.map(({ why, cents }) => [why, Number(cents)])
}
const faults = () => acrossOrganizations(app.platform.database, (db) => listLedgerDiscrepancies(db, 10))

describe('on a plan that takes a share of eligible matches', () => {
  test('a match is billed once, to the even cent, however far it comes', async () => {
    const id = await record('Quillfeather Works')
    expect(await linesOf(id)).toEqual([['eligible', 252]])
    await move(id, 'submit')
    await move(id, 'complete')
    expect(await linesOf(id)).toEqual([['eligible', 252]])
    const [row] = await app.query('SELECT eligible_bill_id IS NOT NULL AS billed FROM donations WHERE id = $1', [id])
    expect(row).toEqual({ billed: true })
  })

  test('credits an ineligible match and bills it again once it is eligible', async () => {
    const id = await record('Quillfeather Works')
    await update(id, { amountCents: 1_000 })
    await update(id, { amountCents: 10_000 })
    expect(await linesOf(id)).toEqual([
      ['eligible', 252],
      ['ineligible', -252],
      ['eligible', 500],
    ])
  })

  test('bills or credits the difference when the estimate changes', async () => {
    const id = await record('Quillfeather Works')
    await update(id, { amountCents: 8_000 })
    await update(id, { amountCents: 4_000 })
    expect(await linesOf(id)).toEqual([
      ['eligible', 252],
      ['changed', 148],
      ['changed', -200],
    ])
  })

  test('credits a refunded match in full and bills it again after a restore', async () => {
    const id = await record('Quillfeather Works')
    await move(id, 'refund')
    await move(id, 'restore')
    expect((await linesOf(id)).map(([, cents]) => cents)).toEqual([252, -252, 252])
  })

  test('writes no entry for ineligible, external, or free matches', async () => {
    const small = await record('Quillfeather Works', { amountCents: 900 })
    const unknown = await record('Nobody Ever Heard Of It')
    const external = await record('Quillfeather Works', { givenStatusId: 7 })
    expect([await linesOf(small), await linesOf(unknown), await linesOf(external)]).toEqual([[], [], []])
  })

  test('leaves nothing to pay after an upload is undone', async () => {
    const id = await record('Quillfeather Works')
    await inOwnTenant((db) => deleteMatches(db, context(), [id]))
    expect(await linesOf(id)).toEqual([
      ['eligible', 252],
      ['removed', -252],
    ])
  })

  test('applies a new plan only to matches that become eligible later', async () => {
    const before = await record('Quillfeather Works')
    await choose('flat_20')
    const between = await record('Quillfeather Works')
    await choose('elig_3')
    await update(before, { amountCents: 10_000 })
    await move(between, 'submit')
    const after = await record('Quillfeather Works', { amountCents: 10_000 })
    expect(await linesOf(before)).toEqual([
      ['eligible', 252],
      ['changed', 248],
    ])
    expect(await linesOf(between)).toEqual([])
    expect(await linesOf(after)).toEqual([['eligible', 300]])
  })

  test.each([
    [true, true, [['eligible', 252]], [['eligible', 252]]],
    [true, false, [['eligible', 252]], [['eligible', 252]]],
    [false, true, [], [['processed', 252]]],
    [false, false, [], []],
  ])(
    'a campaign sets whether eligible (%s) and processed (%s) matches are billed',
    async (eligible, processed, first, then) => {
      await app.query(
        `INSERT INTO campaigns (organization_id, name, start_date, end_date, bill_eligible, bill_processed)
       VALUES ($1, 'Spring', '2026-04-01', '2026-06-30', $2, $3)`,
        [organization, eligible, processed],
      )
      const id = await record('Quillfeather Works')
      expect(await linesOf(id)).toEqual(first)
      await move(id, 'submit')
      expect(await linesOf(id)).toEqual(then)
    },
  )
})

describe('a chapter', () => {
  test('is billed to its parent, which also gets later credits after the chapter has left', async () => {
    const id = await record('Quillfeather Works', { organizationId: chapter })
    await app.query("UPDATE organizations SET parent_id = NULL, is_premium = 'elig_3', plan = 'elig_3' WHERE id = $1", [
      chapter,
    ])
    const alone = grantTenant(chapter, [chapter])
    await inTenant(app.platform.database, alone, (db) =>
      moveMatches(db, { ...context(), tenant: alone }, { donationIds: [id], action: 'refund' }),
    )
    expect(
      await app.query(
        'SELECT organization_id::int, cents::int FROM ledger_entries WHERE donation_id = $1 ORDER BY id',
        [id],
      ),
    ).toEqual([
      { organization_id: organization, cents: 252 },
      { organization_id: organization, cents: -252 },
    ])
  })
})

test('pay on received bills a share of the received amount only', async () => {
  await choose('received_7')
  const id = await record('Quillfeather Works')
  await move(id, 'submit')
  expect(await linesOf(id)).toEqual([])
  await receive(id, 2_000)
  await receive(id, 5_050)
  await receive(id, 0)
  expect(await linesOf(id)).toEqual([
    ['received', 140],
    ['received', 214], // rounds the total of 353.5
    ['received', -354],
  ])
})

describe('the ledger', () => {
  test('is append-only', async () => {
    const id = await record('Quillfeather Works')
    const asServer = (text: string) => inOwnTenant((db) => db.run({ compile: () => ({ text, values: [] }) } as never))
    await expect(asServer(`UPDATE ledger_entries SET cents = 1 WHERE donation_id = ${id}`)).rejects.toThrow('denied')
    await expect(asServer(`DELETE FROM ledger_entries WHERE donation_id = ${id}`)).rejects.toThrow('denied')
  })

  test('reports differences between the ledger and the matches', async () => {
    const id = await record('Quillfeather Works')
    await app.query('UPDATE donations SET estimated_cents = 9000 WHERE id = $1', [id])
    expect(await faults()).toMatchObject([
      { donation_id: id, what: 'the charge of a match', stands: '252', should_be: '450' },
    ])
    await app.query('UPDATE donations SET estimated_cents = 5050 WHERE id = $1', [id])
    expect(await faults()).toEqual([])
  })

  test('rounds as the database does', async () => {
    for (const cents of [0, 1, 10, 30, 50, 70, 5_050, 12_345, 99_999_999_999]) {
      for (const points of [300, 500, 700]) {
        const [row] = await app.query<{ share: string }>('SELECT share_of($1, $2) AS share', [cents, points])
        expect(Number(row?.share)).toBe(shareOf(cents, points))
      }
    }
  })

  test('audits by the statuses of the rule', () => {
    const match = (status_id: StatusId) => ({
      status_id,
      estimated_cents: 1,
      received_cents: 1,
      inert: false,
      unconfirmed: false,
      merged_into_id: null,
    })
    expect(statusIds.filter((id) => zeroChargeReason(match(id), 'estimate') === 'ineligible')).toEqual([10, 11, 15, 19])
    expect(statusIds.filter((id) => zeroChargeReason(match(id), 'received') === 'refunded')).toEqual([13, 16])
  })
})

function chanceOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** Set `LEDGER_HISTORIES=10000` for a large run. */
const histories = Number(process.env.LEDGER_HISTORIES ?? 40)
const roundsEach = Math.max(30, histories / 2)
const patience = { timeout: 900_000 + histories * 600 }

test('random histories under four workers: each billed once, sums exact, recomputed equal', patience, async () => {
  const moves: readonly RequestedMove[] = [
    'submit',
    'complete',
    'refuse',
    'refund',
    'restore',
    'cancel',
    'decline',
    'no_charge',
    'expire',
  ]
  const employers = ['Quillfeather Works', 'Harrowgate Mills', 'Harrowgate Mills', 'Closed Purse Ltd']
  const plansOfMatches = ['elig_3', 'elig_5', 'received_7', 'flat_20'] as const
  await choose('elig_5')
  const ids: number[] = []
  await Promise.all(
    [11, 23, 37, 53].map(async (seed) => {
      const chance = chanceOf(seed)
      const one = <T>(list: readonly T[]): T => list[chance(list.length)] as T
      for (let round = 0; round < roundsEach; round++) {
        if (round % 10 === 9) await choose(one(plansOfMatches))
        if (ids.length < histories || chance(5) === 0) {
          const organizationId = chance(4) === 0 ? chapter : organization
          ids.push(await record(one(employers), { amountCents: 900 + chance(20_000), organizationId }))
        }
        const donationIds = [...new Set([one(ids), one(ids), one(ids)])]
        const [id = 0] = donationIds
        const action = one(moves)
        if (chance(4) === 0) await update(id, { amountCents: 900 + chance(20_000) })
        else if (chance(5) === 0) await receive(id, chance(3) * 1_733)
        else await inOwnTenant((db) => moveMatches(db, context(), { donationIds, action, whereAllowed: true }))
      }
    }),
  )
  expect(await faults()).toEqual([])
  const [sums] = await app.query<{ lines: string; charges: string; stands: string }>(
    `SELECT count(*) AS lines, sum(cents) AS stands, (SELECT sum(cents) FROM match_charges WHERE payer_id = $1) AS charges
     FROM ledger_entries WHERE organization_id = $1`,
    [organization],
  )
  expect(Number(sums?.lines)).toBeGreaterThan(20)
  expect(sums?.stands).toBe(sums?.charges)
})
