import { auth } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acrossOrganizations, readOnly, withoutTenant } from '../../../../platform/database/database.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { disambiguateNames, listOrganizationsOfUser } from '../../../core/organizations/index.ts'
import { recordAccountEvent } from '../account-events/account-events.ts'
import { rememberBrowser } from '../known-browser.ts'
import { type FactorRows, getFactors, hasFactor } from '../second-step/factors.queries.ts'
import { needsFactor } from '../second-step/needs-factor.ts'
import { startStep } from '../second-step/start-step.ts'
import { openSession } from '../sessions/sessions.ts'

type SignInContext = { readonly platform: Platform; readonly request: FastifyRequest; readonly reply: FastifyReply }

export async function afterFirstStep(
  context: SignInContext,
  user: auth.User,
  { by, redirect }: { readonly by: SignInMethod; readonly redirect: string | null },
): Promise<auth.SignedIn | { second_step: auth.SecondStep }> {
  const { platform } = context
  const factors = await withoutTenant(readOnly(platform.database), (db) => getFactors(db, user.id))
  const setup = !hasFactor(factors)
  if (setup && !needsFactor(platform, user)) return signIn(context, user, by)
  const purpose = setup ? links.setUp : links.secondStep
  const { step } = await withoutTenant(platform.database, (db) =>
    startStep(db, platform, user.id, { purpose, redirect }),
  )
  return { second_step: { step, setup, methods: methodsOf(factors) } }
}

function methodsOf({ totpSince, passkeys, recoveryCodesLeft }: FactorRows): auth.SecondStep['methods'] {
  return [
    ...(totpSince ? (['totp'] as const) : []),
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
  ]
}

export type SignInMethod = 'password' | 'link' | 'code' | 'app' | 'recovery code' | 'passkey'

export async function signIn(
  { platform, request, reply }: SignInContext,
  user: auth.User,
  by: SignInMethod,
): Promise<auth.SignedIn> {
  const token = await withoutTenant(platform.database, async (db) => {
    await recordAccountEvent(db, { platform, request }, { userId: user.id, action: 'signed_in', detail: by })
    return openSession(db, platform, user, { address: request.ip, userAgent: request.headers['user-agent'] ?? '' })
  })
  rememberBrowser(platform, { request, reply }, user.id)
  return { access_token: token, me: await presentMe(platform, user) }
}

export async function presentMe(platform: Pick<Platform, 'database'>, user: auth.User): Promise<auth.Me> {
  // A super user can access every organization and searches for them.
  if (user.globalPermission === 'super') return { ...user, orgs: [] }
  const orgs = await acrossOrganizations(readOnly(platform.database), (db) => listOrganizationsOfUser(db, user.id))
  const names = disambiguateNames(orgs)
  return { ...user, orgs: orgs.map(({ id, name, level }) => ({ id, name: names.get(id) ?? name, level })) }
}

/** The demo's passwords are public. */
export function refuseDemoInProduction(platform: Platform, email: string): void {
  if (platform.config.isProduction && email.endsWith('.example')) {
    throw new Refusal('unauthenticated', auth.messages.wrongCredentials)
  }
}
