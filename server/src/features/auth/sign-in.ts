import type { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { acrossOrganizations, type Db, inProduct } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf, randomToken } from '../../platform/secrets.ts'
import { listOrganizationsOfUser } from '../organizations/index.ts'
import { type FactorRows, readFactors } from './factors.queries.ts'
import { openSession } from './sessions.ts'
import { insertStep } from './steps.queries.ts'

const stepMinutes = 10

/** Super users work in everybody's name: outside of development and the demo a password alone is not enough for them. */
export const needsFactor = (platform: Pick<Platform, 'config'>, user: auth.User): boolean =>
  platform.config.isProduction && user.globalPermission === 'super'

export const hasFactor = ({ totpSince, passkeys }: FactorRows): boolean => totpSince !== null || passkeys.length > 0

/** After the password or the link was right: a session, or what is asked for first. */
export async function afterFirstStep(
  platform: Platform,
  request: FastifyRequest,
  user: auth.User,
  redirect: string | null,
): Promise<auth.SignedIn | { second_step: auth.SecondStep }> {
  const factors = await inProduct(platform.database, (db) => readFactors(db, user.id), { readOnly: true })
  const setup = !hasFactor(factors)
  if (setup && !needsFactor(platform, user)) return signIn(platform, request, user)
  const purpose = setup ? 'setup' : 'second-step'
  const { step } = await inProduct(platform.database, (db) => startStep(db, platform, user.id, { purpose, redirect }))
  return { second_step: { step, setup, methods: methodsOf(factors) } }
}

function methodsOf({ totpSince, passkeys, recoveryCodesLeft }: FactorRows): auth.SecondStep['methods'] {
  return [
    ...(totpSince ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
  ]
}

type NewStep = {
  readonly purpose: 'second-step' | 'setup' | 'add-passkey'
  readonly redirect?: string | null
  readonly challenge?: string
}

/** Somebody in the middle of something; the text is theirs, only its digest is kept. */
export async function startStep(
  db: Db,
  platform: Pick<Platform, 'clock'>,
  userId: number,
  { purpose, redirect = null, challenge }: NewStep,
): Promise<{ step: string }> {
  const step = randomToken()
  const now = platform.clock()
  const expiresAt = new Date(now.getTime() + stepMinutes * 60_000)
  const kept = { tokenHash: digestOf(step), userId, purpose, redirect, challenge: challenge ?? null, now, expiresAt }
  await insertStep(db, kept)
  return { step }
}

export async function signIn(platform: Platform, request: FastifyRequest, user: auth.User): Promise<auth.SignedIn> {
  const token = await openSession(platform, user, request.ip, request.headers['user-agent'] ?? '')
  return { access_token: token, me: await presentMe(platform, user) }
}

export async function presentMe(platform: Pick<Platform, 'database'>, user: auth.User): Promise<auth.Me> {
  // A super user works with any organization and searches for it instead of getting a list.
  if (user.globalPermission === 'super') return { ...user, orgs: [] }
  const orgs = await acrossOrganizations(platform.database, (db) => listOrganizationsOfUser(db, user.id), {
    readOnly: true,
  })
  return { ...user, orgs }
}
