import type { imports } from '@twofold/contract'
import {
  billableStatusIds,
  type MoveAction,
  type StatusId,
  type VoidReason,
  withEmployerStatusIds,
} from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { inFamily, lockFamilyForEvaluation } from '../../matches/family/index.ts'
import { matchProgressOperation } from '../../matches/journal/index.ts'
import {
  type CombinedDonationChange,
  changeCombinedDonations,
  changeMatches,
  type EvaluationContext,
  evaluateExistingDonations,
  type FieldChange,
  moveMatches,
  splitCombinedMatches,
  undoOperation,
} from '../../matches/matches/index.ts'
import { lockDonations, lockDonationsOfDonors } from '../../matches/rows/index.ts'
import { blankUpdate, type DonationUpdate, type KnownFacts, type NewDonation } from '../identification/index.ts'
import {
  fillInDonors,
  type GiftUpdateOfImport,
  listGiftUpdatesOfImport,
  restoreFacts,
  saveChangedFacts,
  saveGiftUpdates,
} from './gift-updates.queries.ts'
import type { RecordingContext } from './recording-context.ts'
import { updateDonations } from './update-donations.ts'

export type SelectedGiftUpdate = {
  readonly known: KnownFacts
  readonly incoming: NewDonation
  readonly kinds: readonly imports.GiftUpdateKind[]
}

/** Staff settle changes of submitted matches with the employer. */
const withEmployer: readonly StatusId[] = withEmployerStatusIds
export const isWithEmployer = ({ status_id, is_settled }: KnownFacts): boolean =>
  is_settled || withEmployer.some((id) => id === status_id)

type ApplyingContext = RecordingContext & { readonly importId: number; readonly mover: EvaluationContext['actor'] }

/** Stores the previous values. The history names `mover`. Changes of submitted matches send no email. */
export async function applyGiftUpdates(
  db: Db,
  context: ApplyingContext,
  updates: readonly SelectedGiftUpdate[],
): Promise<void> {
  if (updates.length === 0) return
  const { tenant, importId, platform } = context
  await lockFamilyForEvaluation(db, tenant.family)
  await saveGiftUpdates(
    db,
    importId,
    updates.map(({ known, incoming, kinds }) => ({
      organization_id: known.organization_id,
      donation_id: known.id,
      kinds,
      with_employer: isWithEmployer(known),
      before: known,
      donor_id: known.donor_id,
      filled: kinds.includes('address') ? listFilledBlanks(known, incoming).map(({ field }) => field) : [],
    })),
    platform.clock(),
  )
  const addressed = updates.filter(({ kinds }) => kinds.includes('address'))
  await fillInDonorBlanks(db, context, addressed)
  // Changed parts leave their match, so that the rules decide again which gifts to combine.
  const concernedIds = updates.filter(concernsMatch).map(({ known }) => known.id)
  const splitIds = await splitCombinedMatches(db, context, concernedIds)
  await changeCombinedDonations(db, context, updates.flatMap(combinedChangesOf))
  const voided = updates.filter((one) => isVoided(one) && !carriesSettledMatch(one))
  const refunded = voided.filter(({ kinds }) => kinds.includes('refunded'))
  const isFailed = (one: SelectedGiftUpdate): boolean => !refunded.includes(one)
  const isUnbilled = (one: SelectedGiftUpdate): boolean => !isBillable(one)
  await move(db, context, 'refund', refunded.filter(isBillable), 'gift_refunded')
  await move(db, context, 'cancel', refunded.filter(isUnbilled), 'gift_refunded')
  await move(db, context, 'cancel', voided.filter(isFailed), 'payment_failed')
  await updateDonations(db, context, updates.map(donationUpdateOf))
  await evaluateSplitMatches(db, context, splitIds, updates)
  await moveProgressed(db, context, updates)
  await saveChangedFacts(db, tenant.family, importId)
}

const progressMoves = [
  ['match_requested', 'submit'],
  ['match_paid', 'complete'],
  ['match_refused', 'refuse'],
] as const

export const matchProgressReason = 'The uploaded file says so.'

async function moveProgressed(db: Db, context: ApplyingContext, updates: readonly SelectedGiftUpdate[]): Promise<void> {
  const { importId, mover } = context
  for (const [kind, action] of progressMoves) {
    const donationIds = updates.flatMap(({ known, kinds }) => (kinds.includes(kind) ? [known.id] : []))
    if (donationIds.length === 0) continue
    await moveMatches(
      db,
      { ...context, actor: mover, operation: matchProgressOperation(importId) },
      { action, donationIds, whereAllowed: true, why: matchProgressReason },
    )
  }
}

/** A changed phone number does not affect which gifts are combined. */
const concernsMatch = ({ known, kinds }: SelectedGiftUpdate): boolean =>
  known.is_merged && !known.is_settled && kinds.some((kind) => kind !== 'address' && !isProgress(kind))

const isProgress = (kind: imports.GiftUpdateKind): boolean => progressMoves.some(([progress]) => progress === kind)

/** The donors' other open matches are evaluated, too: small gifts may now combine differently. */
async function evaluateSplitMatches(
  db: Db,
  context: EvaluationContext,
  splitIds: readonly number[],
  updates: readonly SelectedGiftUpdate[],
): Promise<void> {
  if (splitIds.length === 0) return
  const donorIds = [...new Set(updates.filter(concernsMatch).map(({ known }) => known.donor_id))]
  await evaluateExistingDonations(db, context, { donorIds, donationIds: new Set(splitIds), action: 'edit' })
}

const isVoided = ({ kinds }: SelectedGiftUpdate): boolean => kinds.includes('refunded') || kinds.includes('failed')

/** The combined match was submitted under this gift's id, and stays for the other gifts. */
const carriesSettledMatch = ({ known }: SelectedGiftUpdate): boolean => known.is_settled && !known.is_part

function combinedChangesOf(update: SelectedGiftUpdate): CombinedDonationChange[] {
  const { known, incoming, kinds } = update
  if (!known.is_settled || (!isVoided(update) && !kinds.includes('amount'))) return []
  const cents = isVoided(update) ? null : incoming.amountCents
  return [{ donationId: known.id, combinedMatchId: known.whole_id, cents }]
}

/** A part is billed with its combined match, not alone. */
const isBillable = ({ known }: SelectedGiftUpdate): boolean =>
  !known.is_part && billableStatusIds.some((id) => id === known.status_id)

async function move(
  db: Db,
  context: ApplyingContext,
  action: Extract<MoveAction, 'refund' | 'cancel'>,
  updates: readonly SelectedGiftUpdate[],
  reasonCode: VoidReason,
): Promise<void> {
  if (updates.length === 0) return
  const donationIds = updates.map(({ known }) => known.id)
  await moveMatches(db, { ...context, actor: context.mover }, { action, donationIds, whereAllowed: true, reasonCode })
}

const donorFields = ['name', 'phone', 'street', 'street2', 'city', 'state', 'zip', 'country'] as const

export const listFilledBlanks = (known: KnownFacts, { donor }: NewDonation): FieldChange[] =>
  donorFields.flatMap((field) =>
    known[field] === '' && donor[field] !== '' ? [{ field, from: '', to: donor[field] }] : [],
  )

async function fillInDonorBlanks(
  db: Db,
  context: ApplyingContext,
  updates: readonly SelectedGiftUpdate[],
): Promise<void> {
  await fillInDonors(
    db,
    updates.map(({ known, incoming: { donor } }) => ({
      ...donor,
      organization_id: known.organization_id,
      donor_id: known.donor_id,
    })),
  )
  const filled = new Map(updates.map(({ known, incoming }) => [known.id, listFilledBlanks(known, incoming)]))
  const rows = await lockDonations(db, context.tenant.family, [...filled.keys()])
  await changeMatches(
    db,
    context,
    rows.map((row) => ({
      action: 'edit',
      before: row,
      row,
      also: (filled.get(row.id) ?? []).map(({ field, from, to }) => ({ field: `donor.${field}`, from, to })),
    })),
  )
}

function donationUpdateOf({ known, incoming, kinds }: SelectedGiftUpdate): DonationUpdate {
  const bringsEmail = kinds.includes('address') && known.email === '' && incoming.donor.email !== ''
  return {
    ...blankUpdate,
    row: incoming.row,
    donationId: known.id,
    amountCents: kinds.includes('amount') && !known.is_settled ? incoming.amountCents : null,
    donatedAt: kinds.includes('date') ? incoming.donatedAt : null,
    ...(kinds.includes('employer') || kinds.includes('other_employer') ? { employer: incoming.employer } : {}),
    ...(kinds.includes('donor') || bringsEmail ? { donor: incoming.donor } : {}),
  }
}

/**
 * Undoes the changes of an import: restores gifts and donors and evaluates them again. What somebody changed since stays
 * as it is; returns the IDs of those donations.
 */
export async function undoGiftUpdates(db: Db, context: EvaluationContext, importId: number): Promise<number[]> {
  await lockFamilyForEvaluation(db, context.tenant.family)
  const { changedSince } = await undoOperation(db, context, matchProgressOperation(importId).id)
  return inFamily(db, context, async (familyContext) => [
    ...new Set([...changedSince, ...(await undoUpdates(db, familyContext, importId))]),
  ])
}

/** The stored value that each kind of change concerns. */
const changedFactOfKind: Readonly<Record<imports.GiftUpdateKind, GiftUpdateOfImport['changed_since'][number] | null>> =
  {
    refunded: null,
    failed: null,
    employer: 'employer',
    address: 'donor',
    match_requested: null,
    match_refused: null,
    match_paid: null,
    amount: 'amount',
    part_refunded: 'amount',
    date: 'date',
    other_employer: 'employer',
    donor: 'donor',
  }

const isVoiding = ({ kinds }: Pick<GiftUpdateOfImport, 'kinds'>): boolean =>
  kinds.some((kind) => kind === 'refunded' || kind === 'failed')

function isChangedSince(update: GiftUpdateOfImport, restored: ReadonlySet<number>): boolean {
  const { donation_id, kinds, was_settled, changed_since } = update
  if (isVoiding(update)) return was_settled ? changed_since.includes('amount') : !restored.has(donation_id)
  return kinds.some((kind) => changed_since.some((value) => value === changedFactOfKind[kind]))
}

async function undoUpdates(db: Db, context: EvaluationContext, importId: number): Promise<number[]> {
  const { tenant } = context
  const updates = await listGiftUpdatesOfImport(db, tenant.family, importId)
  if (updates.length === 0) return []
  const moved = await moveMatches(db, context, {
    action: 'restore',
    donationIds: updates.filter(isVoiding).map(({ donation_id }) => donation_id),
    whereAllowed: true,
  })
  const restored = new Set(moved.map(({ id }) => id))
  const settled = updates.filter(({ was_settled, changed_since }) => was_settled && !changed_since.includes('amount'))
  await changeCombinedDonations(
    db,
    context,
    settled.map(({ donation_id, whole_id, amount_cents }) => ({
      donationId: donation_id,
      combinedMatchId: whole_id,
      cents: amount_cents,
    })),
  )
  const changedIds = updates.map(({ donation_id }) => donation_id)
  const splitIds = await splitCombinedMatches(db, context, changedIds)
  const before = await lockDonations(db, tenant.family, changedIds)
  await restoreFacts(db, tenant.family, importId, updates)
  const donorIds = [...new Set([...before.map((row) => row.donor_id), ...updates.map((one) => one.donor_id)])]
  await evaluateExistingDonations(db, context, {
    donorIds,
    donationIds: new Set(changedIds),
    action: 'edit',
    before: new Map(before.map((row) => [row.id, row])),
  })
  // Gifts that were merged with them before may be combined again.
  const wereMerged = new Set(updates.filter(({ was_merged }) => was_merged).map(({ donor_id }) => donor_id))
  const formerlyMerged = (await lockDonationsOfDonors(db, tenant.family, [...wereMerged])).filter(
    (row) => row.merged_into_id === null && !row.inert,
  )
  await evaluateExistingDonations(db, context, {
    donorIds,
    donationIds: new Set([...splitIds, ...formerlyMerged.map(({ id }) => id)]),
    action: 'edit',
  })
  return updates.filter((one) => isChangedSince(one, restored)).map(({ donation_id }) => donation_id)
}
