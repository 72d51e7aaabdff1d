import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const organizationRow = z.object({ name: z.string(), contact_email: z.string(), family: z.array(z.int()) })

export async function findReplyOrganization(db: Db, id: number): Promise<z.infer<typeof organizationRow> | null> {
  return sql(organizationRow)`
    SELECT o.name, coalesce(nullif(o.contact_email, ''), parent.contact_email, '') AS contact_email,
      coalesce((SELECT json_agg(f.id) FROM organizations f WHERE f.id = o.id OR f.parent_id = o.id), '[]') AS family
    FROM organizations o LEFT JOIN organizations parent ON parent.id = o.parent_id WHERE o.id = ${id}`.first(db)
}
