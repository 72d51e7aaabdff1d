import { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export type StepPurpose = 'second-step' | 'setup' | 'add-passkey'

export async function insertStep(
  db: Db,
  step: {
    readonly tokenHash: Buffer
    readonly userId: number
    readonly purpose: StepPurpose
    readonly redirect: string | null
    readonly challenge: string | null
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await sql`DELETE FROM sign_in_steps WHERE user_id = ${step.userId} AND expires_at < ${step.now}`.execute(db)
  await sql`
    INSERT INTO sign_in_steps (token_hash, user_id, purpose, redirect, challenge, created_at, expires_at)
    VALUES (${step.tokenHash}, ${step.userId}, ${step.purpose}, ${step.redirect}, ${step.challenge}, ${step.now},
      ${step.expiresAt})`.execute(db)
}

const step = z.object({ user: auth.user, redirect: z.string().nullable(), challenge: z.string().nullable() })
export type Step = z.infer<typeof step>

const stepRow = auth.user.extend(step.omit({ user: true }).shape)

/** Who is in the middle of signing in; null when it took too long. Held until the transaction ends. */
export async function findStep(db: Db, tokenHash: Buffer, purpose: StepPurpose, now: Date): Promise<Step | null> {
  const { rows } = await sql(stepRow)`
    SELECT u.id, u.email, u.name, u.global_permission AS "globalPermission", s.redirect, s.challenge
    FROM sign_in_steps s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.purpose = ${purpose} AND s.expires_at > ${now} FOR UPDATE OF s`.execute(db)
  const [row] = rows
  if (!row) return null
  const { redirect, challenge, ...user } = row
  return { user, redirect, challenge }
}

export async function keepChallenge(db: Db, tokenHash: Buffer, challenge: string | null): Promise<void> {
  await sql`UPDATE sign_in_steps SET challenge = ${challenge} WHERE token_hash = ${tokenHash}`.execute(db)
}

export async function endStep(db: Db, tokenHash: Buffer): Promise<void> {
  await sql`DELETE FROM sign_in_steps WHERE token_hash = ${tokenHash}`.execute(db)
}
