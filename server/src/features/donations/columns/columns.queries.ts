import {
  type ColumnId,
  type ColumnIn,
  type ColumnPlacement,
  type ColumnValue,
  type ComputedColumn,
  columnsIn,
  donationColumns,
  donations,
  type ImportedColumn,
  importedColumns,
  type MoneyColumn,
  toUnits,
} from '@twofold/contract'
import { statuses } from '@twofold/matching'
import { z } from 'zod'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { actionDeadlineDay } from '../../matches/deadlines/index.ts'

export type SimpleColumn = Exclude<ColumnId, ComputedColumn>

const importedSql = Object.fromEntries(importedColumns.map((id) => [id, sql.ref(`d.${id}`)])) as Record<
  ImportedColumn,
  Sql
>

/** SQL for `d` and `columnJoins`. Money is in cents. */
const columnSql: Readonly<Record<SimpleColumn, Sql>> = {
  id: sql`d.id`,
  transaction_id: sql`d.transaction_id`,
  donated_at: sql`d.donated_at`,
  amount: sql`d.amount_cents`,
  currency: sql`d.currency`,
  matched: sql`d.estimated_cents`,
  status_id: sql`d.status_id`,
  donor_id: sql`d.donor_id`,
  donor_name: sql`p.name`,
  donor_email: sql`p.email`,
  company_id: sql`d.company_id`,
  company_name: sql`coalesce(c.name, d.employer_text)`,
  organization_name: sql`o.name`,
  organization_ein: sql`o.ein`,
  donor_city: sql`p.city`,
  donor_state: sql`p.state`,
  status_name: sql`s.label`,
  billing_status: sql`s.billing`,
  inert: sql`d.inert`,
  unconfirmed: sql`d.unconfirmed`,
  silenced: sql`d.silenced`,
  refunded_bill_id: sql`d.refunded_bill_id`,
  processed_bill_id: sql`d.processed_bill_id`,
  eligible_bill_id: sql`d.eligible_bill_id`,
  recurring_id: sql`d.recurring_id`,
  payment_state: sql`d.payment_state`,
  received: sql`d.received_cents`,
  // Stored as noon of the day (`updateReceivedMoney`).
  received_day: sql`(d.received_at AT TIME ZONE 'UTC')::date`,
  days_to_payment: sql`(d.received_at AT TIME ZONE 'UTC')::date - d.donated_at::date`,
  matched_is_certain: sql`d.estimate_is_certain`,
  deadline_at: sql`to_json(d.deadline_at) #>> '{}'`,
  deadline_day: actionDeadlineDay,
  campaign_id: sql`d.campaign_id`,
  campaign_name: sql`(SELECT (campaign).name FROM campaign_of(d.organization_id, d.campaign_id))`,
  reason_code: sql`d.reason_code`,
  employer_how: sql`d.employer_how`,
  employer_confidence: sql`d.employer_confidence`,
  version: sql`d.version`,
  import_id: sql`d.import_id`,
  // The caller cannot open another organization's match.
  merged_into_id: sql`(SELECT w.id FROM donations w
    WHERE w.organization_id = ANY (tenant_organizations()) AND w.id = d.merged_into_id)`,
  is_part: sql`d.merged_into_id IS NOT NULL`,
  ...importedSql,
}

export const columnJoins = sql`JOIN donors p ON p.organization_id = d.organization_id AND p.id = d.donor_id
  JOIN organizations o ON o.id = d.organization_id
  LEFT JOIN companies c ON c.id = d.company_id
  LEFT JOIN policies j ON j.id = d.policy_version_id`

/** A literal, because a statement has a limited number of parameters. */
const literal = (text: string): Sql => sql.raw(`'${text.replaceAll("'", "''")}'`)

const labels = statuses.map(
  ({ id, label, billing }) =>
    sql`(${sql.raw(String(id))}::smallint, ${literal(label)}, ${literal(billing ?? 'Ineligible')})`,
)
export const statusJoin = sql`JOIN (VALUES ${sql.join(labels)}) AS s (id, label, billing) ON s.id = d.status_id`

const isMade = (id: ColumnId): id is ComputedColumn => donationColumns[id].kind === 'made'
const simpleIn = (placement: ColumnPlacement): SimpleColumn[] =>
  columnsIn(placement).filter((id): id is SimpleColumn => !isMade(id))
const nameInRow = (id: SimpleColumn): string => (donationColumns[id].kind === 'money' ? `${id}_cents` : id)

type RowShape<P extends ColumnPlacement> = {
  [Id in Exclude<ColumnIn<P>, ComputedColumn> as Id extends MoneyColumn ? `${Id}_cents` : Id]: Id extends MoneyColumn
    ? z.ZodInt
    : (typeof donationColumns)[Id]['shape']
}

/** Money columns are in cents and are named accordingly. */
export const rowIn = <P extends ColumnPlacement>(placement: P) =>
  z.object(
    Object.fromEntries(
      simpleIn(placement).map((id) => [
        nameInRow(id),
        donationColumns[id].kind === 'money' ? z.int() : donationColumns[id].shape,
      ]),
    ) as RowShape<P>,
  )
type RowIn<P extends ColumnPlacement> = z.infer<z.ZodObject<RowShape<P>>>

export const selectColumns = (placement: ColumnPlacement): Sql =>
  sql.join(simpleIn(placement).map((id) => sql`${columnSql[id]} AS ${sql.ref(nameInRow(id))}`))

type Simple<P extends ColumnPlacement> = { readonly [Id in Exclude<ColumnIn<P>, ComputedColumn>]: ColumnValue<Id> }

type ColumnReading = { readonly id: SimpleColumn; readonly name: string; readonly isMoney: boolean }

const readingsOf = (placement: ColumnPlacement): ColumnReading[] =>
  simpleIn(placement).map((id) => ({ id, name: nameInRow(id), isMoney: donationColumns[id].kind === 'money' }))

// Computed once: looking up the columns for each row would be slower than writing its JSON.
const presented = { response: readingsOf('response'), detail: readingsOf('detail') } as const

export function presentColumns<P extends keyof typeof presented>(placement: P, row: RowIn<P>): Simple<P> {
  const cells: Readonly<Record<string, unknown>> = row
  const values: Record<string, unknown> = {}
  for (const { id, name, isMoney } of presented[placement])
    values[id] = isMoney ? toUnits(Number(cells[name])) : cells[name]
  return values as Simple<P>
}

const { match_method, guide, url, verify } = donationColumns.company.shape.unwrap().shape

/** Includes the inputs of computed columns, as selected by `shownColumns`. */
export const shownRow = rowIn('response').extend({
  donor_email: z.string(),
  match_method,
  company_guide: guide,
  company_url: url,
  verification: verify,
  has_form: z.boolean(),
  organization_id: z.int(),
  organization_name: z.string(),
  custom: donationColumns.custom.shape,
  parts: donations.donationDetail.shape.recurring_history.nullable(),
})
export type ShownRow = z.infer<typeof shownRow>

export const shownColumns = sql`${selectColumns('response')}, p.email AS donor_email, j.method AS match_method,
  j.guide_url AS company_guide, coalesce(j.submission_url, j.form_url) AS company_url, j.verification,
  EXISTS (SELECT FROM company_forms f WHERE f.company_id = j.company_id) AS has_form, d.organization_id, o.name AS organization_name,
  d.custom,
  CASE WHEN d.own_cents IS NOT NULL THEN (
    SELECT json_agg(json_build_object('id', m.id, 'donated_at', to_char(m.donated_at, 'YYYY-MM-DD HH24:MI:SS'),
      'amount', coalesce(m.own_cents, m.amount_cents) / 100.0, 'created_at', m.created_at) ORDER BY m.donated_at, m.id)
    FROM donations m
    WHERE m.organization_id = ANY (tenant_organizations()) AND (m.id = d.id OR m.merged_into_id = d.id) AND m.deleted_at IS NULL
  ) END AS parts`

/** Money is in cents. */
export const sortExpressionOf = (id: SimpleColumn): Sql => columnSql[id]

/** Choices are labels, money has two decimals. */
export function displayTextOf(id: SimpleColumn): Sql {
  const cell = columnSql[id]
  const { kind } = donationColumns[id]
  switch (kind) {
    case 'money':
      return sql`round(${cell} / 100.0, 2)`
    case 'flag':
      return sql`CASE WHEN ${cell} THEN 'yes' ELSE 'no' END`
    case 'choice':
      return choiceLabelOf(id, cell)
    default:
      return cell
  }
}

function choiceLabelOf(id: SimpleColumn, cell: Sql): Sql {
  const column = donationColumns[id]
  if (!('choices' in column)) return cell
  const words = Object.entries(column.choices).map(
    ([value, label]) => sql`WHEN ${literal(value)} THEN ${literal(label)}`,
  )
  return sql`CASE ${cell} ${sql.join(words, sql` `)} END`
}
