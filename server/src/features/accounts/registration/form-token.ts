import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'

type Needs = Pick<Platform, 'secrets' | 'clock' | 'rates' | 'publicUrl'>

/** People need longer for sixteen fields. */
export const minFormAgeMs = 3_000
const oldestMs = 12 * 3_600_000
/** One page must not allow a thousand registrations. */
const usesOfOneToken = { max: 10, seconds: 12 * 3600 }

/** The signed token contains the time at which the form was opened. */
export function issueFormToken({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>): string {
  return secrets.sign('registration', `${clock().getTime()}.${randomBytes(9).toString('base64url')}`)
}

const stale = (): Refusal =>
  new Refusal('forbidden', 'This form was open too long, or wasn’t opened here. Please reload the page.')

/**
 * A browser sends the token in the body and in a header that foreign pages cannot set. A script without token, `Origin`
 * and `Sec-Fetch-Site` is allowed: browsers cannot be tricked into such a call.
 */
export async function checkFormToken(
  platform: Needs,
  request: FastifyRequest,
  inBody: string | null | undefined,
): Promise<void> {
  const inHeader = request.headers['x-csrf-token']
  const { origin, 'sec-fetch-site': site } = request.headers
  if (isForeign(platform, origin, site))
    throw new Refusal('forbidden', 'Registrations aren’t accepted from other sites.')
  const token = inBody || (typeof inHeader === 'string' ? inHeader : '')
  if (!token) {
    if (origin === undefined && site === undefined) return
    throw stale()
  }
  if (inBody && inHeader && inBody !== inHeader) throw stale()
  const payload = platform.secrets.verify('registration', token)
  const [openedAt = '', nonce = ''] = payload?.split('.') ?? []
  const ageMs = platform.clock().getTime() - Number(openedAt)
  if (!payload || !nonce || !(ageMs >= 0 && ageMs <= oldestMs)) throw stale()
  if (ageMs < minFormAgeMs) {
    throw new Refusal('too_many_requests', 'That was very quick. Please send it again in a moment.', {
      retryAfterSeconds: Math.ceil((minFormAgeMs - ageMs) / 1000),
    })
  }
  await platform.rates.take('registration-token', usesOfOneToken, nonce)
}

function isForeign(platform: Needs, origin: string | undefined, site: string | string[] | undefined): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && origin !== new URL(platform.publicUrl()).origin && site === undefined
}
