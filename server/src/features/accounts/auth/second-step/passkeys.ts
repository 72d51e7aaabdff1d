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
  const configured = new URL(platform.publicUrl())
  const localOrigin = `http://localhost:${configured.port}`
  const isLocal = platform.config.publicUrl === null && request.headers.origin === localOrigin
  const { origin, hostname } = isLocal ? new URL(localOrigin) : configured
  return { origin, rpID: hostname }
}

export async function registrationOptions(context: PasskeyContext, user: auth.User, passkeys: readonly PasskeyRow[]) {
  return generateRegistrationOptions({
    supportedAlgorithmIDs: algorithms,
    rpName: 'Twofold',
    rpID: relyingParty(context).rpID,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(`twofold-${user.id}`),
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

export async function verifyRegistration(context: PasskeyContext, response: unknown, challenge: string) {
  const { origin, rpID } = relyingParty(context)
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

export async function authenticationOptions(context: PasskeyContext, passkeys: readonly PasskeyRow[]) {
  return generateAuthenticationOptions({
    rpID: relyingParty(context).rpID,
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
}

export async function signInOptions(context: PasskeyContext, challenge: Uint8Array<ArrayBuffer>) {
  return generateAuthenticationOptions({
    rpID: relyingParty(context).rpID,
    challenge,
    userVerification: 'required',
  })
}

export async function verifyAssertion(
  context: PasskeyContext,
  response: unknown,
  { challenge, passkey, isOnlyFactor }: { challenge: string; passkey: PasskeyRow; isOnlyFactor: boolean },
): Promise<number | null> {
  const { origin, rpID } = relyingParty(context)
  const { id, publicKey, counter, transports } = passkey
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id, publicKey: new Uint8Array(publicKey), counter, transports },
    // After a password, possession is enough.
    requireUserVerification: isOnlyFactor,
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
