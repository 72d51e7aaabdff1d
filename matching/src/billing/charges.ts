import { ineligibleStatusIds, voidedStatusIds } from '../statuses/status-sets.ts'
import { type StatusId, statusOf } from '../statuses/statuses.ts'
import type { Plan } from './plans.ts'

/** A match for billing. Share plans charge it once, by the plan on the day it became eligible. */

export type ChargedMatch = {
  readonly status_id: StatusId
  readonly estimated_cents: number
  readonly received_cents: number
  readonly inert: boolean
  /** Requested on a public page and not confirmed yet. */
  readonly unconfirmed: boolean
  readonly merged_into_id: number | null
}

export type CampaignBilling = { readonly bill_eligible: boolean; readonly bill_processed: boolean }

export const chargeStages = ['eligible', 'processed'] as const
export type ChargeStage = (typeof chargeStages)[number]

const voidedIds: readonly StatusId[] = voidedStatusIds

const billingOf = ({ inert, merged_into_id, status_id, unconfirmed }: ChargedMatch) =>
  inert || unconfirmed || merged_into_id !== null ? null : statusOf(status_id).billing

/** Returns the charge that a change starts, or null. A match that is restored was already charged. */
export function chargeStageOf(before: ChargedMatch | null, after: ChargedMatch): ChargeStage | null {
  const [billingBefore, billingAfter] = [before && billingOf(before), billingOf(after)]
  if (!billingAfter || (before && voidedIds.includes(before.status_id))) return null
  if (!billingBefore) return 'eligible'
  return billingAfter === 'processed' && billingBefore !== 'processed' ? 'processed' : null
}

/** Returns whether a stage is charged. A campaign can exempt eligible matches and still charge processed ones. */
export function isCharged(stage: ChargeStage, isProcessed: boolean, campaign: CampaignBilling | null): boolean {
  if (stage === 'eligible' && (campaign?.bill_eligible ?? true)) return true
  return campaign !== null && !campaign.bill_eligible && campaign.bill_processed && isProcessed
}

/** Returns whether the match is in a processed status. */
export const isProcessed = (match: ChargedMatch): boolean => billingOf(match) === 'processed'

const creditedStatusIds: readonly StatusId[] = ineligibleStatusIds
const refundedStatusIds: readonly StatusId[] = [13, 16]

export const chargeReasons = [
  'eligible',
  'processed',
  'received',
  'changed',
  'ineligible',
  'refunded',
  'merged',
  'external',
  'removed',
] as const
export type ChargeReason = (typeof chargeReasons)[number]

/** Returns why nothing is due for a charged match, whatever its estimate, or null. */
export function zeroChargeReason(
  { inert, merged_into_id, status_id, unconfirmed }: ChargedMatch,
  basis: Plan['basis'],
): ChargeReason | null {
  if (merged_into_id !== null) return 'merged'
  if (inert) return 'external'
  if (unconfirmed) return 'ineligible'
  if (refundedStatusIds.includes(status_id)) return 'refunded'
  // Plans based on received money keep their charge, even if the gift turns out to be ineligible.
  return basis === 'estimate' && creditedStatusIds.includes(status_id) ? 'ineligible' : null
}

/** Returns the cents that the share is computed from, or null to keep the previous charge. */
export function chargeBasisCents(match: ChargedMatch, basis: Plan['basis']): number | null {
  if (zeroChargeReason(match, basis) !== null) return 0
  if (basis === 'received') return Math.max(match.received_cents, 0)
  return statusOf(match.status_id).billing === null ? null : match.estimated_cents
}
