import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const donationRow = z.object({
  amount_cents: z.int(),
  estimated_cents: z.int(),
  custom: z.record(z.string(), z.unknown()),
  company: z.string(),
  ein: z.string(),
  donor_id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
})

export async function findDonation(
  db: Db,
  organizationId: number,
  donationId: number,
): Promise<z.infer<typeof donationRow> | null> {
  return sql(donationRow)`
    SELECT d.amount_cents, d.estimated_cents, d.custom, coalesce(c.name, d.employer_text) AS company, o.ein,
      p.id AS donor_id, p.name, p.email, p.phone
    FROM donations d
    JOIN organizations o ON o.id = d.organization_id
    JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    LEFT JOIN companies c ON c.id = d.company_id
    WHERE d.organization_id = ${organizationId} AND d.id = ${donationId}`.first(db)
}
