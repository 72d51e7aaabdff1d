import { payouts } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { markFileUnreferenced } from '../../../platform/files/stored-files.ts'
import { isUndoRunning } from '../../donations/undos/index.ts'
import type { RefusedLine, ReportPlatform } from './reading/report.ts'
import { countedCents } from './write-payouts.queries.ts'

const refusedLine = z.object({ row: z.int(), sheetRow: z.int(), why: z.string() })

const voidedLine = z.object({
  line_id: z.int(),
  /** Null: the line was waiting, or was a donor's own gift. */
  donation_id: z.int().nullable(),
  organization_id: z.int().nullable(),
  /** The line had added the match. */
  was_new: z.boolean(),
})
export type VoidedLine = z.infer<typeof voidedLine>

const reportRow = z.object({
  id: z.int(),
  user_id: z.int(),
  user_name: z.string(),
  state: z.enum(['queued', 'running', 'asking', 'done', 'failed', 'undoing', 'undone']),
  file_name: z.string().nullable(),
  file_key: z.string().nullable(),
  done: z.int(),
  lines: z.int(),
  tied: z.int(),
  doubtful: z.int(),
  unmatched: z.int(),
  to_add: z.int(),
  own_gifts: z.int(),
  added: z.int(),
  questions: z.array(payouts.reportQuestion),
  answers: z.record(z.string(), z.string()),
  lines_to_void: z.array(z.int()),
  voided_lines: z.array(voidedLine),
  payouts_to_void: z.array(z.int()),
  voided_payouts: z.int(),
  to_void: z.int(),
  known: z.int(),
  thanks: z.int(),
  waits_for_undo: z.boolean(),
  refused: z.array(refusedLine),
  warnings: z.array(z.string()),
  error: z.string().nullable(),
  created_at: z.date(),
  finished_at: z.date().nullable(),
})
export type ReportRow = z.infer<typeof reportRow>

export const isAddable = sql`l.unmatched AND l.state = 'doubtful' AND ${countedCents} > 0`

const countPayoutsToVoid = (
  voided: boolean,
) => sql`(SELECT count(*) FROM jsonb_array_elements_text(r.payouts_to_void) u (id)
    JOIN payouts p ON p.organization_id = r.organization_id AND p.id = u.id::bigint AND p.lines = 0 AND p.voided = ${voided})`

const columnsFor = (
  tenant: Tenant,
) => sql`r.id, r.user_id, u.name AS user_name, r.state, r.file_name, r.file_key, r.done, r.lines, r.tied,
  r.doubtful, r.unmatched, r.own_gifts, r.added, r.questions, r.answers, r.lines_to_void, r.voided_lines, r.payouts_to_void, r.known, r.refused, r.warnings, r.error, r.created_at, r.finished_at,
  (SELECT count(*) FROM notifications n WHERE n.payout_report_id = r.id AND n.state = 'queued') AS thanks,
  (SELECT count(*) FROM payout_lines l WHERE l.organization_id = r.organization_id AND l.report_id = r.id AND ${isAddable}) AS to_add,
  (SELECT count(*) FROM jsonb_array_elements_text(r.lines_to_void) u (id)
    JOIN payout_lines l ON l.organization_id = r.organization_id AND l.id = u.id::bigint AND l.state IN ('tied', 'doubtful', 'own_gift'))
    + ${countPayoutsToVoid(false)} AS to_void,
  ${countPayoutsToVoid(true)} AS voided_payouts,
  r.state = 'queued' AND ${isUndoRunning('payout_reports', tenant)} AS waits_for_undo`

export async function findReport(db: Db, tenant: Tenant, reportId: number): Promise<ReportRow | null> {
  return sql(reportRow)`
    SELECT ${columnsFor(tenant)} FROM payout_reports r JOIN users u ON u.id = r.user_id
    WHERE r.organization_id = ${tenant.organizationId} AND r.id = ${reportId}`.first(db)
}

/** Above what one payment has. */
const maxReportsOfPayout = 50

export async function listReportsOfPayout(db: Db, tenant: Tenant, payoutId: number): Promise<ReportRow[]> {
  return sql(reportRow)`
    SELECT ${columnsFor(tenant)} FROM payout_reports r JOIN users u ON u.id = r.user_id
    WHERE r.organization_id = ${tenant.organizationId} AND r.id IN (
      SELECT l.report_id FROM payout_lines l
      WHERE l.organization_id = ${tenant.organizationId} AND l.payout_id = ${payoutId}
      UNION
      SELECT p.report_id FROM payouts p WHERE p.organization_id = ${tenant.organizationId} AND p.id = ${payoutId})
    ORDER BY r.id LIMIT ${maxReportsOfPayout}`.rows(db)
}

/** Newest first. Typed-in payouts have no file. */
export async function listReports(db: Db, tenant: Tenant, limit: number): Promise<ReportRow[]> {
  return sql(reportRow)`
    SELECT ${columnsFor(tenant)} FROM payout_reports r JOIN users u ON u.id = r.user_id
    WHERE r.organization_id = ${tenant.organizationId} AND r.file_name IS NOT NULL
    ORDER BY r.id DESC LIMIT ${limit}`.rows(db)
}

export async function insertReport(
  db: Db,
  { organizationId }: Tenant,
  report: {
    readonly userId: number
    readonly fileName: string | null
    readonly fileKey: string | null
    readonly state: 'queued' | 'running'
    readonly now: Date
  },
): Promise<number> {
  const rows = await sql(idRow)`
    INSERT INTO payout_reports (organization_id, user_id, state, file_name, file_key, created_at)
    VALUES (${organizationId}, ${report.userId}, ${report.state}, ${report.fileName}, ${report.fileKey}, ${report.now})
    RETURNING id`.rows(db)
  const [row] = rows
  if (!row) throw new Error('an insert answered no row')
  return row.id
}

const attemptsRow = z.object({ attempts: z.int() })

/** Returns the number of attempts. Null: it has already ended. */
export async function claimReport(db: Db, { organizationId }: Tenant, reportId: number): Promise<number | null> {
  return sql(attemptsRow)`
    UPDATE payout_reports SET state = 'running', attempts = attempts + 1
    WHERE organization_id = ${organizationId} AND id = ${reportId} AND state IN ('queued', 'running')
    RETURNING attempts`.value(db, 'attempts')
}

export async function advanceReport(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  { done, lines }: { readonly done: number; readonly lines: number },
): Promise<void> {
  await sql`
    UPDATE payout_reports SET done = ${done}, lines = ${lines}
    WHERE organization_id = ${organizationId} AND id = ${reportId} AND state IN ('running', 'undoing')`.execute(db)
}

export type ReportOutcome = Pick<payouts.PayoutReport, 'lines' | 'tied' | 'doubtful' | 'unmatched' | 'known'> & {
  readonly ownGifts: number
  readonly refused: readonly RefusedLine[]
  readonly warnings: readonly string[]
  /** Ids of recorded lines whose payment this report calls undone. */
  readonly linesToVoid: readonly number[]
  readonly payoutsToVoid: readonly number[]
}

const endedRow = z.object({ file_key: z.string().nullable() })

/** Releases its file, too. Returns false if another worker was faster. */
export async function finishReport(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  outcome: ReportOutcome,
  now: Date,
): Promise<boolean> {
  const rows = await sql(endedRow)`
    UPDATE payout_reports SET state = 'done', file_key = NULL, done = ${outcome.lines}, lines = ${outcome.lines}, tied = ${outcome.tied},
      doubtful = ${outcome.doubtful}, unmatched = ${outcome.unmatched}, own_gifts = ${outcome.ownGifts}, known = ${outcome.known},
      refused = ${JSON.stringify(outcome.refused)}::jsonb, warnings = ${JSON.stringify(outcome.warnings)}::jsonb,
      lines_to_void = ${JSON.stringify(outcome.linesToVoid)}::jsonb, payouts_to_void = ${JSON.stringify(outcome.payoutsToVoid)}::jsonb,
      finished_at = ${now}
    WHERE organization_id = ${organizationId} AND id = ${reportId} AND state = 'running'
    RETURNING old.file_key`.rows(db)
  await releaseFiles(db, rows)
  return rows.length === 1
}

/** Records nothing until a person decides. Earlier answers stay. */
export async function saveReportQuestions(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  { lines, questions }: { readonly lines: number; readonly questions: readonly payouts.ReportQuestion[] },
): Promise<void> {
  await sql`
    UPDATE payout_reports SET state = 'asking', lines = ${lines}, done = 0, attempts = 0, questions = ${JSON.stringify(questions)}::jsonb
    WHERE organization_id = ${organizationId} AND id = ${reportId} AND state = 'running'`.execute(db)
}

export async function answerReport(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  answers: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`
    UPDATE payout_reports SET state = 'queued', answers = answers || ${JSON.stringify(answers)}::jsonb
    WHERE organization_id = ${organizationId} AND id = ${reportId} AND state = 'asking'`.execute(db)
}

export async function saveVoidedLines(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  lines: readonly VoidedLine[],
): Promise<void> {
  await sql`
    UPDATE payout_reports SET voided_lines = ${JSON.stringify(lines)}::jsonb
    WHERE organization_id = ${organizationId} AND id = ${reportId}`.execute(db)
}

/** Payments without lines. Those that have lines by now stay. */
export async function voidPayouts(
  db: Db,
  { organizationId }: Tenant,
  payoutIds: readonly number[],
  voided: boolean,
): Promise<void> {
  await sql`
    UPDATE payouts SET voided = ${voided}
    WHERE organization_id = ${organizationId} AND id = ANY (${[...payoutIds]}::bigint[]) AND lines = 0`.execute(db)
}

export async function incrementAdded(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  addedCount: number,
): Promise<void> {
  await sql`
    UPDATE payout_reports SET added = added + ${addedCount}, unmatched = greatest(0, unmatched - ${addedCount})
    WHERE organization_id = ${organizationId} AND id = ${reportId}`.execute(db)
}

export async function failReport(
  db: Db,
  { organizationId }: Tenant,
  reportId: number,
  error: string,
  now: Date,
): Promise<void> {
  const rows = await sql(endedRow)`
    UPDATE payout_reports SET state = 'failed', file_key = NULL, error = ${error}, finished_at = ${now}
    WHERE organization_id = ${organizationId} AND id = ${reportId} AND state IN ('queued', 'running', 'asking')
    RETURNING old.file_key`.rows(db)
  await releaseFiles(db, rows)
}

async function releaseFiles(db: Db, endedReports: readonly z.infer<typeof endedRow>[]): Promise<void> {
  for (const { file_key } of endedReports) if (file_key) await markFileUnreferenced(db, file_key)
}

export async function lockPayouts(db: Db, { organizationId }: Tenant): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('payouts', ${organizationId}))`.execute(db)
}

const layout = z.object({ columns: z.array(z.string()), preamble: z.array(z.string()) })
const platformRow = z.object({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  payer_names: z.array(z.string()),
  report_formats: z.array(layout),
})

/** A few dozen. A merged platform's reports belong to the remaining platform. */
export async function listReportPlatforms(db: Db): Promise<ReportPlatform[]> {
  const rows = await sql(platformRow)`
    SELECT coalesce(merged_into_id, id) AS id, name, aliases, payer_names, report_formats FROM platforms ORDER BY name LIMIT 500`.rows(
    db,
  )
  return rows.map(({ id, name, aliases, payer_names, report_formats }) => ({
    id,
    names: [name, ...aliases],
    payerNames: payer_names,
    layouts: report_formats,
  }))
}

const organizationFacts = z.object({
  id: z.int(),
  name: z.string(),
  ein: z.string(),
  currency: z.enum(['USD', 'CAD']),
  time_zone: z.string(),
})
export type PayoutOrganization = z.infer<typeof organizationFacts>

/** The organization first, then its chapters. */
export async function listPayoutOrganizations(
  db: Db,
  { organizationId, family }: Tenant,
): Promise<PayoutOrganization[]> {
  return sql(organizationFacts)`
    SELECT id, name, ein, currency, time_zone FROM organizations WHERE id = ANY (${[...family]}::bigint[])
    ORDER BY id <> ${organizationId}, name`.rows(db)
}
