import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Clock } from '../../../../platform/runtime/clock.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'

/** What a provider says became of a mail after it took it. A mail that is only late, or full, is not reported on. */
export type DeliveryReport = {
  /** The provider's own name for this event, the same when it is sent again. */
  readonly eventId: string
  /** `Message-ID` of the mail, as the provider writes it. */
  readonly messageId: string
  /** `bounced`: the address does not exist; `complained`: its owner called the mail spam. */
  readonly what: 'bounced' | 'complained'
  readonly detail: string
}

export type Posted = { readonly headers: IncomingHttpHeaders; readonly body: Buffer }

/** Reads what was posted and checks that the provider wrote it. @throws Refusal for what it did not write */
export type ReportReader = (posted: Posted) => Promise<readonly DeliveryReport[]>

export const forged = (): Refusal => new Refusal('forbidden', 'The signature of this report is not right.')

/** Longer than any provider repeats itself, a day at most, and shorter than reports are remembered: none counts again later. */
const freshForMs = 3 * 86_400_000

/** By the time that the provider signed. @throws Refusal forbidden */
export function refuseStale(signedAt: Date, clock: Clock): void {
  if (Math.abs(clock().getTime() - signedAt.getTime()) <= freshForMs) return
  throw new Refusal('forbidden', 'This report is too old to be taken, or of a time that is yet to come.')
}

/** @throws Refusal malformed */
export function jsonOf<T>(shape: z.ZodType<T>, body: Buffer | string): T {
  const parsed = shape.safeParse(readJson(String(body)))
  if (parsed.success) return parsed.data
  throw new Refusal('malformed', 'This is not a report as the provider documents it.')
}

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Free text of a report, or nothing. */
export const words = z.string().nullish().catch(null)

/** In a time that says nothing about where they differ. */
export function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
