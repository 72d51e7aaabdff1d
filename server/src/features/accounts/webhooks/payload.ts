import { toUnits, type webhooks } from '@twofold/contract'
import { isStatusId, statusOf } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { findDonation } from './payload.queries.ts'

type StatusEvent = {
  readonly donationOrganizationId: number
  readonly donationId: number
  readonly statusId: number
  readonly happenedAt: Date
}

/** The status is the event's; the rest are current values. Null if the gift has been deleted. */
export async function findWebhookData(db: Db, event: StatusEvent): Promise<webhooks.WebhookData | null> {
  const facts = await findDonation(db, event.donationOrganizationId, event.donationId)
  if (!facts) return null
  return {
    donation: {
      id: event.donationId,
      amount: toUnits(facts.amount_cents),
      matched: toUnits(facts.estimated_cents),
      status_id: event.statusId,
      status_string: isStatusId(event.statusId) ? statusOf(event.statusId).label : '',
      custom: {
        campaign: customText(facts.custom, 'campaign'),
        medium: customText(facts.custom, 'medium'),
        source: customText(facts.custom, 'source'),
      },
    },
    ein: facts.ein,
    donor: { id: facts.donor_id, name: facts.name, email: facts.email, phone: facts.phone },
    timestamp: { date: dateOf(event.happenedAt), timezone_type: 3, timezone: 'UTC' },
    company: { name: facts.company },
  }
}

/** Limits the payload, whatever an upload contained. */
const longestText = 200

function customText(custom: Record<string, unknown>, name: string): string {
  const value = custom[name] ?? custom[`utm_${name}`]
  return typeof value === 'string' ? value.slice(0, longestText) : ''
}

/** `2026-05-04 15:30:00.000000`: existing receivers expect this format. */
const dateOf = (at: Date): string => `${at.toISOString().slice(0, 23).replace('T', ' ')}000`

/** The token is added last, so that it is never stored in plain text. */
export const bodyOf = (data: string, token: string): string =>
  `{"data":${data},"bearer_token":${JSON.stringify(token)}}`
