/**
 * Received money. Payout reports are read like uploads, by column names and contents. Clear lines are tied to matches,
 * unclear ones wait for a person, and unmatched ones can become new matches. `settleReceived` updates matches from
 * their tied lines through the only code path that changes a match. `payout_entries` is the ledger. Uploading the same
 * report again adds nothing, and undoing it removes everything.
 */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { FileReader } from '../../donations/imports/index.ts'
import { bankRoutes } from './bank.routes.ts'
import { expectedRoutes } from './expected.routes.ts'
import { payoutRoutes } from './payouts.routes.ts'
import { runReport } from './run-report.ts'
import { payoutQueue } from './start-report.ts'

export { importBankLines } from './bank.ts'
export type { ReportedPayout, ReportLine } from './reading/report.ts'
export { recordFinishedReport } from './record-finished-report.ts'
export { reportUndo } from './undo-report.ts'

type Given = { readonly platform: Platform; readonly reader: FileReader; readonly directory: Directory }

export const payoutsFeature = ({ platform, reader, directory }: Given): Feature => ({
  routes: [...payoutRoutes({ reader, directory }), ...expectedRoutes, ...bankRoutes({ reader })],
  jobs: {
    [payoutQueue]: (data, signal) => runReport({ platform, reader, directory }, data, signal),
  },
})
