/** Gifts and their matches: the filtered list, with one match open in front of it. All state is in the address. */

import { late, lateDialog, Nothing } from '../../../ui/late.tsx'
import type { downloadList as DownloadList } from './download-list.ts'

export { deadlinesAddress, donationsAddress, matchAddress } from './addresses.ts'
export { askForFile } from './files/ask-for-file.ts'
export { periodIn } from './list-state.ts'
export { MailState } from './match/match-mails.tsx'
export { SeeEmail } from './match/see-email.tsx'
export { matchRefreshes, useUndoChanges } from './match/undo-change.ts'
export { actionInWords, employerInWords, mailKindInWords, opensInWords } from './match/words.ts'
export { type Day, monthInWords } from './period/days.ts'
export { PeriodPicker } from './period/period-picker.tsx'
export { type ClosedPeriod, defaultOverviewPeriod, isSamePeriod, type Period } from './period/periods.ts'
export { familyLooks, StatusBadge } from './status-badge.tsx'
export { stateOfLook } from './views/list-look.ts'
export { ReportEditor, type ReportForm, scopeNames, useReportForm } from './views/report-editor.tsx'
export {
  type Begun,
  blankReport,
  type ChosenColumn,
  type ListOnly,
  listOnly,
  lookOf,
  type ReportValues,
} from './views/report-values.ts'

/** Loaded on demand, because the dashboard imports this module too. */
export const AddDonationDialog = lateDialog(() => import('./add-donation-dialog.tsx'))
export const downloadList: typeof DownloadList = async (...given) =>
  (await import('./download-list.ts')).downloadList(...given)

export const FileList = late(() => import('./files/file-list.tsx'))
export const ManyRowsNote = late(() => import('./files/many-rows-note.tsx'), Nothing)
