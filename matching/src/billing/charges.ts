import { setAsideStatusIds, unmatchedStatusIds } from '../statuses/status-sets.ts'
import { type StatusId, statusOf } from '../statuses/statuses.ts'
import type { Plan } from './plans.ts'

/** What a match costs on a plan that takes a share: charged once, by the plan of the day on which it became eligible. */

export type ChargedMatch = {
  readonly status_id: StatusId
  readonly estimated_cents: number
  readonly received_cents: number
  readonly inert: boolean
  /** A request from a public page that nobody has confirmed. */
  readonly unconfirmed: boolean
  readonly merged_into_id: number | null
}

/** What a campaign says of the matches that it holds. */
export type CampaignBilling = { readonly bill_eligible: boolean; readonly bill_processed: boolean }

export const chargeStages = ['eligible', 'processed'] as const
export type ChargeStage = (typeof chargeStages)[number]

const setAside: readonly StatusId[] = setAsideStatusIds

const billingOf = ({ inert, merged_into_id, status_id, unconfirmed }: ChargedMatch) =>
  inert || unconfirmed || merged_into_id !== null ? null : statusOf(status_id).billing

/**
 * What the change of a match may begin a charge with: the first way into one of the statuses that are billed, or into those
 * of a request that is in. Null: nothing begins. What is brought back after it was set aside had its beginning before.
 */
export function chargeStageOf(before: ChargedMatch | null, after: ChargedMatch): ChargeStage | null {
  const [was, is] = [before && billingOf(before), billingOf(after)]
  if (!is || (before && setAside.includes(before.status_id))) return null
  if (!was) return 'eligible'
  return is === 'processed' && was !== 'processed' ? 'processed' : null
}

/** Where a campaign lets eligible matches go free, those that are processed may still be charged, then. */
export function isCharged(stage: ChargeStage, isProcessed: boolean, campaign: CampaignBilling | null): boolean {
  if (stage === 'eligible' && (campaign?.bill_eligible ?? true)) return true
  return campaign !== null && !campaign.bill_eligible && campaign.bill_processed && isProcessed
}

export const isProcessed = (match: ChargedMatch): boolean => billingOf(match) === 'processed'

const credited: readonly StatusId[] = unmatchedStatusIds
const free: readonly StatusId[] = [13, 16]

/** Why a match is charged what it is. */
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

/** Why nothing is due for a match that was charged, whatever its estimate; null: something may be. */
export function whyNothing(
  { inert, merged_into_id, status_id, unconfirmed }: ChargedMatch,
  basis: Plan['basis'],
): ChargeReason | null {
  if (merged_into_id !== null) return 'merged'
  if (inert) return 'external'
  if (unconfirmed) return 'ineligible'
  if (free.includes(status_id)) return 'refunded'
  // Money that came is money that came, whatever the rules say of the gift.
  return basis === 'estimate' && credited.includes(status_id) ? 'ineligible' : null
}

/** The cents that a charge is a share of; null: what was charged stays as it is. */
export function chargedOn(match: ChargedMatch, basis: Plan['basis']): number | null {
  if (whyNothing(match, basis) !== null) return 0
  if (basis === 'received') return Math.max(match.received_cents, 0)
  return statusOf(match.status_id).billing === null ? null : match.estimated_cents
}
