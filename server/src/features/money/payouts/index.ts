/**
 * Payout reports are read by column names and contents; clear lines are tied to matches, others wait for a person.
 * `payout_entries` is the ledger. Uploading a report twice adds nothing; undoing it removes everything.
 */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { FileReader } from '../../donations/file-reading/index.ts'
import { bankRoutes } from './bank.routes.ts'
import { expectedRoutes } from './expected.routes.ts'
import { payoutRoutes } from './payouts.routes.ts'
import { runReport } from './run-report.ts'
import { payoutQueue } from './start-report.ts'

export { importBankLines } from './bank.ts'
export type { ReportedPayout, ReportLine } from './reading/report.ts'
export { recordFinishedReport } from './record-finished-report.ts'
export { reportUndo } from './undo-report.ts'

type Options = { readonly platform: Platform; readonly reader: FileReader; readonly directory: Directory }

export const payoutsFeature = ({ platform, reader, directory }: Options): Feature => ({
  routes: [...payoutRoutes({ reader, directory }), ...expectedRoutes, ...bankRoutes({ reader })],
  jobs: {
    [payoutQueue]: (data, signal) => runReport({ platform, reader, directory }, data, signal),
  },
})
