import { statuses } from '@twofold/matching'
import { z } from 'zod'
import type { Copy, Download, Facts } from '../scenario.ts'

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`
const words = statuses.map(
  ({ id, label, billing }) => `(${id}::smallint, ${literal(label)}, ${literal(billing ?? 'Ineligible')})`,
)

/** The columns that the product's file has, in an order and words that take as long to write. */
const copyOf = ({ organizationId }: Facts, more: string): string => `COPY (
    SELECT d.id, d.transaction_id, d.donated_at, round(d.amount_cents / 100.0, 2) AS amount, d.currency, p.name, p.email,
      coalesce(c.name, d.employer_text) AS company, o.name AS organization, s.label,
      round(d.estimated_cents / 100.0, 2) AS match ${more}
    FROM donations d JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
    JOIN organizations o ON o.id = d.organization_id LEFT JOIN companies c ON c.id = d.company_id
    JOIN (VALUES ${words.join(', ')}) AS s (id, label, billing) ON s.id = d.status_id
    WHERE d.organization_id = ${organizationId} AND d.counted ORDER BY d.donated_at DESC, d.id DESC
  ) TO STDOUT (FORMAT csv, HEADER true)`

export const exportOfAll: Download = {
  name: 'export of all, CSV',
  path: async (call, facts) =>
    z.object({ url: z.string() }).parse(await call(`/api/donation/${facts.organizationId}/csv-token`)).url,
  minimal: (facts) =>
    copyOf(
      facts,
      `, s.billing, round(d.received_cents / 100.0, 2), (d.received_at AT TIME ZONE 'UTC')::date,
      (d.received_at AT TIME ZONE 'UTC')::date - d.donated_at::date`,
    ),
}

/** What `besideTheList` streams. */
export const reportOfAll: Copy = { name: 'report of all, CSV', minimal: (facts) => copyOf(facts, '') }
