import { lazyDialog } from '../../../ui/lazy.tsx'
import type { downloadList as DownloadList } from './download-list.ts'

export { deadlinesUrl, donationsUrl, donationTabs, matchUrl, unansweredUrl } from './donation-urls.ts'
export { parsePeriod } from './list-state.ts'
export { MailState } from './match/match-mails.tsx'
export { describeAction, describeEmployer, describeMailKind, describeUnopened } from './match/match-text.ts'
export { matchRefreshes, useUndoChanges } from './match/undo-change.ts'
export { ViewEmailLink } from './match/view-email-link.tsx'
export { StatusBadge, statusFamilyStyles } from './status-badge.tsx'
export { StatusList } from './status-list.tsx'
export { listStateOfReport } from './views/list-as-report.ts'
export { ReportEditor, type ReportForm, scopeNames, useReportForm } from './views/report-editor.tsx'
export {
  blankReport,
  type ChosenColumn,
  type InitialReport,
  type ListOnlyFilter,
  listOnlyFilterNames,
  type ReportValues,
  reportDefinitionOf,
} from './views/report-values.ts'

/** The dashboard imports this module too. */
export const AddDonationDialog = lazyDialog(() => import('./add-donation-dialog.tsx'))
export const downloadList: typeof DownloadList = async (...args) =>
  (await import('./download-list.ts')).downloadList(...args)
