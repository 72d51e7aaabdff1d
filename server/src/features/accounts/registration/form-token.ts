import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'

type FormTokenServices = Pick<Platform, 'secrets' | 'clock' | 'rates' | 'publicUrl'>

/** People need longer for sixteen fields. */
export const minFormAgeMs = 3_000
const maxFormAgeMs = 12 * 3_600_000
/** One page must not allow a thousand registrations. */
const maxTokenUses = { max: 10, seconds: 12 * 3600 }

/** The signed token contains the time at which the form was opened. */
export function issueFormToken({ secrets, clock }: Pick<Platform, 'secrets' | 'clock'>): string {
  return secrets.sign('registration', `${clock().getTime()}.${randomBytes(9).toString('base64url')}`)
}

const staleForm = (): Refusal =>
  new Refusal('forbidden', 'This form was open too long, or wasn’t opened here. Please reload the page.')

/**
 * A browser sends the token in the body and in a header that foreign pages cannot set. A script without token, `Origin`
 * and `Sec-Fetch-Site` is allowed: browsers cannot be tricked into such a call.
 */
export async function checkFormToken(
  platform: FormTokenServices,
  request: FastifyRequest,
  bodyToken: string | null | undefined,
): Promise<void> {
  const headerToken = request.headers['x-csrf-token']
  const { origin, 'sec-fetch-site': site } = request.headers
  if (isCrossSite(platform, origin, site))
    throw new Refusal('forbidden', 'Registrations aren’t accepted from other sites.')
  const token = bodyToken || (typeof headerToken === 'string' ? headerToken : '')
  if (!token) {
    if (origin === undefined && site === undefined) return
    throw staleForm()
  }
  if (bodyToken && headerToken && bodyToken !== headerToken) throw staleForm()
  const payload = platform.secrets.verify('registration', token)
  const [openedAt = '', nonce = ''] = payload?.split('.') ?? []
  const ageMs = platform.clock().getTime() - Number(openedAt)
  if (!payload || !nonce || !(ageMs >= 0 && ageMs <= maxFormAgeMs)) throw staleForm()
  if (ageMs < minFormAgeMs) {
    throw new Refusal('too_many_requests', 'That was very quick. Please send it again in a moment.', {
      retryAfterSeconds: Math.ceil((minFormAgeMs - ageMs) / 1000),
    })
  }
  await platform.rates.take('registration-token', maxTokenUses, nonce)
}

function isCrossSite(
  platform: FormTokenServices,
  origin: string | undefined,
  site: string | string[] | undefined,
): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && origin !== new URL(platform.publicUrl()).origin && site === undefined
}
