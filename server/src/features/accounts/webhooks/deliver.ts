import { Webhook } from 'standardwebhooks'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { retryMark } from '../../../platform/jobs/retry-mark.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import {
  confirmDeliveryClaim,
  type DeliveryOutcome,
  type DueDelivery,
  disableWebhook,
  findTarget,
  hasDeliveredSince,
  markDelivery,
  queueDisabledMails,
  saveData,
  type Target,
} from './deliveries.queries.ts'
import { bodyOf, findWebhookData } from './payload.ts'
import { type Outcome, postToReceiver } from './post-to-receiver.ts'
import { receiverOf } from './receiver-address.ts'
import { nextAttempt, retryAfterMs } from './retry-schedule.ts'
import { secretSealContext, tokenSealContext } from './seal-contexts.ts'
import { nothingAccepted, receiverGone } from './webhook-disabled-email.ts'

type PreparedDelivery = { readonly data: string; readonly target: Target; readonly receiver: URL }

/** A disabled webhook may have a million queued deliveries. */
const markTimeoutMs = 60_000

/** If the process dies between sending and marking, the delivery is repeated. */
export async function deliver(platform: Platform, due: DueDelivery): Promise<void> {
  const prepared = await prepare(platform, due)
  if ('problem' in prepared) {
    const failed = { state: 'failed', code: null, durationMs: null, problem: prepared.problem, nextAt: null } as const
    await acrossOrganizations(platform.database, (db) => markDelivery(db, due, failed))
    return
  }
  // Another process may have sent it while this one was suspended.
  if (!(await acrossOrganizations(platform.database, (db) => confirmDeliveryClaim(db, due)))) return
  const outcome = await send(platform, due, prepared)
  const markOutcome = () => mark(platform, due, outcome)
  await markOutcome().catch(() => retryMark(markOutcome))
}

async function prepare(platform: Platform, due: DueDelivery): Promise<PreparedDelivery | { readonly problem: string }> {
  return acrossOrganizations(platform.database, async (db) => {
    const target = await findTarget(db, due, platform.clock())
    if (!target || target.isDisabled) return { problem: 'The webhook was turned off.' }
    if (target.organizationIsClosed) return { problem: 'The organization is closed.' }
    const receiver = receiverOf(target.url, platform.config.isProduction)
    if (!receiver) return { problem: 'The webhook has no address we can call.' }
    const data = due.data ?? (await writeData(db, due))
    return data === null ? { problem: 'The gift was deleted.' } : { data, target, receiver }
  })
}

async function writeData(db: Db, due: DueDelivery): Promise<string | null> {
  const { donationOrganizationId, donationId, statusId, happenedAt } = due
  if (donationOrganizationId === null || donationId === null || statusId === null) return null
  const found = await findWebhookData(db, { donationOrganizationId, donationId, statusId, happenedAt })
  if (!found) return null
  const data = JSON.stringify(found)
  await saveData(db, due, data)
  return data
}

async function send(
  platform: Platform,
  due: DueDelivery,
  { data, target, receiver }: PreparedDelivery,
): Promise<Outcome> {
  const { secrets } = platform
  const token = secrets.open(target.tokenSealed, tokenSealContext(due.organizationId))
  const body = bodyOf(data, token)
  const messageId = `msg_${due.messageId}`
  // Real time: receivers compare it with their clocks, and the product's clock may differ in tests.
  const now = new Date()
  const sealed = [target.secretSealed, ...(target.formerSecretSealed ? [target.formerSecretSealed] : [])]
  const signatures = sealed.map((secret) =>
    new Webhook(secrets.open(secret, secretSealContext(due.organizationId))).sign(messageId, now, body),
  )
  return postToReceiver(receiver, body, {
    'content-type': 'application/json',
    'user-agent': 'Twofold-Webhooks/1',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
    'twofold-event': due.event,
    // Increases with every delivery of an organization, so that receivers can detect the newer one.
    'twofold-sequence': String(due.id),
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
  })
}

/** Idempotent. */
async function mark(platform: Platform, due: DueDelivery, outcome: Outcome): Promise<void> {
  const now = platform.clock()
  const { code, durationMs, problem } = outcome
  const outcomeOf = (state: DeliveryOutcome['state'], nextAt: Date | null = null): DeliveryOutcome => ({
    state,
    code,
    durationMs,
    problem,
    nextAt,
  })
  const work = async (db: Db): Promise<void> => {
    if (problem === null) {
      await markDelivery(db, due, outcomeOf('delivered'))
      return
    }
    const isTest = due.event === 'test'
    const retryAfter = code === 429 || code === 503 ? retryAfterMs(outcome.retryAfter, now) : null
    const nextAt = isTest || code === 410 ? null : nextAttempt(now, due.attempts, due.id, retryAfter)
    if (!(await markDelivery(db, due, outcomeOf(nextAt ? 'queued' : 'failed', nextAt))) || nextAt || isTest) return
    if (code === 410) await switchOff(db, due, receiverGone, now)
    else if (!(await hasDeliveredSince(db, due))) await switchOff(db, due, nothingAccepted, now)
  }
  await acrossOrganizations(platform.database, work, { timeoutMs: markTimeoutMs })
}

async function switchOff(db: Db, due: DueDelivery, because: string, now: Date): Promise<void> {
  if (!(await disableWebhook(db, due, because, now))) return
  await queueDisabledMails(db, due, because, now)
}
