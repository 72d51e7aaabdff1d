import { suggestions } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { idRow, type Sql, sql } from '../../../../platform/database/sql.ts'
import { stopsDonor } from '../../../email/suppressions/index.ts'

const suggestionRow = z.object({
  organization_id: z.int(),
  organization: z.string(),
  id: z.int(),
  company_id: z.int(),
  company: z.string(),
  about: suggestions.suggestionSubject,
  value: z.string(),
  source_url: z.string(),
  note: z.string(),
  by: z.string().nullable(),
  at: z.string(),
  accepted: z.boolean().nullable(),
  reason: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  changes: z.array(z.object({ term: z.string(), from: z.string(), to: z.string() })),
})
export type SuggestionRow = z.infer<typeof suggestionRow>

const changesAtMost = 200

const shown = sql`
  s.organization_id, o.name AS organization, s.id, s.company_id, c.name AS company, s.about, s.value, s.source_url, s.note,
  u.name AS by, to_json(s.created_at) #>> '{}' AS at, s.accepted, s.reason,
  to_json(s.decided_at) #>> '{}' AS decided_at, d.name AS decided_by,
  coalesce((SELECT jsonb_agg(k.change) FROM (
    SELECT jsonb_array_elements(k.changes) AS change FROM directory_changes k
    WHERE k.company_id = s.company_id AND k.at >= s.created_at AND k.undone_at IS NULL
      AND (s.decided_at IS NULL OR k.at <= s.decided_at) ORDER BY k.id LIMIT ${changesAtMost}) k), '[]') AS changes
  FROM suggestions s JOIN organizations o ON o.id = s.organization_id JOIN companies c ON c.id = s.company_id
  LEFT JOIN users u ON u.id = s.user_id LEFT JOIN users d ON d.id = s.decided_by`

const ownAtMost = 20
const recentAtMost = 10

async function list(db: Db, condition: Sql): Promise<SuggestionRow[]> {
  return sql(suggestionRow)`SELECT ${shown} ${condition}`.rows(db)
}

export const listSuggestionsOfOrganization = (db: Db, organizationId: number, companyId: number) =>
  list(
    db,
    sql`WHERE s.organization_id = ${organizationId} AND s.company_id = ${companyId} ORDER BY s.id DESC LIMIT ${ownAtMost}`,
  )

export const listWaitingSuggestions = (
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => list(db, sql`WHERE s.decided_at IS NULL ORDER BY s.id LIMIT ${limit} OFFSET ${offset}`)

export const listDecidedSuggestions = (db: Db) =>
  list(db, sql`WHERE s.decided_at IS NOT NULL ORDER BY s.decided_at DESC LIMIT ${recentAtMost}`)

export const findSuggestion = async (db: Db, id: number): Promise<SuggestionRow | null> =>
  (await list(db, sql`WHERE s.id = ${id}`))[0] ?? null

const counted = z.object({ count: z.int() })

export async function countSuggestions(db: Db, atMost: number): Promise<number> {
  return sql(counted)`
    SELECT count(*) AS count FROM (
      SELECT FROM suggestions WHERE decided_at IS NULL ORDER BY id LIMIT ${atMost}) AS waiting`.value(db, 'count', 0)
}

export type NewSuggestion = z.output<typeof suggestions.suggestionForm> & {
  readonly organizationId: number
  readonly companyId: number
  readonly userId: number | null
  readonly donationId: number | null
  readonly now: Date
}

const waitingRow = z.object({ all: z.int(), own: z.int() })

/** The organization's, and those of the same gift's donor, or of staff if there is no gift. */
export async function countWaitingSuggestions(
  db: Db,
  { organizationId, donationId }: NewSuggestion,
): Promise<z.infer<typeof waitingRow>> {
  const rows = await sql(waitingRow)`
    SELECT count(*) AS all, count(*) FILTER (WHERE donation_id IS NOT DISTINCT FROM ${donationId}::bigint) AS own
    FROM suggestions WHERE organization_id = ${organizationId} AND decided_at IS NULL`.rows(db)
  return rows[0] ?? { all: 0, own: 0 }
}

/** Null if an identical one is open, so that a second click adds nothing. */
export async function insertSuggestion(db: Db, suggestion: NewSuggestion): Promise<number | null> {
  const { organizationId, companyId, donationId } = suggestion
  return sql(idRow)`
    INSERT INTO suggestions (organization_id, company_id, about, value, source_url, note, user_id, donation_id, created_at)
    SELECT ${organizationId}, ${companyId}, ${suggestion.about}, ${suggestion.value}, ${suggestion.source_url}, ${suggestion.note},
      ${suggestion.userId}::bigint, ${donationId}::bigint, ${suggestion.now}::timestamptz
    WHERE NOT EXISTS (SELECT FROM suggestions WHERE organization_id = ${organizationId} AND company_id = ${companyId}
      AND about = ${suggestion.about} AND value = ${suggestion.value} AND decided_at IS NULL
      AND donation_id IS NOT DISTINCT FROM ${donationId}::bigint)
    RETURNING id`.value(db, 'id')
}

type Decision = {
  readonly id: number
  readonly accepted: boolean
  readonly reason: string
  readonly by: number
  readonly now: Date
}

/** False if it was already decided. */
export async function recordDecision(db: Db, { id, accepted, reason, by, now }: Decision): Promise<boolean> {
  const { count } = await sql`
    UPDATE suggestions SET decided_at = ${now}, decided_by = ${by}, accepted = ${accepted}, reason = ${reason}
    WHERE id = ${id} AND decided_at IS NULL`.execute(db)
  return count === 1
}

const answered = z.object({ email: z.string(), is_donor: z.boolean() })

/** Null if there is no address, or the donor receives no mail from the organization. */
export async function findSuggester(db: Db, id: number): Promise<z.infer<typeof answered> | null> {
  const row = await sql(answered)`
    SELECT coalesce(u.email, p.email, '') AS email, s.donation_id IS NOT NULL AS is_donor
    FROM suggestions s LEFT JOIN users u ON u.id = s.user_id
    LEFT JOIN donations g ON g.organization_id = s.organization_id AND g.id = s.donation_id
    LEFT JOIN donors p ON p.organization_id = g.organization_id AND p.id = g.donor_id
    WHERE s.id = ${id} AND NOT EXISTS (
      SELECT FROM suppressions x WHERE x.organization_id = p.organization_id AND ${stopsDonor('x', 'p')})`.first(db)
  return row && row.email !== '' ? row : null
}

const domainRow = z.object({ domain: z.string() })

export async function listDomainsOf(db: Db, companyId: number): Promise<string[]> {
  return sql(domainRow)`
    SELECT domain FROM company_domains WHERE company_id = ${companyId} ORDER BY domain LIMIT 200`.column(db, 'domain')
}
