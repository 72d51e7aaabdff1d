import { dayAt } from '@twofold/matching'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { AuditContext } from '../../../core/audit/index.ts'

/** Audit context for changes from Stripe: no user, and the ID of the Stripe object. */
export const stripeAuditContext = (platform: Platform, id: string): AuditContext => ({
  platform,
  request: { ip: 'Stripe', id },
})

/** Returns the day of a Stripe timestamp (seconds) in a time zone. */
export function dayOfTimestamp(seconds: number, timeZone: string): string {
  const at = new Date(seconds * 1000)
  return dayAt(at, timeZone) ?? at.toISOString().slice(0, 10)
}
