import { currency } from '@twofold/contract'
import { z } from 'zod'
import { type Database, readInTenant, type Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const scopeRow = z.object({ name: z.string(), currency, chapters: z.int() })
export type ScopeRow = z.infer<typeof scopeRow>

export async function findScope(database: Database, tenant: Tenant): Promise<ScopeRow> {
  const [row] = await readInTenant(
    database,
    tenant,
    sql(scopeRow)`SELECT name, currency, ${tenant.family.length - 1}::int AS chapters FROM organizations
      WHERE id = ${tenant.organizationId}`,
  )
  if (!row) throw new Error(`organization ${tenant.organizationId} no longer exists`)
  return row
}
