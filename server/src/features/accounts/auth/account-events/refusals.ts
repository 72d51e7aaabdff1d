import type { auth } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { type Db, withoutTenant } from '../../../../platform/database/database.ts'
import { requestLogFields } from '../../../../platform/http/request-log-fields.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { sendAccountMail } from '../account-emails.ts'
import { recordAccountEvent } from './account-events.ts'
import { countRefusals, lockRefusals, wasNotifiedSince } from './refusals.queries.ts'

type AccountRefusal =
  | {
      readonly action: 'sign_in_refused' | 'identity_refused'
      readonly detail: 'password' | 'code' | 'second step' | 'passkey'
    }
  | { readonly action: 'access_refused'; readonly detail: string }

/** Per account: enough to notice an attempt, too few to flood the history. */
const recordedRefusals = { max: 20, seconds: 3600 }
/** For each resource that an open page requests repeatedly. */
const refusalsPerResource = { max: 1, seconds: 3600 }
/** Per hour, before the owner is notified. An open page of a lost organization causes a few. */
const burst = { attempts: 5, accesses: 15, hours: 1 } as const

type RefusalContext = { readonly platform: Platform; readonly request: FastifyRequest }

/** Runs after the response, which must take the same time for unknown addresses. Failures are logged. */
export function recordRefusal(
  context: RefusalContext,
  user: Pick<auth.User, 'id' | 'email'> | null,
  refusal: AccountRefusal,
): void {
  const { platform, request } = context
  // The status, 422, does not distinguish this refusal from a typo.
  if (refusal.action === 'identity_refused')
    platform.log.warn({ ...requestLogFields(request), refused: 'identity' }, 'refused')
  if (!user) return
  saveRefusal(context, user, refusal).catch((error: Error) =>
    platform.log.error({ problem: error.message, request_id: request.id }, 'a refusal could not be recorded'),
  )
}

async function saveRefusal(
  context: RefusalContext,
  user: Pick<auth.User, 'id' | 'email'>,
  refusal: AccountRefusal,
): Promise<void> {
  const { platform } = context
  const isAccess = refusal.action === 'access_refused'
  const kind = isAccess ? 'access' : 'attempt'
  if (
    isAccess &&
    !(await isWithinRate(
      platform,
      'refused-once',
      refusalsPerResource,
      `${user.id}:${context.request.url.slice(0, 200)}`,
    ))
  )
    return
  if (!(await isWithinRate(platform, 'refusals', recordedRefusals, `${kind}:${user.id}`))) return
  await withoutTenant(platform.database, async (db) => {
    await lockRefusals(db, user.id)
    await recordAccountEvent(db, context, { userId: user.id, ...refusal })
    await notifyOwner(db, platform, user)
  })
}

async function isWithinRate(platform: Platform, name: string, rate: { max: number; seconds: number }, key: string) {
  try {
    await platform.rates.take(name, rate, key)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function notifyOwner(db: Db, platform: Platform, user: Pick<auth.User, 'id' | 'email'>): Promise<void> {
  const now = platform.clock()
  const since = new Date(now.getTime() - burst.hours * 3_600_000)
  const counts = await countRefusals(db, user.id, since)
  if (counts.attempts < burst.attempts && counts.accesses < burst.accesses) return
  if (await wasNotifiedSince(db, user.email, since)) return
  const parameters = { userId: user.id, ...counts }
  await sendAccountMail(db, { kind: 'attempts-refused', recipient: user.email, parameters, now })
}
