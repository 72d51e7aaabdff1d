import { randomBytes } from 'node:crypto'
import { auth } from '@twofold/contract'
import { withoutTenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { recordRefusal } from '../account-events/refusals.ts'
import { findOwnerOfPasskey, markPasskeyUsed } from '../second-step/factors.queries.ts'
import { signInOptions, verifyAssertion } from '../second-step/passkeys.ts'
import { refuseDemoInProduction, signIn } from './sign-in.ts'

const challengeLifetimeMs = 10 * 60_000
const oncePerChallenge = { max: 1, seconds: 900 }

const wrongPasskey = (): Refusal => new Refusal('unauthenticated', auth.messages.wrongPasskey)

/** Possession, plus a fingerprint, a face or a PIN. */
export const passkeySignInRoutes: ServedRoute[] = [
  serve(auth.getPasskeySignInOptions, async ({ platform, request }) => {
    // The person is unknown, so nothing is stored: the signed challenge contains its time.
    const challenge = randomBytes(32)
    const stampedChallenge = `${platform.clock().getTime()}.${challenge.toString('base64url')}`
    const options = await signInOptions({ platform, request }, new Uint8Array(challenge))
    return { step: platform.secrets.sign('passkey', stampedChallenge), options: { ...options } }
  }),

  serve(auth.signInWithPasskey, async ({ platform, request, reply, body }) => {
    const challenge = challengeIn(platform, body.step)
    if (challenge === null) throw new Refusal('gone', auth.messages.signInAgain)
    await consumeChallenge(platform, challenge)
    const attempt = await withoutTenant(platform.database, async (db) => {
      const found = await findOwnerOfPasskey(db, body.response.id)
      if (!found) return null
      const { passkey } = found
      const counter = await verifyAssertion({ platform, request }, body.response, {
        challenge,
        passkey,
        isOnlyFactor: true,
      })
      if (counter === null) return { user: found.user, isCorrect: false }
      await markPasskeyUsed(db, passkey.id, counter, platform.clock())
      return { user: found.user, isCorrect: true }
    })
    if (!attempt?.isCorrect) {
      recordRefusal({ platform, request }, attempt?.user ?? null, { action: 'sign_in_refused', detail: 'passkey' })
      throw wrongPasskey()
    }
    refuseDemoInProduction(platform, attempt.user.email)
    return signIn({ platform, request, reply }, attempt.user, 'passkey')
  }),
]

function challengeIn(platform: Platform, step: string): string | null {
  const [madeAt = '', challenge = ''] = platform.secrets.verify('passkey', step)?.split('.') ?? []
  const ageMs = platform.clock().getTime() - Number(madeAt)
  return challenge && ageMs >= 0 && ageMs < challengeLifetimeMs ? challenge : null
}

/** An intercepted response is worthless. */
async function consumeChallenge(platform: Platform, challenge: string): Promise<void> {
  try {
    await platform.rates.take('passkey-challenge', oncePerChallenge, challenge)
  } catch (error) {
    throw error instanceof Refusal && error.code === 'too_many_requests' ? wrongPasskey() : error
  }
}
