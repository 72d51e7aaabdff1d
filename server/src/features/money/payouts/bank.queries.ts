import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../../platform/database/recordset.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { paidBy } from './payouts.queries.ts'

const bankRow = z.object({
  id: z.int(),
  day: z.string(),
  text: z.string(),
  currency,
  cents: z.int(),
  tied_cents: z.int(),
})
export type BankRow = z.infer<typeof bankRow>

const tiedCents = sql`coalesce((SELECT sum(t.cents) FROM bank_ties t
  WHERE t.organization_id = b.organization_id AND t.bank_line_id = b.id), 0)::bigint`
const columns = sql`b.id, b.day, b.text, b.currency, b.cents, ${tiedCents} AS tied_cents`

type Page = { readonly waiting: boolean; readonly limit: number; readonly offset: number }

export async function listBankRows(db: Db, { organizationId }: Tenant, page: Page): Promise<BankRow[]> {
  return sql(bankRow)`
    SELECT ${columns} FROM bank_lines b
    WHERE b.organization_id = ${organizationId} AND b.removed_at IS NULL AND (NOT ${page.waiting}::boolean OR b.cents > ${tiedCents})
    ORDER BY b.day DESC, b.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.rows(db)
}

export async function lockBankRow(db: Db, { organizationId }: Tenant, id: number): Promise<BankRow | null> {
  return sql(bankRow)`
    SELECT ${columns} FROM bank_lines b
    WHERE b.organization_id = ${organizationId} AND b.id = ${id} AND b.removed_at IS NULL FOR UPDATE OF b`.first(db)
}

const counts = z.object({ lines: z.int(), waiting: z.int() })

export async function countBankRows(db: Db, { organizationId }: Tenant): Promise<z.infer<typeof counts>> {
  const rows = await sql(counts)`
    SELECT count(*) AS lines, count(*) FILTER (WHERE b.cents > coalesce(t.cents, 0)) AS waiting
    FROM bank_lines b LEFT JOIN (SELECT bank_line_id, sum(cents) AS cents FROM bank_ties
      WHERE organization_id = ${organizationId} GROUP BY 1) t ON t.bank_line_id = b.id
    WHERE b.organization_id = ${organizationId} AND b.removed_at IS NULL`.rows(db)
  return rows[0] ?? { lines: 0, waiting: 0 }
}

const tieRow = z.object({
  bank_line_id: z.int(),
  payout_id: z.int(),
  cents: z.int(),
  tied_by: z.enum(['number', 'payer', 'person']),
  payer: z.string(),
  reference: z.string(),
  paid_on: z.string().nullable(),
})
export type BankLinkRow = z.infer<typeof tieRow>

export async function listBankLinks(
  db: Db,
  { organizationId }: Tenant,
  lineIds: readonly number[],
): Promise<BankLinkRow[]> {
  return sql(tieRow)`
    SELECT t.bank_line_id, t.payout_id, t.cents, t.tied_by, ${paidBy} AS payer, p.reference, p.paid_on
    FROM bank_ties t JOIN payouts p ON p.organization_id = t.organization_id AND p.id = t.payout_id
    WHERE t.organization_id = ${organizationId} AND t.bank_line_id = ANY(${lineIds})
    ORDER BY t.bank_line_id, p.paid_on, p.id`.rows(db)
}

const storedLineRow = z.object({
  id: z.int(),
  line_key: z.string(),
  removed: z.boolean(),
  removed_whole: z.boolean(),
  typed: z.boolean(),
})

export async function listStoredBankLines(
  db: Db,
  { organizationId }: Tenant,
  keys: readonly string[],
): Promise<z.infer<typeof storedLineRow>[]> {
  return sql(storedLineRow)`
    SELECT id, line_key, removed_at IS NOT NULL AS removed, removed_at IS NOT NULL AND removed_with IS NOT NULL AS removed_whole,
      typed FROM bank_lines
    WHERE organization_id = ${organizationId} AND line_key = ANY(${keys})`.rows(db)
}

export async function restoreRemovedBankLines(
  db: Db,
  { organizationId }: Tenant,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`DELETE FROM bank_ties WHERE organization_id = ${organizationId} AND bank_line_id = ANY(${ids})`.execute(db)
  await sql`
    UPDATE bank_lines SET removed_at = NULL, removed_with = NULL, by_hand = false
    WHERE organization_id = ${organizationId} AND id = ANY(${ids})`.execute(db)
}

export async function confirmBankLines(db: Db, { organizationId }: Tenant, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    UPDATE bank_lines SET typed = false WHERE organization_id = ${organizationId} AND id = ANY(${ids})`.execute(db)
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

export async function insertBankLines(
  db: Db,
  { organizationId }: Tenant,
  lines: readonly NewBankLine[],
  { now, typed }: { readonly now: Date; readonly typed: boolean },
): Promise<number[]> {
  if (lines.length === 0) return []
  return sql(idRow)`
    INSERT INTO bank_lines (organization_id, ${columnNames(newTypes)}, typed, created_at)
    SELECT ${organizationId}, ${columnNames(newTypes, 'r')}, ${typed}, ${now} FROM ${recordset(newTypes, lines)}
    ORDER BY r.day, r.line_key RETURNING id`.column(db, 'id')
}

/** Above a year's statement, which has some hundred lines. */
const maxOpenLines = 4_000

export async function listOpenBankRows(db: Db, { organizationId }: Tenant): Promise<BankRow[]> {
  return sql(bankRow)`
    SELECT ${columns} FROM bank_lines b
    WHERE b.organization_id = ${organizationId} AND b.removed_at IS NULL AND NOT b.by_hand
      AND NOT EXISTS (SELECT FROM bank_ties t WHERE t.organization_id = b.organization_id AND t.bank_line_id = b.id)
    ORDER BY b.day DESC, b.id DESC LIMIT ${maxOpenLines}`.rows(db)
}

/** Above the number of lines in a few weeks. */
const maxNeighborLines = 300

export async function listBankRowsAround(
  db: Db,
  { organizationId }: Tenant,
  { first, last }: { readonly first: string; readonly last: string },
): Promise<BankRow[]> {
  return sql(bankRow)`
    SELECT ${columns} FROM bank_lines b
    WHERE b.organization_id = ${organizationId} AND b.removed_at IS NULL AND b.cents > ${tiedCents}
      AND b.day BETWEEN ${first}::date - 14 AND ${last}::date + 14
    ORDER BY b.day DESC, b.id DESC LIMIT ${maxNeighborLines}`.rows(db)
}

const awaitedRow = z.object({
  id: z.int(),
  payer: z.string(),
  platform_id: z.string().nullable(),
  reference: z.string(),
  payer_names: z.array(z.string()),
  currency,
  gross_cents: z.int(),
  fee_cents: z.int(),
  arrived_cents: z.int(),
  paid_on: z.string().nullable(),
  day: z.string().nullable(),
})
export type AwaitedPayout = z.infer<typeof awaitedRow>

/** Above many years of payouts, a few a month. */
const maxAwaitedPayouts = 1_000

const arrivedCents = sql`coalesce((SELECT sum(t.cents) FROM bank_ties t
  JOIN bank_lines l ON l.organization_id = t.organization_id AND l.id = t.bank_line_id AND l.removed_at IS NULL
  WHERE t.organization_id = p.organization_id AND t.payout_id = p.id), 0)::bigint`
const awaitedColumns = sql`p.id, p.payer, p.platform_id, p.reference, p.currency,
  coalesce((SELECT f.payer_names || f.aliases || f.name FROM platforms f WHERE f.id = p.platform_id), '{}') AS payer_names,
  p.gross_cents, p.fee_cents, ${arrivedCents} AS arrived_cents, p.paid_on, coalesce(p.paid_on, p.period_end) AS day`

export async function listAwaitedPayouts(db: Db, { organizationId }: Tenant): Promise<AwaitedPayout[]> {
  return sql(awaitedRow)`
    SELECT ${awaitedColumns} FROM payouts p
    WHERE p.organization_id = ${organizationId} AND NOT p.voided AND p.gross_cents - p.fee_cents > ${arrivedCents}
    ORDER BY coalesce(p.paid_on, p.period_end, '-infinity') DESC, p.id DESC LIMIT ${maxAwaitedPayouts}`.rows(db)
}

const payerRow = z.object({ id: z.int(), payer: z.string() })

export async function listPayers(
  db: Db,
  { organizationId }: Tenant,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql(payerRow)`
    SELECT p.id, ${paidBy} AS payer FROM payouts p
    WHERE p.organization_id = ${organizationId} AND p.id = ANY(${ids})`.rows(db)
  return new Map(rows.map(({ id, payer }) => [id, payer]))
}

export async function listPayoutsById(
  db: Db,
  { organizationId }: Tenant,
  ids: readonly number[],
): Promise<AwaitedPayout[]> {
  return sql(awaitedRow)`
    SELECT ${awaitedColumns} FROM payouts p
    WHERE p.organization_id = ${organizationId} AND p.id = ANY(${ids})`.rows(db)
}

export type NewBankLink = {
  readonly bank_line_id: number
  readonly payout_id: number
  readonly cents: number
  readonly tied_by: BankLinkRow['tied_by']
}
const tieTypes = {
  bank_line_id: 'bigint',
  payout_id: 'bigint',
  cents: 'bigint',
  tied_by: 'text',
} as const satisfies ColumnTypes<NewBankLink>

export async function insertBankLinks(
  db: Db,
  { organizationId }: Tenant,
  links: readonly NewBankLink[],
): Promise<void> {
  if (links.length === 0) return
  await sql`
    INSERT INTO bank_ties (organization_id, ${columnNames(tieTypes)})
    SELECT ${organizationId}, ${columnNames(tieTypes, 'r')} FROM ${recordset(tieTypes, links)}`.execute(db)
}

/** A person decided this, so the line is no longer tied automatically. */
export async function deleteOtherBankLinks(
  db: Db,
  { organizationId }: Tenant,
  id: number,
  payoutIds: readonly number[],
): Promise<void> {
  await sql`
    DELETE FROM bank_ties WHERE organization_id = ${organizationId} AND bank_line_id = ${id}
      AND NOT payout_id = ANY(${payoutIds})`.execute(db)
  await sql`UPDATE bank_lines SET by_hand = true WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

export async function removeBankRow(db: Db, { organizationId }: Tenant, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE bank_lines SET removed_at = ${now} WHERE organization_id = ${organizationId} AND id = ${id}`.execute(db)
}

/** Skips payouts that arrived with other lines. Returns false if there was no such line. */
export async function restoreBankRow(db: Db, { organizationId }: Tenant, id: number): Promise<boolean> {
  await sql`
    DELETE FROM bank_ties o USING payouts p, bank_lines b
    WHERE o.organization_id = ${organizationId} AND o.bank_line_id = ${id}
      AND b.organization_id = o.organization_id AND b.id = o.bank_line_id AND b.removed_at IS NOT NULL
      AND p.organization_id = o.organization_id AND p.id = o.payout_id AND o.cents > p.gross_cents - ${arrivedCents}`.execute(
    db,
  )
  const { count } = await sql`
    UPDATE bank_lines SET removed_at = NULL, removed_with = NULL
    WHERE organization_id = ${organizationId} AND id = ${id} AND removed_at IS NOT NULL`.execute(db)
  return count > 0
}
