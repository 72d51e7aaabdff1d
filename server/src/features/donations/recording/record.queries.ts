import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, columnNames, recordset } from '../../../platform/database/recordset.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { keepMailboxStopped, personalReasons } from '../../email/suppressions/index.ts'
import type { PendingDonors } from '../../matches/matches/index.ts'
import { withSumDeltas } from '../../matches/sums/index.ts'
import type { ContactStop } from '../identification/index.ts'

export type DonorRow = {
  readonly organization_id: number
  readonly donor_key: string
  readonly email: string
  readonly name: string
  readonly phone: string
  readonly language: string
  readonly street: string
  readonly street2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

const donorTypes = {
  organization_id: 'bigint',
  donor_key: 'text',
  email: 'text',
  name: 'text',
  phone: 'text',
  language: 'text',
  street: 'text',
  street2: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  country: 'text',
} as const satisfies ColumnTypes<DonorRow>

/** Later data fills these if blank. The address identifies the donor. */
const { organization_id: _organization, donor_key: _key, email: _email, ...filledTypes } = donorTypes
export const fillableColumns = Object.keys(filledTypes).map((name) => ({
  word: name,
  name: sql.ref(name),
  known: sql.ref(`d.${name}`),
  given: sql.ref(`g.${name}`),
}))

const storedDonor = z.object({ organization_id: z.int(), donor_key: z.string(), id: z.int() })

const keyTypes = { organization_id: 'bigint', donor_key: 'text' } as const

type DonorKey = Pick<DonorRow, 'organization_id' | 'donor_key'>
const keyOf = ({ organization_id, donor_key }: DonorKey): string => `${organization_id}:${donor_key}`

/**
 * Fills blank fields of known donors. Returns ids by `organization_id:donor_key`; a former address leads to the current
 * record.
 */
export async function upsertDonors(
  db: Db,
  donors: readonly DonorRow[],
  importId: number | null,
  now: Date,
): Promise<Map<string, number>> {
  const added = await sql.prepared(storedDonor)`
    INSERT INTO donors (${columnNames(donorTypes)}, import_id, created_at)
    SELECT ${columnNames(donorTypes, 'g')}, ${importId}::bigint, ${now}::timestamptz
    FROM ${recordset(donorTypes, donors, 'g')} ORDER BY g.organization_id, g.donor_key
    ON CONFLICT (organization_id, donor_key) DO NOTHING
    RETURNING organization_id, donor_key, id`.rows(db)
  const ids = new Map(added.map((row) => [keyOf(row), row.id]))
  const known = donors.filter((donor) => !ids.has(keyOf(donor)))
  if (known.length === 0) return ids
  await fillInKnown(db, known)
  for (const [key, id] of await findDonorIds(db, known)) ids.set(key, id)
  return ids
}

/** Ids first; `pendingDonors.write` must run before rows that refer to new donors. Requires the family lock. */
export async function prepareDonors(
  db: Db,
  donors: readonly DonorRow[],
  importId: number | null,
  now: Date,
): Promise<{ readonly ids: Map<string, number>; readonly pendingDonors: PendingDonors }> {
  const ids = await findDonorIds(db, donors)
  const known = donors.filter((donor) => ids.has(keyOf(donor)))
  if (known.length > 0) await fillInKnown(db, known)
  const isBefore = (one: DonorRow, other: DonorRow): boolean =>
    one.organization_id === other.organization_id
      ? one.donor_key < other.donor_key
      : one.organization_id < other.organization_id
  const unknown = donors.filter((donor) => !ids.has(keyOf(donor))).sort((one, other) => (isBefore(one, other) ? -1 : 1))
  const newIds = await takeDonorIds(db, unknown.length)
  const rows = unknown.map((donor, index) => {
    const id = newIds[index]
    if (id === undefined) throw new Error('an id is missing')
    ids.set(keyOf(donor), id)
    return { ...donor, id }
  })
  return { ids, pendingDonors: { ids: new Set(newIds), write: () => insertDonors(db, rows, importId, now) } }
}

async function fillInKnown(db: Db, known: readonly DonorRow[]): Promise<void> {
  const incoming = recordset(donorTypes, known, 'g')
  // By key first: row security evaluates expressions later, and each donor would be searched among all donors.
  await sql.prepared`
    WITH who AS MATERIALIZED (
      SELECT g.*, coalesce(k.merged_into_id, k.id) AS id
      FROM ${incoming} JOIN donors k ON k.organization_id = g.organization_id AND k.donor_key = g.donor_key)
    UPDATE donors d SET ${sql.join(fillableColumns.map(({ name, known, given: word }) => sql`${name} = coalesce(nullif(${known}, ''), ${word})`))}
    FROM who g
    WHERE d.organization_id = g.organization_id AND d.id = g.id
      AND (${sql.join(
        fillableColumns.map(({ known, given: word }) => sql`(${known} = '' AND ${word} <> '')`),
        sql` OR `,
      )})`.execute(db)
}

async function findDonorIds(db: Db, keys: readonly DonorKey[]): Promise<Map<string, number>> {
  const rows = await sql.prepared(storedDonor)`
    SELECT d.organization_id, d.donor_key, coalesce(d.merged_into_id, d.id) AS id FROM ${recordset(keyTypes, keys, 'g')}
    JOIN donors d ON d.organization_id = g.organization_id AND d.donor_key = g.donor_key`.rows(db)
  return new Map(rows.map((row) => [keyOf(row), row.id]))
}

async function takeDonorIds(db: Db, count: number): Promise<number[]> {
  if (count === 0) return []
  return sql.prepared(idRow)`
    SELECT nextval('donors_id_seq') AS id FROM generate_series(1, ${count}::int)`.column(db, 'id')
}

const newDonorTypes = { id: 'bigint', ...donorTypes } as const

function insertDonors(
  db: Db,
  donors: readonly (DonorRow & { readonly id: number })[],
  importId: number | null,
  now: Date,
): void {
  if (donors.length === 0) return
  sql.prepared`
    INSERT INTO donors (${columnNames(newDonorTypes)}, import_id, created_at)
    SELECT ${columnNames(newDonorTypes)}, ${importId}::bigint, ${now}::timestamptz
    FROM ${recordset(newDonorTypes, donors)} ORDER BY id`.send(db)
}

type ContactFact = DonorKey & {
  readonly reason: ContactStop
  /** The row has no name, so the fact applies to all who share the address. */
  readonly any_person: boolean
}
const deceasedRow = z.object({ organization_id: z.int(), donor_key: z.string() })

/**
 * Their emails were stopped and a gift was excluded for that reason. A partner who shares the mailbox has no such gift.
 */
export async function listDeceased(db: Db, keys: readonly DonorKey[]): Promise<DonorKey[]> {
  return sql.prepared(deceasedRow)`
    SELECT k.organization_id, k.donor_key FROM ${recordset(keyTypes, keys, 'g')}
    JOIN donors k ON k.organization_id = g.organization_id AND k.donor_key = g.donor_key
    JOIN donors p ON p.organization_id = k.organization_id AND p.id = coalesce(k.merged_into_id, k.id)
    JOIN suppressions s ON s.organization_id = p.organization_id AND s.email_key = p.donor_key AND s.reason = 'deceased'
    WHERE EXISTS (SELECT FROM donations d
      WHERE d.organization_id = p.organization_id AND d.donor_id = p.id AND d.gift_kind = 'deceased')`.rows(db)
}

const contactTypes = {
  organization_id: 'bigint',
  donor_key: 'text',
  reason: 'text',
  any_person: 'boolean',
} as const satisfies ColumnTypes<ContactFact>

/** The strictest fact wins. After staff allow emails again, facts from files no longer count (domain rule 14.2). */
export async function saveContactFacts(db: Db, facts: readonly ContactFact[], now: Date): Promise<void> {
  if (facts.length === 0) return
  const concerned = sql`
    FROM ${recordset(contactTypes, facts, 'g')}
    JOIN donors k ON k.organization_id = g.organization_id
      AND (k.donor_key = g.donor_key OR g.any_person AND k.mailbox = g.donor_key)
    JOIN donors p ON p.organization_id = k.organization_id AND p.id = coalesce(k.merged_into_id, k.id)
    WHERE NOT EXISTS (SELECT FROM donor_events e WHERE e.organization_id = p.organization_id AND e.donor_id = p.id
      AND e.action = 'mails_allowed')`
  await keepMailboxStopped(
    sql`SELECT p.organization_id, p.donor_key ${concerned} AND g.reason IN ${personalReasons}`,
  ).execute(db)
  await sql`
    INSERT INTO suppressions (organization_id, email_key, reason, at)
    SELECT DISTINCT ON (g.organization_id, p.donor_key) g.organization_id, p.donor_key, g.reason, ${now}::timestamptz
    ${concerned}
    ORDER BY g.organization_id, p.donor_key, g.reason = 'bounced', g.reason
    ON CONFLICT (organization_id, email_key) DO UPDATE SET reason = excluded.reason, at = excluded.at
      WHERE excluded.reason = 'deceased' AND suppressions.reason <> 'deceased'
        OR suppressions.reason = 'bounced' AND excluded.reason <> 'bounced'`.execute(db)
}

export async function findUnconfirmed(
  db: Db,
  keys: readonly { readonly organization_id: number; readonly gift_key: string }[],
): Promise<number[]> {
  return sql.prepared(idRow)`
    SELECT d.id FROM ${recordset({ organization_id: 'bigint', gift_key: 'uuid' }, keys, 'g')}
    JOIN donations d ON d.organization_id = g.organization_id AND d.gift_key = g.gift_key
    WHERE d.unconfirmed AND d.deleted_at IS NULL ORDER BY d.id`.column(db, 'id')
}

export type IdentifiedDonation = {
  readonly organization_id: number
  readonly facts_key: string
  readonly gift_key: string
  readonly transaction_id: string | null
  readonly custom: Readonly<Record<string, string>>
}

const identifiedRow = idRow.extend({ transaction_id: z.string().nullable() })

/** Known values do not change. */
export async function identifyDonations(
  db: Db,
  donations: readonly IdentifiedDonation[],
  importId: number | null,
): Promise<z.infer<typeof identifiedRow>[]> {
  return sql(identifiedRow)`${withSumDeltas(
    sql`
    UPDATE donations d SET gift_key = g.gift_key, key_before = g.facts_key, transaction_id = g.transaction_id,
      identified_by = ${importId}::bigint, custom = g.custom || d.custom, version = d.version + 1
    FROM json_to_recordset(${JSON.stringify(donations)}::json) AS g (organization_id bigint, facts_key uuid, gift_key uuid,
      transaction_id text, custom jsonb)
    WHERE d.organization_id = g.organization_id AND d.gift_key = g.facts_key`,
    sql`SELECT id, transaction_id FROM written WHERE id IS NOT NULL`,
  )}`.rows(db)
}

export async function reserveDonationIds(db: Db, count: number): Promise<number[]> {
  return sql.prepared(idRow)`
    SELECT nextval('donations_id_seq') AS id FROM generate_series(1, ${count}::int)`.column(db, 'id')
}
