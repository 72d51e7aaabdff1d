import { dayAt } from '@twofold/matching'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Auditor } from '../../../core/audit/index.ts'

/** What Stripe tells is written down in nobody's name, with what it calls it. */
export const byStripe = (platform: Platform, id: string): Auditor => ({ platform, request: { ip: 'Stripe', id } })

/** A day in a time zone of Stripe's seconds. */
export function dayOf(seconds: number, timeZone: string): string {
  const at = new Date(seconds * 1000)
  return dayAt(at, timeZone) ?? at.toISOString().slice(0, 10)
}
