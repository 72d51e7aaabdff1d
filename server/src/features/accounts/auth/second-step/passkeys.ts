import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { PasskeyRow } from './factors.queries.ts'

// Ed25519, ES256 and RS256: what today's keys have. The newer ones only warn that this runtime tries them out.
const algorithms = [-8, -7, -257]

/** Where somebody uses a passkey. */
export type Place = { readonly platform: Pick<Platform, 'publicUrl' | 'config'>; readonly request: FastifyRequest }

/**
 * A passkey belongs to the domain of the product's own address, and to no other. Browsers know none for an address of
 * numbers: who tries the product out, without an address of its own, has them under `localhost`.
 */
function relyingParty({ platform, request }: Place) {
  const own = new URL(platform.publicUrl())
  const local = `http://localhost:${own.port}`
  const isLocal = platform.config.publicUrl === null && request.headers.origin === local
  const { origin, hostname } = isLocal ? new URL(local) : own
  return { origin, rpID: hostname }
}

export async function optionsToAdd(place: Place, user: auth.User, known: readonly PasskeyRow[]) {
  return generateRegistrationOptions({
    supportedAlgorithmIDs: algorithms,
    rpName: 'Twofold',
    rpID: relyingParty(place).rpID,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(`twofold-${user.id}`),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** What to keep of a passkey that the browser made; null when it does not fit what was asked for. */
export async function newPasskey(place: Place, response: unknown, challenge: string) {
  const { origin, rpID } = relyingParty(place)
  const verified = await verifyRegistrationResponse({
    // Its parts are checked one by one by the verification, which throws on whatever does not fit.
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey), counter, transports }
}

export async function optionsToAsk(place: Place, known: readonly PasskeyRow[]) {
  return generateAuthenticationOptions({
    rpID: relyingParty(place).rpID,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
}

/** For somebody who is not named yet: the browser offers what it has for this address. */
export async function optionsToSignIn(place: Place, challenge: Uint8Array<ArrayBuffer>) {
  return generateAuthenticationOptions({
    rpID: relyingParty(place).rpID,
    challenge,
    userVerification: 'required',
  })
}

/** The new counter of a passkey that answered rightly; null otherwise. */
export async function counterAfter(
  place: Place,
  response: unknown,
  { challenge, passkey, isAlone }: { challenge: string; passkey: PasskeyRow; isAlone: boolean },
): Promise<number | null> {
  const { origin, rpID } = relyingParty(place)
  const { id, publicKey, counter, transports } = passkey
  const verified = await verifyAuthenticationResponse({
    // As above: the verification throws on whatever does not fit.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    // After a password it is enough to have it; alone, it must have checked who holds it.
    requireUserVerification: isAlone,
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
