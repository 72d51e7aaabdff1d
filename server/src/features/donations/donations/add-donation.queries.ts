import { currency } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const currencyRow = z.object({ currency, timeZone: z.string(), today: z.string() })

export async function getCurrencyAndToday(
  db: Db,
  organizationId: number,
  now: Date,
): Promise<z.infer<typeof currencyRow>> {
  const row = await sql.prepared(currencyRow)`
    SELECT currency, time_zone AS "timeZone", to_char(${now}::timestamptz AT TIME ZONE time_zone, 'YYYY-MM-DD') AS today
    FROM organizations WHERE id = ${organizationId}`.first(db)
  if (!row) throw new Error('a call is about no organization')
  return row
}

const knownRow = z.object({ id: z.int() })

export async function findDonationIdByKey(db: Db, organizationId: number, donationKey: string): Promise<number | null> {
  return sql(knownRow)`
    SELECT id FROM donations WHERE organization_id = ${organizationId} AND (gift_key = ${donationKey}::uuid OR key_before = ${donationKey}::uuid)
      AND deleted_at IS NULL LIMIT 1`.value(db, 'id')
}
