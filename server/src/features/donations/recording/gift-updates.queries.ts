import { imports } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { type ColumnTypes, recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'
import { withSumDeltas } from '../../matches/sums/index.ts'
import type { KnownFacts } from '../identification/index.ts'
import { type DonorRow, fillableColumns } from './record.queries.ts'

export type StoredGiftUpdate = {
  readonly organization_id: number
  readonly donation_id: number
  readonly kinds: readonly imports.GiftUpdateKind[]
  readonly with_employer: boolean
  readonly before: KnownFacts
  readonly donor_id: number
  readonly filled: readonly string[]
}

const storedTypes = {
  organization_id: 'bigint',
  donation_id: 'bigint',
  kinds: 'jsonb',
  with_employer: 'boolean',
  before: 'jsonb',
  donor_id: 'bigint',
  filled: 'jsonb',
} as const satisfies ColumnTypes<StoredGiftUpdate>

export async function saveGiftUpdates(
  db: Db,
  importId: number,
  updates: readonly StoredGiftUpdate[],
  now: Date,
): Promise<void> {
  if (updates.length === 0) return
  await sql`
    INSERT INTO import_news (import_id, organization_id, donation_id, kinds, with_employer, before, donor_id, filled, at)
    SELECT ${importId}::bigint, organization_id, donation_id, ARRAY(SELECT jsonb_array_elements_text(kinds)), with_employer,
      before, donor_id, ARRAY(SELECT jsonb_array_elements_text(filled)), ${now}::timestamptz
    FROM ${recordset(storedTypes, updates)}`.execute(db)
}

/** The current values of a gift and its donor. `company_id` and `employer_text` are the employer. */
const currentFacts = sql`jsonb_build_object('amount', coalesce(d.own_cents, d.amount_cents), 'date', d.donated_at, 'donor', d.donor_id,
  'employer', jsonb_build_array(d.company_id, d.employer_text))`

/** Stores the values that an import left, to detect later changes. */
export async function saveChangedFacts(db: Db, organizationIds: readonly number[], importId: number): Promise<void> {
  await sql`
    UPDATE import_news n SET after = ${currentFacts} || jsonb_build_object(${sql.join(fillableColumns.map(({ word }) => sql`${word}::text, ${sql.ref(`p.${word}`)}`))})
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    WHERE n.organization_id = ANY (${[...organizationIds]}::bigint[]) AND n.import_id = ${importId}
      AND d.organization_id = n.organization_id AND d.id = n.donation_id`.execute(db)
}

type DonorBlanks = Omit<DonorRow, 'donor_key' | 'email'> & { readonly donor_id: number }
const blankTypes = {
  organization_id: 'bigint',
  donor_id: 'bigint',
  name: 'text',
  phone: 'text',
  language: 'text',
  street: 'text',
  street2: 'text',
  city: 'text',
  state: 'text',
  zip: 'text',
  country: 'text',
} as const satisfies ColumnTypes<DonorBlanks>

export async function fillInDonors(db: Db, donors: readonly DonorBlanks[]): Promise<void> {
  if (donors.length === 0) return
  await sql`
    UPDATE donors d SET ${sql.join(fillableColumns.map(({ name, known, given }) => sql`${name} = coalesce(nullif(${known}, ''), ${given})`))}
    FROM ${recordset(blankTypes, donors, 'g')}
    WHERE d.organization_id = g.organization_id AND d.id = g.donor_id`.execute(db)
}

const updateRow = z.object({
  donation_id: z.int(),
  donor_id: z.int(),
  kinds: z.array(z.enum(imports.giftUpdateKinds)),
  was_merged: z.boolean(),
  was_settled: z.boolean(),
  whole_id: z.int(),
  amount_cents: z.int(),
  /** Values that somebody changed after the import. */
  changed_since: z.array(z.enum(['amount', 'date', 'donor', 'employer'])),
})
export type GiftUpdateOfImport = z.infer<typeof updateRow>

/** `donor_id` is the gift's previous donor. */
export async function listGiftUpdatesOfImport(db: Db, organizationIds: readonly number[], importId: number) {
  return sql(updateRow)`
    SELECT n.donation_id, coalesce((n.before ->> 'donor_id')::bigint, n.donor_id) AS donor_id, n.kinds,
      coalesce((n.before ->> 'is_merged')::boolean, false) AS was_merged,
      coalesce((n.before ->> 'is_settled')::boolean, false) AS was_settled,
      coalesce((n.before ->> 'whole_id')::bigint, n.donation_id) AS whole_id,
      coalesce((n.before ->> 'amount_cents')::bigint, 0) AS amount_cents,
      ARRAY(SELECT key FROM jsonb_each(${currentFacts}) WHERE n.after IS NOT NULL AND value <> n.after -> key) AS changed_since
    FROM import_news n JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id
    WHERE n.organization_id = ANY (${[...organizationIds]}::bigint[]) AND n.import_id = ${importId}
    ORDER BY n.donation_id`.rows(db)
}

const restoredTypes = { donation_id: 'bigint', changed_since: 'jsonb' } as const

/** Restores gifts and donors to their state before the changes of an import. Later changes stay. */
export async function restoreFacts(
  db: Db,
  organizationIds: readonly number[],
  importId: number,
  updates: readonly Pick<GiftUpdateOfImport, 'donation_id' | 'changed_since'>[],
): Promise<void> {
  const ids = sql`${[...organizationIds]}::bigint[]`
  const isRestored = (kinds: string, fact: string) => sql`n.kinds && ${kinds}::text[] AND NOT g.changed_since ? ${fact}`
  const employer = isRestored('{employer,other_employer}', 'employer')
  await withSumDeltas(sql`
    UPDATE donations d SET
      donor_id = CASE WHEN ${isRestored('{donor,address}', 'donor')} THEN b.donor_id ELSE d.donor_id END,
      donated_at = CASE WHEN ${isRestored('{date}', 'date')} THEN b.donated_at ELSE d.donated_at END,
      amount_cents = CASE WHEN ${isRestored('{amount}', 'amount')} AND d.own_cents IS NULL THEN b.amount_cents ELSE d.amount_cents END,
      company_id = CASE WHEN ${employer} THEN b.company_id ELSE d.company_id END,
      employer_text = CASE WHEN ${employer} THEN b.employer_text ELSE d.employer_text END,
      employer_how = CASE WHEN ${employer} THEN b.employer_how ELSE d.employer_how END,
      employer_confidence = CASE WHEN ${employer} THEN b.employer_confidence ELSE d.employer_confidence END,
      version = d.version + 1
    FROM import_news n JOIN ${recordset(restoredTypes, updates, 'g')} ON g.donation_id = n.donation_id
    CROSS JOIN LATERAL jsonb_to_record(n.before) AS b (donor_id bigint, donated_at timestamp,
      amount_cents bigint, company_id bigint, employer_text text, employer_how text, employer_confidence real)
    WHERE n.organization_id = ANY (${ids}) AND n.import_id = ${importId}
      AND d.organization_id = n.organization_id AND d.id = n.donation_id`).execute(db)
  await sql`
    UPDATE donors d SET ${sql.join(
      fillableColumns.map(
        ({ name, known, word }) =>
          sql`${name} = CASE WHEN ${word} = ANY (n.filled) AND ${known} = coalesce(n.after ->> ${word}, ${known}) THEN '' ELSE ${known} END`,
      ),
    )}
    FROM (SELECT organization_id, donor_id, array_agg(DISTINCT one) AS filled, (array_agg(after))[1] AS after
      FROM import_news CROSS JOIN LATERAL unnest(filled) AS given (one)
      WHERE organization_id = ANY (${ids}) AND import_id = ${importId} GROUP BY organization_id, donor_id) n
    WHERE d.organization_id = n.organization_id AND d.id = n.donor_id`.execute(db)
}
