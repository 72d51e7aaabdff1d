import { dayAt } from '@twofold/matching'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { AuditContext } from '../../../core/audit/index.ts'

export const stripeAuditContext = (platform: Platform, id: string): AuditContext => ({
  platform,
  request: { ip: 'Stripe', id },
})

/** `seconds` is a Stripe timestamp. */
export function dayOfTimestamp(seconds: number, timeZone: string): string {
  const at = new Date(seconds * 1000)
  return dayAt(at, timeZone) ?? at.toISOString().slice(0, 10)
}
