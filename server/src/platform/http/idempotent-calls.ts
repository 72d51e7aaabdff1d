import { createHash, randomUUID } from 'node:crypto'
import { type RouteDefinition, takesIdempotencyKey } from '@twofold/contract'
import type { FastifyError, FastifyRequest } from 'fastify'
import { DatabaseLostError } from '../database/connection-errors.ts'
import { type Db, readOnly, withFinalStatement, withoutTenant } from '../database/database.ts'
import { runEvery } from '../jobs/run-every.ts'
import { Refusal } from '../runtime/errors.ts'
import type { SealContext } from '../security/secrets.ts'
import type { Platform } from '../services/platform.ts'
import { digestOfForm, digestWhileReading } from './content-digest.ts'
import { responseOfError } from './handle-errors.ts'
import {
  type Claim,
  claimCall,
  deleteOldCalls,
  findCall,
  markChanged,
  releaseCall,
  type StoredCall,
  saveIdempotentResponse,
} from './idempotent-calls.queries.ts'
import type { Caller, SaveResult } from './serve.ts'

const hourMs = 3_600_000
export const idempotencyHours = 24
/** No request takes longer. Afterwards, by the database's clock, an interrupted call may be repeated. */
const leaseSeconds = 60
/** Longer responses are not stored, so their calls cannot be repeated. */
const maxResponseLength = 256 * 1024
const keysPerCaller = { max: 20_000, seconds: 86_400 }

/** `body` is JSON, or null if the handler has already sent it. */
export type CallResponse = { readonly status: number; readonly body: string | null }
/** `resumed` returns the response of a call with a stored result. Without one, the changes must be repeatable. */
type Work = {
  readonly first: (keepResult: SaveResult) => Promise<CallResponse>
  readonly resumed?: (result: unknown) => Promise<CallResponse>
}
type IdempotentRequest = {
  readonly route: RouteDefinition
  readonly request: FastifyRequest
  readonly caller: Caller | undefined
}

/**
 * Runs a call once per Idempotency-Key and caller; `repeated`: the stored response of the first run (decision 10). A
 * refusal without a change is not stored, so the call may be repeated with its key.
 */
export async function runIdempotently(
  platform: Platform,
  call: IdempotentRequest,
  work: Work,
): Promise<CallResponse & { readonly repeated: boolean }> {
  const { route, request, caller } = call
  const key = request.headers['idempotency-key']
  if (key === undefined || !caller || !takesIdempotencyKey(route))
    return { ...(await work.first(() => {})), repeated: false }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw unreadableKey()

  const claim: Claim = { caller: callerNameOf(caller), key, claim: randomUUID() }
  const fingerprint = fingerprintOf(request)
  const now = platform.clock()
  const isNew = await withoutTenant(platform.database, (db) =>
    claimCall(db, claim, {
      fingerprint,
      now,
      leaseSeconds,
      forgottenBefore: new Date(now.getTime() - idempotencyHours * hourMs),
    }),
  )
  if (!isNew) {
    const stored = await withoutTenant(readOnly(platform.database), (db) => findCall(db, claim))
    return { ...(await replay(platform, { ...call, caller }, { fingerprint, stored, work })), repeated: true }
  }
  return { ...(await runFirst(platform, { ...call, caller }, claim, work)), repeated: false }
}

async function runFirst(
  platform: Platform,
  { route, request, caller }: IdempotentRequest & { readonly caller: Caller },
  claim: Claim,
  work: Work,
): Promise<CallResponse> {
  const digest = route.bodyKind === 'multipart' ? digestWhileReading(request) : null
  let hasEnded = false
  let result: string | null = null
  const keepResult: SaveResult = (value) => {
    result = JSON.stringify(value)
  }
  const mark = async (db: Db): Promise<void> => {
    if (hasEnded) return // excludes background work that the call started
    const changedAt = work.resumed && result === null ? null : platform.clock()
    if (!(await markChanged(db, claim, { changedAt, result, content: digest?.() ?? null }))) throw stillRunning()
  }
  const saveResponse = async ({ status, body }: CallResponse): Promise<void> => {
    const sealed =
      body === null || body.length > maxResponseLength ? null : platform.secrets.seal(body, sealContextOf(caller))
    const content = digest?.() ?? null
    await withoutTenant(platform.database, (db) =>
      saveIdempotentResponse(db, claim, { content, status, sealed }),
    ).catch((error: Error) => platform.log.error({ problem: error.message }, 'the response of a call was not stored'))
  }
  try {
    await platform.rates.take('idempotency-key', keysPerCaller, claim.caller)
    const answer = await withFinalStatement(mark, () => work.first(keepResult))
    hasEnded = true
    await saveResponse(answer)
    return answer
  } catch (error) {
    hasEnded = true
    const release = () => withoutTenant(platform.database, (db) => releaseCall(db, claim))
    if (error instanceof DatabaseLostError) {
      // Does not wait for an unreachable database: the lease expires.
      release().catch(() => {})
    } else if (!(await release())) {
      const { status, body } = responseOfError(error as FastifyError, request)
      await saveResponse({ status, body: JSON.stringify(body) })
    }
    throw error
  }
}

async function replay(
  platform: Platform,
  { route, request, caller }: IdempotentRequest & { readonly caller: Caller },
  {
    fingerprint,
    stored,
    work,
  }: { readonly fingerprint: Buffer; readonly stored: StoredCall | null; readonly work: Work },
): Promise<CallResponse> {
  if (!stored) throw stillRunning()
  if (!stored.fingerprint.equals(fingerprint)) throw anotherCall()
  const isResumed = stored.status === null && stored.result !== null && work.resumed
  if (stored.status === null && !isResumed) {
    if (stored.changed_at && !stored.isHeld) throw interrupted()
    throw stillRunning()
  }
  if (route.bodyKind === 'multipart' && !(await digestOfForm(request)).equals(stored.content ?? Buffer.alloc(0)))
    throw anotherCall()
  if (stored.status === null) return work.resumed?.(stored.result) ?? Promise.reject(stillRunning())
  if (stored.answer_sealed === null) throw responseNotStored(stored.status)
  return { status: stored.status, body: platform.secrets.open(stored.answer_sealed, sealContextOf(caller)) }
}

/** A person's keys apply to all of their sessions, a program's to its API key. */
const callerNameOf = ({ apiKey, user }: Caller): string =>
  apiKey ? `key:${apiKey.organizationId}:${apiKey.id}` : `user:${user.id}`

const sealContextOf = ({ apiKey, user }: Caller): SealContext => ({
  organizationId: apiKey?.organizationId ?? -user.id,
  column: 'idempotent_calls.answer',
})

const fingerprintOf = (request: FastifyRequest): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest()

const unreadableKey = (): Refusal =>
  new Refusal('malformed', 'An Idempotency-Key has 1 to 255 letters, digits, and symbols, without spaces.')
const anotherCall = (): Refusal =>
  new Refusal('invalid', 'This Idempotency-Key was used for another call. Use a new one for each call.')
const stillRunning = (): Refusal =>
  new Refusal('conflict', 'The call with this Idempotency-Key is still running. Try again in a moment.', {
    retryAfterSeconds: 1,
  })
const interrupted = (): Refusal =>
  new Refusal(
    'conflict',
    'The call with this Idempotency-Key changed something and was then interrupted. Check the current state before you call again with a new key.',
  )
const responseNotStored = (status: number): Refusal =>
  new Refusal(
    'conflict',
    `The call with this Idempotency-Key returned ${status} and won’t run again. Its response was too long to store.`,
  )

/** Deletes calls after a day and expired counters until stopped. Several nodes may run it. */
export const runIdempotencySweeper = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'old idempotency keys and counters',
    everyMs: hourMs,
    log: platform.log,
    work: async () => {
      const before = new Date(platform.clock().getTime() - idempotencyHours * hourMs)
      const moreCalls = await withoutTenant(platform.database, (db) => deleteOldCalls(db, before))
      return (await platform.rates.forgetOld()) || moreCalls
    },
  })
