import { z } from 'zod'
import type { Db, Tenant } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** What of a report is here already. */

const knownLine = z.object({ payout_id: z.int(), line_key: z.string(), reference: z.string() })

/** Which lines of a payer are here, by what makes them the same. */
export async function listKnownLines(
  db: Db,
  { organizationId }: Tenant,
  payer: string,
  keys: readonly string[],
): Promise<z.infer<typeof knownLine>[]> {
  const { rows } = await sql(knownLine)`
    SELECT l.payout_id, l.line_key, p.reference FROM payout_lines l
    JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
    WHERE l.organization_id = ${organizationId} AND l.payer = ${payer} AND l.line_key = ANY (${[...keys]}::text[])`.execute(
    db,
  )
  return rows
}

const earlierLine = z.object({
  line_id: z.string(),
  donor_email: z.string(),
  donor_name: z.string(),
  donation_id: z.int(),
  match_organization_id: z.int(),
})

/** Lines of a payer's earlier payouts with these ids, and the matches that they were tied to; the first first. */
export async function listEarlierLines(
  db: Db,
  { organizationId }: Tenant,
  payer: string,
  lineIds: readonly string[],
): Promise<z.infer<typeof earlierLine>[]> {
  const { rows } = await sql(earlierLine)`
    SELECT line_id, donor_email, donor_name, donation_id, match_organization_id FROM payout_lines
    WHERE organization_id = ${organizationId} AND payer = ${payer} AND line_id <> ''
      AND line_id = ANY (${[...lineIds]}::text[]) AND donation_id IS NOT NULL AND match_organization_id IS NOT NULL
    ORDER BY id DESC`.execute(db)
  return rows
}
