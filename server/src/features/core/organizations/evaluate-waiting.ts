import { z } from 'zod'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { listFamilyIds, markEvaluated } from './evaluate-waiting.queries.ts'

/** Gifts depend on their organization's profile. */

export const setupQueue = 'setup-completed'

const changeShape = z.enum(['setup', 'kind', 'ein'])
export type Change = z.infer<typeof changeShape>

const jobData = z.object({
  organizationId: z.number(),
  changes: z.array(changeShape).default(['setup']),
  since: z.iso.datetime().optional(),
})

export type EvaluationServices = {
  readonly platform: Platform
  /** Returns the last ID, or null when there are no more. Injected, because gifts depend on organizations. */
  readonly evaluateAffected: (db: Db, tenant: Tenant, change: Change, after: number) => Promise<number | null>
}

export const changeOfField: Readonly<Partial<Record<string, Change>>> = {
  complete: 'setup',
  type: 'kind',
  category_id_array: 'kind',
  'address.country': 'kind',
  ein: 'ein',
}

export async function evaluateWaiting(
  { platform, evaluateAffected }: EvaluationServices,
  data: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId, changes, since } = jobData.parse(data)
  const family = await acrossOrganizations(readOnly(platform.database), (db) => listFamilyIds(db, organizationId))
  if (family.length === 0) return
  const tenant = grantTenant(organizationId, family)
  for (const change of changes) {
    let after: number | null = 0
    while (after !== null) {
      if (signal.aborted) throw new Error('stopped in the middle; the rest is evaluated when the job runs again')
      const from: number = after
      after = await inTenant(platform.database, tenant, (db) => evaluateAffected(db, tenant, change, from), {
        timeoutMs: 60_000,
      })
    }
  }
  if (since) await inTenant(platform.database, tenant, (db) => markEvaluated(db, organizationId, since))
}
