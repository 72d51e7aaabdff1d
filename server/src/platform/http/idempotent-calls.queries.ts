import { z } from 'zod'
import type { Db } from '../database/database.ts'
import { bytes, sql } from '../database/sql.ts'

export type CallName = { readonly caller: string; readonly key: string }
export type Claim = CallName & { readonly claim: string }

const storedCall = z.object({
  fingerprint: bytes,
  content: bytes.nullable(),
  isHeld: z.boolean(),
  changed_at: z.date().nullable(),
  result: z.unknown(),
  status: z.int().nullable(),
  answer_sealed: z.string().nullable(),
})
export type StoredCall = z.infer<typeof storedCall>

/** Claims a call that is new or was interrupted before any change. Returns false if another request has it. */
export async function claimCall(
  db: Db,
  { caller, key, claim }: Claim,
  call: {
    readonly fingerprint: Buffer
    readonly now: Date
    readonly leaseSeconds: number
    readonly forgottenBefore: Date
  },
): Promise<boolean> {
  const { fingerprint, now, leaseSeconds, forgottenBefore } = call
  const { count } = await sql`
    INSERT INTO idempotent_calls AS c (caller, key, fingerprint, claim, locked_until, created_at)
    VALUES (${caller}, ${key}, ${fingerprint}, ${claim},
      clock_timestamp() + make_interval(secs => ${leaseSeconds}), ${now})
    ON CONFLICT (caller, key) DO UPDATE SET fingerprint = excluded.fingerprint, content = NULL, claim = excluded.claim,
      locked_until = excluded.locked_until, changed_at = NULL, result = NULL, status = NULL, answer_sealed = NULL,
      created_at = excluded.created_at
    WHERE c.created_at < ${forgottenBefore}
      OR (c.status IS NULL AND c.changed_at IS NULL AND c.locked_until < clock_timestamp())`.execute(db)
  return count === 1
}

/** Returns the stored call, or null if the key is new. */
export async function findCall(db: Db, { caller, key }: CallName): Promise<StoredCall | null> {
  return sql(storedCall)`
    SELECT fingerprint, content, locked_until >= clock_timestamp() AS "isHeld", changed_at, result, status, answer_sealed FROM idempotent_calls
    WHERE caller = ${caller} AND key = ${key}`.first(db)
}

/** Marks the call as the last step of its transaction. Returns false if another request has claimed it. */
export async function markChanged(
  db: Db,
  { caller, key, claim }: Claim,
  change: { readonly changedAt: Date | null; readonly result: string | null; readonly content: Buffer | null },
): Promise<boolean> {
  const { count } = await sql`
    UPDATE idempotent_calls SET changed_at = coalesce(${change.changedAt}::timestamptz, changed_at),
      result = coalesce(${change.result}::jsonb, result), content = ${change.content}
    WHERE caller = ${caller} AND key = ${key} AND claim = ${claim}`.execute(db)
  return count === 1
}

/** Stores the response of a call, unless another request has claimed it. */
export async function saveIdempotentResponse(
  db: Db,
  { caller, key, claim }: Claim,
  response: { readonly content: Buffer | null; readonly status: number; readonly sealed: string | null },
): Promise<void> {
  await sql`
    UPDATE idempotent_calls SET content = ${response.content}, status = ${response.status}, answer_sealed = ${response.sealed}
    WHERE caller = ${caller} AND key = ${key} AND claim = ${claim}`.execute(db)
}

/** Deletes a call that changed nothing. Returns false if it did change something. */
export async function releaseCall(db: Db, { caller, key, claim }: Claim): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM idempotent_calls
    WHERE caller = ${caller} AND key = ${key} AND claim = ${claim} AND changed_at IS NULL`.execute(db)
  return count === 1
}

const batchSize = 5_000

/** Returns whether there are more. */
export async function deleteOldCalls(db: Db, before: Date): Promise<boolean> {
  const { count } = await sql`
    DELETE FROM idempotent_calls c USING (
      SELECT caller, key FROM idempotent_calls WHERE created_at < ${before}
      ORDER BY created_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) old
    WHERE c.caller = old.caller AND c.key = old.key`.execute(db)
  return count === batchSize
}
