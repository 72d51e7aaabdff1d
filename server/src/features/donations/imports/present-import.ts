import { imports, toUnits } from '@twofold/contract'
import type { Question, ReadFile, Warning } from '../file-reading/index.ts'
import type { ImportRow } from './imports.queries.ts'

export const presentImport = (row: ImportRow, now: Date): imports.ImportRun => ({
  id: row.id,
  state: row.state,
  rows: row.rows,
  accepted: row.accepted,
  updated: row.updated,
  rejected: row.rejected,
  unchanged: row.unchanged,
  left_out: row.left_out,
  joined: row.joined,
  not_taken: row.not_taken,
  news: row.news,
  error: row.error,
  phase: row.phase,
  phase_done: row.phase_done,
  waits_for_undo: row.waits_for_undo,
  file_name: row.file_name,
  user: { name: row.user_name },
  opt_in: row.options.optIn,
  no_company: row.options.noCompany,
  outcome: row.outcome,
  outcome_once_set_up: row.outcome_once_set_up,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  can_undo:
    row.state === 'done' &&
    (row.accepted > row.updated || row.news > 0) &&
    !row.mails_gone &&
    isWithinUndoPeriod(row, now),
})

const undoMs = imports.uploadLimits.undoHours * 3_600_000

export const isWithinUndoPeriod = (row: ImportRow, now: Date): boolean =>
  row.finished_at !== null && now.getTime() - row.finished_at.getTime() < undoMs

export const presentWarning = ({ sumCents, ...warning }: Warning): imports.ImportWarning => ({
  ...warning,
  ...(sumCents === undefined ? {} : { sum: toUnits(sumCents) }),
})

export const presentQuestion = (
  { sumCents, examples, ...question }: Question,
  { sheetRows }: Pick<ReadFile['table'], 'sheetRows'>,
): imports.ImportQuestion => ({
  ...question,
  examples: examples.map((example) => ({ ...example, sheet_row: sheetRows[example.row - 1] ?? example.row })),
  sum: sumCents === null ? null : toUnits(sumCents),
})
