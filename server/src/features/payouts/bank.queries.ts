import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../platform/database/recordset.ts'
import { idRow, sql } from '../../platform/database/sql.ts'

const bankRow = z.object({
  id: z.int(),
  day: z.string(),
  text: z.string(),
  currency,
  cents: z.int(),
  tied_by: z.enum(['number', 'payer', 'person']).nullable(),
  payout_id: z.int().nullable(),
  payer: z.string().nullable(),
  reference: z.string().nullable(),
  paid_on: z.string().nullable(),
})
export type BankRow = z.infer<typeof bankRow>

const columns = sql`b.id, b.day, b.text, b.currency, b.cents, CASE WHEN b.payout_id IS NOT NULL THEN b.tied_by END AS tied_by,
  b.payout_id, p.payer, p.reference, p.paid_on`
const joined = sql`bank_lines b LEFT JOIN payouts p ON p.organization_id = b.organization_id AND p.id = b.payout_id`

type Page = { readonly waiting: boolean; readonly limit: number; readonly offset: number }

export async function listBankRows(db: Db, { organizationId }: Tenant, page: Page): Promise<BankRow[]> {
  const { rows } = await sql(bankRow)`
    SELECT ${columns} FROM ${joined}
    WHERE b.organization_id = ${organizationId} AND b.removed_at IS NULL AND (NOT ${page.waiting}::boolean OR b.payout_id IS NULL)
    ORDER BY b.day DESC, b.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db)
  return rows
}

/** Locked, with the payout that it was. */
export async function lockBankRow(db: Db, { organizationId }: Tenant, id: number): Promise<BankRow | null> {
  const { rows } = await sql(bankRow)`
    SELECT ${columns} FROM ${joined}
    WHERE b.organization_id = ${organizationId} AND b.id = ${id} AND b.removed_at IS NULL FOR UPDATE OF b`.execute(db)
  return rows[0] ?? null
}

const counts = z.object({ lines: z.int(), waiting: z.int() })

export async function countBankRows(db: Db, { organizationId }: Tenant): Promise<z.infer<typeof counts>> {
  const { rows } = await sql(counts)`
    SELECT count(*) AS lines, count(*) FILTER (WHERE payout_id IS NULL) AS waiting FROM bank_lines
    WHERE organization_id = ${organizationId} AND removed_at IS NULL`.execute(db)
  return rows[0] ?? { lines: 0, waiting: 0 }
}

export type NewBankLine = {
  readonly line_key: string
  readonly day: string
  readonly text: string
  readonly currency: string
  readonly cents: number
}
const newTypes = {
  line_key: 'text',
  day: 'date',
  text: 'text',
  currency: 'text',
  cents: 'bigint',
} as const satisfies ColumnTypes<NewBankLine>

/** Answers the ids of those that were not here yet. `revives`: one that was removed is here again, as if it were new. */
export async function insertBankLines(
  db: Db,
  { organizationId }: Tenant,
  lines: readonly NewBankLine[],
  { now, revives }: { readonly now: Date; readonly revives: boolean },
): Promise<number[]> {
  if (lines.length === 0) return []
  const { rows } = await sql(idRow)`
    INSERT INTO bank_lines (organization_id, ${columnNames(newTypes)}, created_at)
    SELECT ${organizationId}, ${columnNames(newTypes, 'r')}, ${now} FROM ${recordset(newTypes, lines)}
    ORDER BY r.day, r.line_key
    ON CONFLICT (organization_id, line_key) DO UPDATE SET removed_at = NULL, removed_from = NULL, by_hand = false
    WHERE ${revives}::boolean AND bank_lines.removed_at IS NOT NULL
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

const openLine = z.object({ id: z.int(), day: z.string(), text: z.string(), currency, cents: z.int() })
export type OpenBankLine = z.infer<typeof openLine>

/** A statement of a year is some hundred lines; older ones than these are no news. */
const openAtMost = 4_000

/** Lines without a payout that nobody has looked at. */
export async function listOpenBankLines(db: Db, { organizationId }: Tenant): Promise<OpenBankLine[]> {
  const { rows } = await sql(openLine)`
    SELECT id, day, text, currency, cents FROM bank_lines
    WHERE organization_id = ${organizationId} AND payout_id IS NULL AND removed_at IS NULL AND NOT by_hand
    ORDER BY day DESC, id DESC LIMIT ${openAtMost}`.execute(db)
  return rows
}

const awaitedRow = z.object({
  id: z.int(),
  payer: z.string(),
  reference: z.string(),
  payer_names: z.array(z.string()),
  currency,
  gross_cents: z.int(),
  fee_cents: z.int(),
  paid_on: z.string().nullable(),
  day: z.string().nullable(),
})
export type AwaitedPayout = z.infer<typeof awaitedRow>

/** Payouts come a few a month; these are those of many years. */
const awaitedAtMost = 1_000

/** Payouts that no line of the bank was yet, the newest first, with what banks call their payers. */
export async function listAwaitedPayouts(db: Db, { organizationId }: Tenant): Promise<AwaitedPayout[]> {
  const { rows } = await sql(awaitedRow)`
    SELECT p.id, p.payer, p.reference, p.currency,
      coalesce((SELECT f.payer_names || f.aliases || f.name FROM platforms f WHERE f.id = p.platform_id), '{}') AS payer_names,
      p.gross_cents, p.fee_cents, p.paid_on, coalesce(p.paid_on, p.period_end) AS day
    FROM payouts p
    WHERE p.organization_id = ${organizationId} AND p.gross_cents > 0
      AND NOT EXISTS (SELECT FROM bank_lines b WHERE b.organization_id = p.organization_id AND b.payout_id = p.id)
    ORDER BY coalesce(p.paid_on, p.period_end, '-infinity') DESC, p.id DESC LIMIT ${awaitedAtMost}`.execute(db)
  return rows
}

const placeRow = z.object({ currency, taken: z.boolean() })

export async function findPlaceAtBank(
  db: Db,
  { organizationId }: Tenant,
  payoutId: number,
): Promise<z.infer<typeof placeRow> | null> {
  const { rows } = await sql(placeRow)`
    SELECT p.currency, EXISTS (SELECT FROM bank_lines b WHERE b.organization_id = p.organization_id AND b.payout_id = p.id) AS taken
    FROM payouts p WHERE p.organization_id = ${organizationId} AND p.id = ${payoutId}`.execute(db)
  return rows[0] ?? null
}

export async function tieBankRow(
  db: Db,
  { organizationId }: Tenant,
  id: number,
  payoutId: number | null,
  by: 'number' | 'payer' | 'person',
): Promise<void> {
  await sql`
    UPDATE bank_lines SET payout_id = ${payoutId}, tied_by = CASE WHEN ${payoutId}::bigint IS NOT NULL THEN ${by} END,
      by_hand = ${by === 'person'}
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

export async function removeBankRow(db: Db, { organizationId }: Tenant, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE bank_lines SET removed_at = ${now}, removed_from = payout_id, payout_id = NULL
    WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

/** With its payout, unless that is gone or has arrived with another line. Answers whether there was such a line. */
export async function restoreBankRow(db: Db, { organizationId }: Tenant, id: number): Promise<boolean> {
  const { count } = await sql`
    UPDATE bank_lines b SET removed_at = NULL, removed_from = NULL,
      payout_id = CASE WHEN NOT EXISTS (SELECT FROM bank_lines o
        WHERE o.organization_id = b.organization_id AND o.payout_id = b.removed_from) THEN b.removed_from END
    WHERE b.organization_id = ${organizationId} AND b.id = ${id} AND b.removed_at IS NOT NULL`.execute(db)
  return count > 0
}
