import { z } from 'zod'
import type { Download } from '../scenario.ts'

export const exportOfAll: Download = {
  name: 'export of all, CSV',
  path: async (call, facts) =>
    z.object({ url: z.string() }).parse(await call(`/api/donation/${facts.organizationId}/csv-token`)).url,
  minimal: (facts) => `COPY (
    SELECT d.id, d.transaction_id, d.donated_at, round(d.amount_cents / 100.0, 2) AS amount, d.currency, p.name, p.email,
      coalesce(c.name, d.employer_text) AS company, o.name AS organization, d.status_id,
      round(d.estimated_cents / 100.0, 2) AS match
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    JOIN organizations o ON o.id = d.organization_id LEFT JOIN companies c ON c.id = d.company_id
    WHERE d.organization_id = ${facts.organizationId} AND d.counted ORDER BY d.donated_at DESC, d.id DESC
  ) TO STDOUT (FORMAT csv, HEADER true)`,
}
