import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const touchedRow = z.object({ organizationId: z.int(), mails: z.int() })
type Touched = z.infer<typeof touchedRow>

const ofResolution = (id: number) => sql`
  n.state = 'queued' AND EXISTS (SELECT FROM employer_resolution_gifts g
    WHERE g.resolution_id = ${id} AND g.organization_id = n.organization_id AND g.donation_id = n.donation_id)`

/** What is evaluated from now on follows it as well. In the transaction that holds or releases what is there. */
export async function keepHolding(db: Db, id: number, held: boolean): Promise<void> {
  await sql`UPDATE employer_resolutions SET hold_mails = ${held} WHERE id = ${id}`.execute(db)
}

/** Crosses organizations. Mails of its gifts that have not left wait from now on; answers how many of which organization. */
export async function holdMailsOf(db: Db, id: number, now: Date): Promise<Touched[]> {
  const { rows } = await sql(touchedRow)`
    WITH held AS (
      UPDATE notifications n SET held_at = ${now}, held_because = 'support'
      WHERE ${ofResolution(id)} AND n.held_at IS NULL RETURNING n.organization_id)
    SELECT organization_id AS "organizationId", count(*) AS mails FROM held GROUP BY organization_id ORDER BY 1`.execute(
    db,
  )
  return rows
}

/** Those that support holds; what the team holds is the team's. They leave when they would have, or at once. */
export async function releaseMailsOf(db: Db, id: number, now: Date): Promise<Touched[]> {
  const { rows } = await sql(touchedRow)`
    WITH released AS (
      UPDATE notifications n SET held_at = NULL, held_because = NULL, problem = NULL, send_at = greatest(n.send_at, ${now})
      WHERE ${ofResolution(id)} AND n.held_because = 'support' RETURNING n.organization_id)
    SELECT organization_id AS "organizationId", count(*) AS mails FROM released GROUP BY organization_id ORDER BY 1`.execute(
    db,
  )
  return rows
}
