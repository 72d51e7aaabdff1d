import type { MoveAction, StatusId } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import {
  evaluateExistingDonations,
  inFamily,
  isCombinedMatch,
  isWithEmployer,
  listMergedWith,
  lockDonations,
  lockUnlessHeld,
  type MatchRow,
  splitCombinedMatches,
  unspecifiedFields,
} from '../../matches/matches/index.ts'
import { type ChangedRow, listPendingChanges, moveToDonors, type PendingChange } from './change.queries.ts'
import { distinguishDonors } from './distinguish-donors.ts'
import { donorKeyOf, emailKeyOf } from './donation-keys.ts'
import { listErasedAmong } from './erased.queries.ts'
import { findErased } from './erased-donors.ts'
import type { DonationUpdate } from './new-donation.ts'
import { upsertDonors } from './record.queries.ts'
import { type RecordingContext, withoutReserved } from './record-donations.ts'

export type UpdateResult = {
  readonly updated: number
  readonly unchanged: number
  readonly unknown: readonly number[]
  /** They change the amount of a combined match, which is the sum of its gifts. */
  readonly merged: readonly number[]
}

export type UpdatePair = { readonly update: DonationUpdate; readonly row: MatchRow }

type Way = { readonly action: EditAction; readonly partsToo: boolean; readonly locked?: readonly MatchRow[] }
export type EditAction = Extract<MoveAction, 'edit' | 'give_employer'>

/**
 * The last of several updates wins. The history stores the previous values under `action`. Use `updateAllDonations` for parts.
 */
export const updateDonations = (
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
  action: EditAction = 'edit',
  locked?: readonly MatchRow[],
): Promise<UpdateResult> => update(db, context, updates, { action, partsToo: false, ...(locked ? { locked } : {}) })

export const recordPartChanges = (
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
): Promise<UpdateResult> => update(db, context, updates, { action: 'edit', partsToo: true })

async function update(
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
  { action, partsToo, locked }: Way,
): Promise<UpdateResult> {
  if (updates.length === 0) return { updated: 0, unchanged: 0, unknown: [], merged: [] }
  const latest = new Map(updates.map((one) => [one.donationId, one]))
  const known = locked ?? (await lockThem(db, context, [...latest.keys()], partsToo))
  const present = new Map(known.map((row) => [row.id, row]))
  const unknown = updates.filter(({ donationId }) => !present.has(donationId)).map(({ row }) => row)
  const pairs = pairsOf([...latest.values()], present)
  const merged = pairs.filter(changesSum)
  const good = pairs.filter((pair) => !changesSum(pair))
  const external = externalStatusesOf(good)
  const given = await changedRows(db, context, good)
  const news = await listPendingChanges(db, given)
  const moved = given.filter(({ id }) => news.get(id)?.has_moved)
  const moving = moved.map((row) => withoutSum(row, present.get(row.id)))
  const { wholes, parts, along, apart } = await giftsBeside(db, context, moving, present)
  for (const row of [...wholes, ...parts]) present.set(row.id, row)
  if (moving.length > 0) await moveToDonors(db, [...moving, ...along])
  const changed = new Set([...news.keys(), ...external.keys(), ...along.map(({ id }) => id)])
  const donorIds = [...changed].flatMap((id) => news.get(id)?.donor_id ?? present.get(id)?.donor_id ?? [])
  await evaluateExistingDonations(db, context, {
    donorIds: [...new Set(donorIds)],
    donationIds: changed,
    action,
    before: new Map([...present].filter(([id]) => changed.has(id))),
    external,
    facts: factsOf(news),
  })
  if (apart.length > 0) {
    await evaluateExistingDonations(db, context, {
      donorIds: [...new Set(apart.map(({ donor_id }) => donor_id))],
      donationIds: new Set(apart.map(({ id }) => id)),
      action: 'edit',
    })
  }
  const updated = changed.size - along.length
  return {
    updated,
    unchanged: updates.length - updated - unknown.length - merged.length,
    unknown,
    merged: merged.map(({ update }) => update.row),
  }
}

type Beside = {
  readonly wholes: readonly MatchRow[]
  readonly parts: readonly MatchRow[]
  readonly along: readonly ChangedRow[]
  readonly apart: readonly MatchRow[]
}

/**
 * A match belongs to one person, so its other gifts move, too. A gift of another chapter keeps its donor and leaves an
 * unsubmitted match.
 */
async function giftsBeside(
  db: Db,
  context: RecordingContext,
  moved: readonly ChangedRow[],
  present: ReadonlyMap<number, MatchRow>,
): Promise<Beside> {
  const several = new Map(
    moved.flatMap((to) => {
      const whole = present.get(to.id)
      return whole && isCombinedMatch(whole) ? [[to.id, { whole, to }] as const] : []
    }),
  )
  if (several.size === 0) return { wholes: [], parts: [], along: [], apart: [] }
  return inFamily(db, context, async (seeing) => {
    const { family } = seeing.tenant
    const others = await listMergedWith(db, family, [...several.keys()])
    const rows = await lockDonations(db, family, idsOf(others), { partsToo: true })
    const parts = rows.flatMap((row) => {
      const match = several.get(row.merged_into_id ?? 0)
      return match ? [{ row, ...match }] : []
    })
    const own = parts.filter(({ row, whole }) => row.organization_id === whole.organization_id)
    const apart = parts
      .filter(({ row, whole }) => row.organization_id !== whole.organization_id && !isWithEmployer(whole.status_id))
      .map(({ row }) => row)
    await splitCombinedMatches(db, seeing, idsOf(apart))
    return {
      wholes: apart.length > 0 ? await lockDonations(db, family, [...several.keys()]) : [],
      parts: own.map(({ row }) => row),
      along: own.map(({ row, to }) => ({ ...unchanged(row), donor_id: to.donor_id })),
      apart,
    }
  })
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

const unchanged = ({ organization_id, id }: MatchRow): ChangedRow => ({
  organization_id,
  id,
  donor_id: null,
  donated_at: null,
  amount_cents: null,
  company_id: null,
  employer_text: null,
  custom: {},
  ...unspecifiedFields,
})

/** The amount of a combined match is the sum of its gifts. */
const withoutSum = (row: ChangedRow, whole: MatchRow | undefined): ChangedRow =>
  whole && isCombinedMatch(whole) ? { ...row, amount_cents: null } : row

async function lockThem(
  db: Db,
  context: RecordingContext,
  ids: readonly number[],
  partsToo: boolean,
): Promise<MatchRow[]> {
  await lockUnlessHeld(db, context)
  return lockDonations(db, context.tenant.family, ids, { partsToo })
}

/** Each gift is written once, with its evaluation. Moved gifts are already written. */
const factsOf = (
  news: ReadonlyMap<number, PendingChange>,
): Map<number, Omit<PendingChange, 'has_moved' | 'donor_id'>> =>
  new Map([...news].flatMap(([id, { has_moved, donor_id: _, ...facts }]) => (has_moved ? [] : [[id, facts] as const])))

export function pairsOf(updates: readonly DonationUpdate[], rows: ReadonlyMap<number, MatchRow>): UpdatePair[] {
  return updates.flatMap((one) => {
    const row = rows.get(one.donationId)
    return row ? [{ update: one, row }] : []
  })
}

const changesSum = ({ update, row }: UpdatePair): boolean =>
  update.amountCents !== null && update.amountCents !== row.amount_cents && isCombinedMatch(row)

/** Handled outside of this product from now on. */
export const externalStatusesOf = (pairs: readonly UpdatePair[]): Map<number, StatusId> =>
  new Map(
    pairs.flatMap(({ update: { givenStatusId }, row }) =>
      givenStatusId !== null && givenStatusId !== row.status_id ? [[row.id, givenStatusId] as const] : [],
    ),
  )

export async function changedRows(
  db: Db,
  context: RecordingContext,
  given: readonly UpdatePair[],
): Promise<ChangedRow[]> {
  const pairs = await withPeople(db, context, given)
  const named = pairs.map(({ update, row }) => ({
    ...update.donor,
    organization_id: row.organization_id,
    donor_key: donorKeyOf(update.donor),
  }))
  // Without an address, an update cannot refer to an erased donor.
  const erased = named.some(({ email }) => email !== '') ? await findErased(db, context.platform, named) : []
  const donors = named.filter(({ email }, place) => email !== '' && erased[place] === null)
  const donorIds =
    donors.length > 0
      ? await upsertDonors(db, distinct(donors), context.importId, context.platform.clock())
      : new Map<string, number>()
  const known = await erasedAmong(db, context, pairs)
  return pairs.map(({ update, row }, place): ChangedRow => {
    const isNamed = update.donor.email !== ''
    const erasedId = isNamed ? (erased[place] ?? null) : null
    // A file cannot identify an erased donor again; it may only change amount and date.
    const isErased = erasedId !== null || known.has(row.donor_id)
    // An address alone does not identify one of the people who share it.
    const saysWho = update.donor.name !== '' || emailKeyOf(update.donor.email) !== emailKeyOf(row.donor_email)
    const namedId =
      erasedId ?? (saysWho ? donorIds.get(`${row.organization_id}:${donorKeyOf(update.donor)}`) : null) ?? null
    return {
      organization_id: row.organization_id,
      id: row.id,
      donor_id: update.donorId ?? (known.has(row.donor_id) ? null : namedId),
      donated_at: update.donatedAt,
      amount_cents: update.amountCents,
      company_id: update.employer.companyId,
      employer_text: isErased ? null : update.employer.text || null,
      custom: isErased ? {} : withoutReserved(update.custom),
      ...unspecifiedFields,
      ...update.fields,
    }
  })
}

async function withPeople(db: Db, context: RecordingContext, pairs: readonly UpdatePair[]): Promise<UpdatePair[]> {
  const named = pairs.filter(({ update }) => update.donor.email !== '')
  if (named.length === 0) return [...pairs]
  const { donations } = await distinguishDonors(
    db,
    context,
    named.map(({ update }) => ({ ...update, custom: {} })),
  )
  const donors = new Map(donations.map(({ donationId, donor }) => [donationId, donor]))
  return pairs.map(({ update, row }) => ({
    row,
    update: { ...update, donor: donors.get(update.donationId) ?? update.donor },
  }))
}

/** Only uploads: staff may edit the gift of an erased donor by hand. */
const erasedAmong = async (
  db: Db,
  context: RecordingContext,
  pairs: readonly UpdatePair[],
): Promise<ReadonlySet<number>> =>
  context.importId === null
    ? new Set()
    : listErasedAmong(
        db,
        context.tenant.family,
        pairs.map(({ row }) => row.donor_id),
      )

function distinct<Row extends { organization_id: number; donor_key: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [`${row.organization_id}:${row.donor_key}`, row])).values()]
}
