import {
  type CampaignBilling,
  type ChargedMatch,
  type ChargeReason,
  chargeBasisCents,
  chargeStageOf,
  findPlan,
  isCharged,
  isProcessed,
  shareOf,
  zeroChargeReason,
} from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import {
  addVisibleOrganizations,
  type Charge,
  type ChargeEntry,
  insertChargeEntries,
  listCampaignBilling,
  listCharges,
  listPayers,
  type Payer,
  restoreVisibleOrganizations,
  saveCharges,
} from './charges.queries.ts'

type Match = ChargedMatch & {
  readonly organization_id: number
  readonly id: number
  readonly currency: Charge['currency']
  readonly campaign_id: number | null
}

type Change = { readonly before: Match | null; readonly row: Match }

/** Writes due bills and credits after the match rows. Only the inserted entries see a billed former parent. */
export async function recordCharges(
  db: Db,
  family: readonly number[],
  changes: readonly Change[],
  now: Date,
  chargedBefore?: ReadonlyMap<number, Charge>,
): Promise<void> {
  const existingIds = changes.flatMap(({ before, row }) => (before ? [row.id] : []))
  const previousCharges = chargedBefore ?? (await listCharges(db, family, existingIds))
  const newCharges = await beginCharges(db, family, changes, previousCharges)
  const results = changes.flatMap(({ row }) => {
    const charge = newCharges.get(row.id) ?? previousCharges.get(row.id)
    return charge ? [settle(charge, row, newCharges.has(row.id))] : []
  })
  await saveResults(db, family, results, now)
}

type Result = { readonly charge: Charge; readonly entry: ChargeEntry | null }

function settle(charge: Charge, row: Match, isNew: boolean): Result {
  const base = chargeBasisCents(row, charge.basis)
  if (base === null) return { charge, entry: null }
  const due = shareOf(base, charge.basis_points)
  const settled = { ...charge, based_on_cents: base, cents: due }
  return { charge: settled, entry: entryFor(settled, due - charge.cents, row.status_id, reasonOf(row, charge, isNew)) }
}

function reasonOf(row: Match, charge: Charge, isNew: boolean): ChargeReason {
  const zeroReason = zeroChargeReason(row, charge.basis)
  if (zeroReason) return zeroReason
  if (charge.basis === 'received') return 'received'
  return isNew ? charge.stage : 'changed'
}

const entryFor = (charge: Charge, cents: number, statusId: number | null, why: ChargeReason): ChargeEntry | null =>
  cents === 0
    ? null
    : {
        organization_id: charge.payer_id,
        kind: cents > 0 ? 'bill' : 'credit',
        why,
        cents,
        currency: charge.currency,
        plan: charge.plan,
        basis_points: charge.basis_points,
        based_on_cents: charge.based_on_cents,
        match_organization_id: charge.organization_id,
        donation_id: charge.donation_id,
        status_id: statusId,
      }

/** A match that was credited in full starts a new charge under its current plan. */
async function beginCharges(
  db: Db,
  family: readonly number[],
  changes: readonly Change[],
  previousCharges: ReadonlyMap<number, Charge>,
): Promise<Map<number, Charge>> {
  const chargeable = changes.flatMap(({ before, row }) => {
    const stage = chargeStageOf(before, row)
    return stage && (previousCharges.get(row.id)?.cents ?? 0) === 0 ? [{ row, stage }] : []
  })
  if (chargeable.length === 0) return new Map()
  const payers = await listPayers(db, [...new Set(chargeable.map(({ row }) => row.organization_id))])
  const chargedByShare = chargeable.filter(
    ({ row }) => previousCharges.has(row.id) || basisOf(payers.get(row.organization_id)?.plan) !== 'month',
  )
  const campaignIds = chargedByShare.flatMap(({ row }) => row.campaign_id ?? [])
  const campaigns = await listCampaignBilling(db, family, campaignIds)
  return new Map(
    chargedByShare.flatMap(({ row, stage }) => {
      const campaign = row.campaign_id === null ? null : (campaigns.get(row.campaign_id) ?? null)
      const charge = beginCharge(row, payers.get(row.organization_id), campaign)
      return charge && isCharged(stage, isProcessed(row), campaign) ? [[row.id, charge]] : []
    }),
  )
}

const basisOf = (plan: string | null | undefined) => findPlan(plan ?? null)?.basis ?? 'month'

function beginCharge(row: Match, payer: Payer | undefined, campaign: CampaignBilling | null): Charge | null {
  if (!payer) return null
  const plan = findPlan(payer.plan)
  return {
    organization_id: row.organization_id,
    donation_id: row.id,
    payer_id: payer.payer_id,
    plan: payer.plan ?? '',
    // A monthly plan charges 0 basis points, so the basis does not matter there.
    basis: plan?.basis === 'received' ? 'received' : 'estimate',
    basis_points: plan?.basisPoints ?? 0,
    currency: row.currency,
    based_on_cents: 0,
    cents: 0,
    stage: campaign && !campaign.bill_eligible ? 'processed' : 'eligible',
  }
}

async function saveResults(db: Db, family: readonly number[], results: readonly Result[], now: Date): Promise<void> {
  if (results.length === 0) return
  await saveCharges(
    db,
    results.map(({ charge }) => charge),
  )
  const entries = results.flatMap(({ entry }) => entry ?? [])
  if (entries.length === 0) return
  const former = entries.some(({ organization_id }) => !family.includes(organization_id))
    ? await addVisibleOrganizations(db, [...new Set(entries.map(({ organization_id }) => organization_id))])
    : null
  await insertChargeEntries(db, entries, now)
  if (former !== null) await restoreVisibleOrganizations(db, former)
}

/** Must run before the matches are deleted. */
export async function creditDeletedMatches(
  db: Db,
  family: readonly number[],
  donationIds: readonly number[],
  now: Date,
): Promise<void> {
  const charges = await listCharges(db, family, donationIds)
  const results = [...charges.values()].map((charge) => {
    const zeroed = { ...charge, based_on_cents: 0, cents: 0 }
    return { charge: zeroed, entry: entryFor(zeroed, -charge.cents, null, 'removed') }
  })
  await saveResults(db, family, results, now)
}
