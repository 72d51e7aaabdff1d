import { directory } from '@twofold/contract'
import type { ChangeRow } from './changes.queries.ts'

export const presentChange = (row: ChangeRow, now: Date): directory.DirectoryChange => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.by,
  kind: row.kind,
  company: row.company,
  subject: row.subject,
  changes: row.changes,
  gifts: row.gifts,
  left: row.left,
  not_restored: row.not_restored,
  undone_by: row.undone_by,
  can_undo: row.undone_by === null && row.is_last && row.at >= undoableSince(now) && canBeUndone(row),
})

export const undoableSince = (now: Date): Date => new Date(now.getTime() - directory.directoryUndoDays * 86_400_000)

export const canBeUndone = ({ kind, undo: { company, platform, rate, entered, superseded } }: ChangeRow): boolean =>
  kind === 'file' || Boolean(company ?? platform ?? rate) || entered.length > 0 || superseded.length > 0
