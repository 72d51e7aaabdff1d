import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../../../platform/runtime/clock.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'

/** A provider's report about an accepted email. Delays and full mailboxes are not reported. */
export type DeliveryReport = {
  /** The provider's event id, the same when the event is sent again. */
  readonly eventId: string
  /** `Message-ID` of the email, as the provider writes it. */
  readonly messageId: string
  /** `bounced`: the address does not exist. `complained`: the recipient marked the email as spam. */
  readonly kind: 'bounced' | 'complained'
  readonly detail: string
}

export type Posted = { readonly headers: IncomingHttpHeaders; readonly body: Buffer }

/** @throws Refusal if the request is not authentic */
export type ReportReader = (posted: Posted) => Promise<readonly DeliveryReport[]>

export const invalidSignature = (): Refusal => new Refusal('forbidden', 'This report’s signature is invalid.')

/** Longer than providers retry and shorter than reports are stored, so no report counts twice. */
const maxReportAgeMs = 3 * 86_400_000

/** @throws Refusal forbidden */
export function refuseStale(signedAt: Date, clock: Clock): void {
  if (Math.abs(clock().getTime() - signedAt.getTime()) <= maxReportAgeMs) return
  throw new Refusal('forbidden', 'This report is too old, or its time is in the future.')
}

/** @throws Refusal malformed */
export function jsonOf<T>(shape: z.ZodType<T>, body: Buffer | string): T {
  const parsed = shape.safeParse(readJson(String(body)))
  if (parsed.success) return parsed.data
  throw new Refusal('malformed', 'This report isn’t in the provider’s documented format.')
}

/** Undefined for invalid JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const optionalText = z.string().nullish().catch(null)

/** Compares in constant time. */
export function isSame(expected: string, received: string): boolean {
  const [expectedBytes, receivedBytes] = [Buffer.from(expected), Buffer.from(received)]
  return expectedBytes.length === receivedBytes.length && timingSafeEqual(expectedBytes, receivedBytes)
}
