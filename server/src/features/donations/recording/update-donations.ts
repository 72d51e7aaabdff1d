import type { MoveAction, StatusId } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { inFamily, lockUnlessHeld } from '../../matches/family/index.ts'
import { unspecifiedFields } from '../../matches/imported-fields/index.ts'
import { evaluateExistingDonations, isWithEmployer, splitCombinedMatches } from '../../matches/matches/index.ts'
import { isCombinedMatch, listMergedWith, lockDonations, type MatchRow } from '../../matches/rows/index.ts'
import { distinguishDonors, findErased, listErasedAmong } from '../donor-identity/index.ts'
import type { DonationUpdate } from '../identification/index.ts'
import { donorKeyOf, emailKeyOf } from '../identification/index.ts'
import { type ChangedRow, listPendingChanges, moveToDonors, type PendingChange } from './change.queries.ts'
import { upsertDonors } from './record.queries.ts'
import { withoutReserved } from './record-donations.ts'
import type { RecordingContext } from './recording-context.ts'

export type UpdateResult = {
  readonly updated: number
  readonly unchanged: number
  readonly unknown: readonly number[]
  /** They change the amount of a combined match, which is the sum of its gifts. */
  readonly merged: readonly number[]
}

export type UpdatePair = { readonly update: DonationUpdate; readonly row: MatchRow }

type UpdateOptions = {
  readonly action: EditAction
  readonly includeCombined: boolean
  readonly locked?: readonly MatchRow[]
}
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
): Promise<UpdateResult> =>
  update(db, context, updates, { action, includeCombined: false, ...(locked ? { locked } : {}) })

export const recordPartChanges = (
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
): Promise<UpdateResult> => update(db, context, updates, { action: 'edit', includeCombined: true })

async function update(
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
  { action, includeCombined, locked }: UpdateOptions,
): Promise<UpdateResult> {
  if (updates.length === 0) return { updated: 0, unchanged: 0, unknown: [], merged: [] }
  const latest = new Map(updates.map((one) => [one.donationId, one]))
  const lockedRows = locked ?? (await lockRows(db, context, [...latest.keys()], includeCombined))
  const rowById = new Map(lockedRows.map((row) => [row.id, row]))
  const unknown = updates.filter(({ donationId }) => !rowById.has(donationId)).map(({ row }) => row)
  const pairs = pairsOf([...latest.values()], rowById)
  const merged = pairs.filter(changesCombinedAmount)
  const applicable = pairs.filter((pair) => !changesCombinedAmount(pair))
  const external = externalStatusesOf(applicable)
  const changes = await changedRows(db, context, applicable)
  const pending = await listPendingChanges(db, changes)
  const moved = changes.filter(({ id }) => pending.get(id)?.has_moved)
  const moving = moved.map((row) => withoutSum(row, rowById.get(row.id)))
  const { combinedMatches, parts, along, apart } = await findRelatedGifts(db, context, moving, rowById)
  for (const row of [...combinedMatches, ...parts]) rowById.set(row.id, row)
  if (moving.length > 0) await moveToDonors(db, [...moving, ...along])
  const changed = new Set([...pending.keys(), ...external.keys(), ...along.map(({ id }) => id)])
  const donorIds = [...changed].flatMap((id) => pending.get(id)?.donor_id ?? rowById.get(id)?.donor_id ?? [])
  await evaluateExistingDonations(db, context, {
    donorIds: [...new Set(donorIds)],
    donationIds: changed,
    action,
    before: new Map([...rowById].filter(([id]) => changed.has(id))),
    external,
    facts: factsOf(pending),
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

type RelatedGifts = {
  readonly combinedMatches: readonly MatchRow[]
  readonly parts: readonly MatchRow[]
  readonly along: readonly ChangedRow[]
  readonly apart: readonly MatchRow[]
}

/**
 * A match belongs to one person, so its other gifts move, too. A gift of another chapter keeps its donor and leaves an
 * unsubmitted match.
 */
async function findRelatedGifts(
  db: Db,
  context: RecordingContext,
  moved: readonly ChangedRow[],
  rowById: ReadonlyMap<number, MatchRow>,
): Promise<RelatedGifts> {
  const combinedById = new Map(
    moved.flatMap((to) => {
      const whole = rowById.get(to.id)
      return whole && isCombinedMatch(whole) ? [[to.id, { whole, to }] as const] : []
    }),
  )
  if (combinedById.size === 0) return { combinedMatches: [], parts: [], along: [], apart: [] }
  return inFamily(db, context, async (familyContext) => {
    const { family } = familyContext.tenant
    const others = await listMergedWith(db, family, [...combinedById.keys()])
    const rows = await lockDonations(db, family, idsOf(others), { includeCombined: true })
    const parts = rows.flatMap((row) => {
      const match = combinedById.get(row.merged_into_id ?? 0)
      return match ? [{ row, ...match }] : []
    })
    const own = parts.filter(({ row, whole }) => row.organization_id === whole.organization_id)
    const apart = parts
      .filter(({ row, whole }) => row.organization_id !== whole.organization_id && !isWithEmployer(whole.status_id))
      .map(({ row }) => row)
    await splitCombinedMatches(db, familyContext, idsOf(apart))
    return {
      combinedMatches: apart.length > 0 ? await lockDonations(db, family, [...combinedById.keys()]) : [],
      parts: own.map(({ row }) => row),
      along: own.map(({ row, to }) => ({ ...unchangedRow(row), donor_id: to.donor_id })),
      apart,
    }
  })
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)

const unchangedRow = ({ organization_id, id }: MatchRow): ChangedRow => ({
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

async function lockRows(
  db: Db,
  context: RecordingContext,
  ids: readonly number[],
  includeCombined: boolean,
): Promise<MatchRow[]> {
  await lockUnlessHeld(db, context)
  return lockDonations(db, context.tenant.family, ids, { includeCombined })
}

/** Each gift is written once, with its evaluation. Moved gifts are already written. */
const factsOf = (
  pending: ReadonlyMap<number, PendingChange>,
): Map<number, Omit<PendingChange, 'has_moved' | 'donor_id'>> =>
  new Map(
    [...pending].flatMap(([id, { has_moved, donor_id: _, ...facts }]) => (has_moved ? [] : [[id, facts] as const])),
  )

export function pairsOf(updates: readonly DonationUpdate[], rows: ReadonlyMap<number, MatchRow>): UpdatePair[] {
  return updates.flatMap((one) => {
    const row = rows.get(one.donationId)
    return row ? [{ update: one, row }] : []
  })
}

const changesCombinedAmount = ({ update, row }: UpdatePair): boolean =>
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
  inputPairs: readonly UpdatePair[],
): Promise<ChangedRow[]> {
  const pairs = await withDistinguishedDonors(db, context, inputPairs)
  const donorRows = pairs.map(({ update, row }) => ({
    ...update.donor,
    organization_id: row.organization_id,
    donor_key: donorKeyOf(update.donor),
  }))
  // Without an address, an update cannot refer to an erased donor.
  const erased = donorRows.some(({ email }) => email !== '') ? await findErased(db, context.platform, donorRows) : []
  const donors = donorRows.filter(({ email }, place) => email !== '' && erased[place] === null)
  const donorIds =
    donors.length > 0
      ? await upsertDonors(db, distinct(donors), context.importId, context.platform.clock())
      : new Map<string, number>()
  const erasedIds = await listErasedDonorIds(db, context, pairs)
  return pairs.map(({ update, row }, place): ChangedRow => {
    const isNamed = update.donor.email !== ''
    const erasedId = isNamed ? (erased[place] ?? null) : null
    // A file cannot identify an erased donor again; it may only change amount and date.
    const isErased = erasedId !== null || erasedIds.has(row.donor_id)
    // An address alone does not identify one of the people who share it.
    const namesDonor = update.donor.name !== '' || emailKeyOf(update.donor.email) !== emailKeyOf(row.donor_email)
    const namedId =
      erasedId ?? (namesDonor ? donorIds.get(`${row.organization_id}:${donorKeyOf(update.donor)}`) : null) ?? null
    return {
      organization_id: row.organization_id,
      id: row.id,
      donor_id: update.donorId ?? (erasedIds.has(row.donor_id) ? null : namedId),
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

async function withDistinguishedDonors(
  db: Db,
  context: RecordingContext,
  pairs: readonly UpdatePair[],
): Promise<UpdatePair[]> {
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
const listErasedDonorIds = async (
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
