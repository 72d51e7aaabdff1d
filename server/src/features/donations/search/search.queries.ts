import { currency, search } from '@twofold/contract'
import { z } from 'zod'
import type { Tenant } from '../../../platform/database/database.ts'
import { type Sql, type Statement, sql } from '../../../platform/database/sql.ts'

/** Three letters may be in every name. More letters find the others. */
const maxCandidates = 100

const donorRow = z.object({
  id: z.int(),
  organization_id: z.int(),
  name: z.string(),
  email: z.string(),
  organization_name: z.string(),
})
export type FoundDonor = z.infer<typeof donorRow>

/**
 * Names that begin with the text first. OFFSET 0 keeps the joins as key lookups: the planner expects few donors per
 * organization and would scan them.
 */
export const donorsMatching = ({ family }: Tenant, words: string): Statement<FoundDonor> => sql.prepared(donorRow)`
    SELECT p.id, p.organization_id, p.name, p.email, o.name AS organization_name
    FROM (SELECT DISTINCT asked.id AS organization_id, found.id
      FROM unnest(${[...family]}::bigint[]) AS asked (id),
        LATERAL donors_beginning(asked.id, ${words}, ${maxCandidates}) AS found (id)) f
    CROSS JOIN LATERAL (SELECT p.id, p.organization_id, p.name, p.email, p.search_text FROM donors p
      WHERE p.organization_id = f.organization_id AND p.id = f.id AND p.merged_into_id IS NULL AND p.erased_at IS NULL OFFSET 0) p
    JOIN organizations o ON o.id = p.organization_id
    CROSS JOIN (SELECT search_form(${words}) AS words OFFSET 0) asks
    ORDER BY starts_with(p.search_text, asks.words) DESC, strpos(p.search_text, ' ' || asks.words) > 0 DESC,
      lower(coalesce(nullif(p.name, ''), p.email)), p.id
    LIMIT ${search.maxSearchResults}`

const matchRow = z.object({
  id: z.int(),
  donor_name: z.string(),
  amount_cents: z.int(),
  currency,
  donated_at: z.string(),
  company_name: z.string(),
  status_id: z.int(),
})
export type FoundMatch = z.infer<typeof matchRow>

const ofOrganizations = ({ family }: Tenant): Sql => sql`organization_id = ANY (${[...family]}::bigint[])`

export const matchesOf = (
  tenant: Tenant,
  { id, donors }: { readonly id: number | null; readonly donors: readonly FoundDonor[] },
): Statement<FoundMatch> => sql.prepared(matchRow)`
    SELECT d.id, coalesce(nullif(p.name, ''), p.email) AS donor_name, d.amount_cents, d.currency,
      to_char(d.donated_at, 'YYYY-MM-DD') AS donated_at, coalesce(c.name, d.employer_text) AS company_name, d.status_id
    FROM (
      SELECT g.organization_id, g.id, 0 AS place FROM donations g
      WHERE g.id = ${id}::bigint AND g.${ofOrganizations(tenant)} AND (g.counted OR g.unconfirmed AND g.deleted_at IS NULL)
      UNION ALL
      SELECT newest.organization_id, newest.id, 1 FROM donors o CROSS JOIN LATERAL (
        SELECT g.organization_id, g.id FROM donations g
        WHERE g.organization_id = o.organization_id AND g.donor_id = o.id AND g.counted
        ORDER BY g.donated_at DESC, g.id DESC LIMIT ${search.maxSearchResults}) newest
      WHERE o.${ofOrganizations(tenant)} AND o.id = ANY (${donors.map((donor) => donor.id)}::bigint[])) f
    JOIN donations d ON d.organization_id = f.organization_id AND d.id = f.id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    ORDER BY f.place, d.donated_at DESC, d.id DESC LIMIT ${search.maxSearchResults}`
