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

// Ed25519, ES256 and RS256. Newer algorithms cause a runtime warning about experimental support.
const algorithms = [-8, -7, -257]

export type PasskeyContext = {
  readonly platform: Pick<Platform, 'publicUrl' | 'config'>
  readonly request: FastifyRequest
}

/** Browsers do not support passkeys for IP addresses, so an installation without a domain uses `localhost`. */
function relyingParty({ platform, request }: PasskeyContext) {
  const own = new URL(platform.publicUrl())
  const local = `http://localhost:${own.port}`
  const isLocal = platform.config.publicUrl === null && request.headers.origin === local
  const { origin, hostname } = isLocal ? new URL(local) : own
  return { origin, rpID: hostname }
}

export async function registrationOptions(place: PasskeyContext, user: auth.User, known: readonly PasskeyRow[]) {
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

export async function verifyRegistration(place: PasskeyContext, response: unknown, challenge: string) {
  const { origin, rpID } = relyingParty(place)
  const verified = await verifyRegistrationResponse({
    // The verification throws on invalid parts.
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

export async function authenticationOptions(place: PasskeyContext, known: readonly PasskeyRow[]) {
  return generateAuthenticationOptions({
    rpID: relyingParty(place).rpID,
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
}

export async function signInOptions(place: PasskeyContext, challenge: Uint8Array<ArrayBuffer>) {
  return generateAuthenticationOptions({
    rpID: relyingParty(place).rpID,
    challenge,
    userVerification: 'required',
  })
}

export async function verifyAssertion(
  place: PasskeyContext,
  response: unknown,
  { challenge, passkey, isAlone }: { challenge: string; passkey: PasskeyRow; isAlone: boolean },
): Promise<number | null> {
  const { origin, rpID } = relyingParty(place)
  const { id, publicKey, counter, transports } = passkey
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    // After a password, possession is enough.
    requireUserVerification: isAlone,
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
