import { auth } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { bytes, sql } from '../../../../platform/database/sql.ts'

const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  publicKey: bytes,
  counter: z.int(),
  transports: z.array(z.string()),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
})
export type PasskeyRow = z.infer<typeof passkeyRow>

const factorRows = z.object({
  totpSince: z.date().nullable(),
  hasPassword: z.boolean(),
  passkeys: z.array(passkeyRow),
  recoveryCodesLeft: z.int(),
})
export type FactorRows = z.infer<typeof factorRows>

export const hasFactor = ({ totpSince, passkeys }: FactorRows): boolean => totpSince !== null || passkeys.length > 0

const factorRow = factorRows.omit({ passkeys: true })

export async function getFactors(db: Db, userId: number): Promise<FactorRows> {
  const row = await sql(factorRow)`
    SELECT t.confirmed_at AS "totpSince", u.password_hash IS NOT NULL AS "hasPassword",
      (SELECT count(*) FROM recovery_codes r WHERE r.user_id = u.id AND r.used_at IS NULL) AS "recoveryCodesLeft"
    FROM users u LEFT JOIN totp_secrets t ON t.user_id = u.id WHERE u.id = ${userId}`.first(db)
  if (!row) throw new Error(`user ${userId} no longer exists`)
  const passkeys = await sql(passkeyRow)`
    SELECT id, name, public_key AS "publicKey", counter, transports, created_at AS "createdAt",
      last_used_at AS "lastUsedAt"
    FROM passkeys WHERE user_id = ${userId} ORDER BY created_at, id`.execute(db)
  return { ...row, passkeys: passkeys.rows }
}

/** Locks the passkey until the transaction ends. */
export async function findOwnerOfPasskey(
  db: Db,
  id: string,
): Promise<{ readonly user: auth.User; readonly passkey: PasskeyRow } | null> {
  const user = await sql(auth.user)`
    SELECT u.id, u.email, u.name, u.global_permission AS "globalPermission"
    FROM passkeys p JOIN users u ON u.id = p.user_id WHERE p.id = ${id} FOR UPDATE OF p`.first(db)
  if (!user) return null
  const passkey = (await getFactors(db, user.id)).passkeys.find((key) => key.id === id)
  return passkey ? { user, passkey } : null
}

const passwordHashRow = z.object({ hash: z.string().nullable() })

export async function getPasswordHash(db: Db, userId: number): Promise<string | null> {
  return sql(passwordHashRow)`
    SELECT password_hash AS hash FROM users WHERE id = ${userId}`.value(db, 'hash')
}

/** The secret in use remains until the new one is confirmed. */
export async function saveTotpSecret(db: Db, userId: number, sealed: string, now: Date): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO totp_secrets (user_id, sealed_secret, created_at) VALUES (${userId}, ${sealed}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET sealed_secret = EXCLUDED.sealed_secret, created_at = EXCLUDED.created_at, last_step = 0
    WHERE totp_secrets.confirmed_at IS NULL`.execute(db)
  return count === 1
}

const totpRow = z.object({ sealed: z.string(), confirmed: z.boolean(), lastStep: z.int() })
type TotpRow = z.infer<typeof totpRow>

export async function findTotp(db: Db, userId: number): Promise<TotpRow | null> {
  return sql(totpRow)`
    SELECT sealed_secret AS sealed, confirmed_at IS NOT NULL AS confirmed, last_step AS "lastStep"
    FROM totp_secrets WHERE user_id = ${userId} FOR UPDATE`.first(db)
}

/** Accepts a code once: its 30-second step must be later than the last one. */
export async function claimTotpStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { count } = await sql`
    UPDATE totp_secrets SET last_step = ${step} WHERE user_id = ${userId} AND last_step < ${step}`.execute(db)
  return count === 1
}

export async function confirmTotpSecret(db: Db, userId: number, now: Date): Promise<void> {
  await sql`UPDATE totp_secrets SET confirmed_at = ${now} WHERE user_id = ${userId}`.execute(db)
}

export async function deleteTotp(db: Db, userId: number): Promise<void> {
  await sql`DELETE FROM totp_secrets WHERE user_id = ${userId}`.execute(db)
}

export async function replaceRecoveryCodes(db: Db, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`.execute(db)
  for (const hash of hashes) {
    await sql`INSERT INTO recovery_codes (user_id, code_hash) VALUES (${userId}, ${hash})`.execute(db)
  }
}

/** Only one of several concurrent attempts succeeds. */
export async function markRecoveryCodeUsed(db: Db, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const { count } = await sql`
    UPDATE recovery_codes SET used_at = ${now}
    WHERE user_id = ${userId} AND code_hash = ${hash} AND used_at IS NULL`.execute(db)
  return count === 1
}

export async function insertPasskey(
  db: Db,
  userId: number,
  key: { id: string; name: string; publicKey: Buffer; counter: number; transports: readonly string[]; now: Date },
): Promise<boolean> {
  const { count } = await sql`
    INSERT INTO passkeys (id, user_id, name, public_key, counter, transports, created_at)
    VALUES (${key.id}, ${userId}, ${key.name}, ${key.publicKey}, ${key.counter}, ${[...key.transports]}, ${key.now})
    ON CONFLICT (id) DO NOTHING`.execute(db)
  return count === 1
}

export async function markPasskeyUsed(db: Db, id: string, counter: number, now: Date): Promise<void> {
  await sql`UPDATE passkeys SET counter = ${counter}, last_used_at = ${now} WHERE id = ${id}`.execute(db)
}

export async function deletePasskey(db: Db, userId: number, id: string): Promise<boolean> {
  const { count } = await sql`DELETE FROM passkeys WHERE user_id = ${userId} AND id = ${id}`.execute(db)
  return count === 1
}
