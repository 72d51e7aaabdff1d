import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { Refusal } from '../../../platform/errors.ts'

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
