import { type ColumnKind, donationColumns } from '@twofold/contract'
import type { Tenant } from '../../../../platform/database/database.ts'
import { type Sql, sql } from '../../../../platform/database/sql.ts'
import { columnJoins, displayTextOf, type SimpleColumn, statusJoin } from '../../columns/index.ts'

const resultColumns = [
  'transaction_id',
  'donated_at',
  'amount',
  'currency',
  'donor_name',
  'donor_email',
  'company_name',
  'organization_name',
  'status_name',
] as const satisfies SimpleColumn[]

export const resultHeadings: readonly string[] = [
  donationColumns.id.label,
  ...resultColumns.map((id) => donationColumns[id].label),
  'Result',
  'Reason',
]

export const resultKinds: readonly ColumnKind[] = [
  'number',
  ...resultColumns.map((id) => donationColumns[id].kind),
  'choice',
  'text',
]

const cells = resultColumns.map((id) => sql`${displayTextOf(id)} AS ${sql.ref(id)}`)
const resultCells = sql.join(resultColumns.map((id) => sql.ref(`m.${id}`)))

/** Rows are in the order of processing. A deleted match keeps its row. */
export const resultRows = ({ organizationId, family }: Tenant, bulkId: number): Sql => sql`
  SELECT r.donation_id, ${resultCells},
    CASE r.outcome WHEN 'done' THEN 'Changed' WHEN 'undone' THEN 'Undone'
      WHEN 'kept' THEN 'Changed since, and not undone' WHEN 'cannot' THEN 'Left as it was' WHEN 'refused' THEN 'Left as it was'
      ELSE 'Still to do' END,
    r.why
  FROM bulk_rows r
  LEFT JOIN LATERAL (
    SELECT ${sql.join(cells)} FROM donations d ${columnJoins} ${statusJoin}
    WHERE d.organization_id = r.gift_organization_id AND d.id = r.donation_id
      AND d.organization_id = ANY (${[...family]}::bigint[])) m ON true
  WHERE r.organization_id = ${organizationId} AND r.bulk_id = ${bulkId}
  ORDER BY r.place`
