import { currency } from '@twofold/contract'
import { withEmployerStatusIds } from '@twofold/matching'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { recordset } from '../../../platform/database/recordset.ts'
import { sql } from '../../../platform/database/sql.ts'

const knownFacts = z.object({
  row: z.int(),
  id: z.int(),
  organization_id: z.int(),
  donor_id: z.int(),
  donor_key: z.string(),
  former_keys: z.array(z.string()),
  email: z.string(),
  name: z.string(),
  phone: z.string(),
  street: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  donated_at: z.string(),
  amount_cents: z.int(),
  currency,
  company_id: z.int().nullable(),
  employer_text: z.string(),
  company_name: z.string(),
  employer_how: z.string().nullable(),
  employer_confidence: z.number().nullable(),
  status_id: z.int(),
  is_inert: z.boolean(),
  /** The gift is part of a combined match, or carries one. */
  is_merged: z.boolean(),
  is_part: z.boolean(),
  /** Merged into a submitted match, whose request does not change. */
  is_settled: z.boolean(),
  whole_id: z.int(),
})
export type KnownFacts = z.infer<typeof knownFacts>

const keyTypes = { row: 'integer', organization_id: 'bigint', gift_key: 'uuid' } as const
type KeyOfRow = { readonly row: number; readonly organization_id: number; readonly gift_key: string }

/** Excludes deleted gifts and gifts of erased donors. */
export async function listKnownFacts(db: Db, keys: readonly KeyOfRow[]): Promise<KnownFacts[]> {
  if (keys.length === 0) return []
  return sql(knownFacts)`
    WITH g AS MATERIALIZED (SELECT * FROM ${recordset(keyTypes, keys, 'g')})
    SELECT g.row, d.id, d.organization_id, d.donor_id, p.donor_key,
      ARRAY(SELECT f.donor_key FROM donors f WHERE f.organization_id = p.organization_id AND f.merged_into_id = p.id) AS former_keys,
      p.email, p.name, p.phone, p.street, p.street2, p.city,
      p.state, p.zip, p.country, to_char(d.donated_at, 'YYYY-MM-DD HH24:MI:SS') AS donated_at,
      coalesce(d.own_cents, d.amount_cents) AS amount_cents, d.currency,
      d.company_id, d.employer_text, coalesce((SELECT c.name FROM companies c WHERE c.id = d.company_id), '') AS company_name,
      d.employer_how, d.employer_confidence, d.status_id, d.inert AS is_inert,
      d.merged_into_id IS NOT NULL OR d.own_cents IS NOT NULL AS is_merged, d.merged_into_id IS NOT NULL AS is_part,
      (d.merged_into_id IS NOT NULL OR d.own_cents IS NOT NULL)
        AND coalesce(whole.status_id, d.status_id) = ANY (${[...withEmployerStatusIds]}) AS is_settled,
      coalesce(d.merged_into_id, d.id) AS whole_id
    FROM g JOIN donations d ON d.organization_id = g.organization_id AND d.gift_key = g.gift_key
    LEFT JOIN donations whole ON whole.id = d.merged_into_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id AND p.erased_at IS NULL
    WHERE d.deleted_at IS NULL AND g.row IS NOT NULL ORDER BY g.row`.rows(db)
}
