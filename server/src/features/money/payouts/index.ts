/**
 * Money received: reports of payouts are read like uploads, by names and contents; their lines are tied to matches where that is
 * clear, wait for a person where it is not, and become matches of their own where nothing fits. `settleReceived` has a match
 * say what its tied lines brought, through the seam of matches; `payout_entries` is the ledger of it. The same report again
 * adds nothing, undone it leaves nothing behind.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { FileReader } from '../../donations/imports/index.ts'
import { bankRoutes } from './bank.routes.ts'
import { expectedRoutes } from './expected.routes.ts'
import { payoutRoutes } from './payouts.routes.ts'
import { runReport } from './run-report.ts'
import { payoutQueue } from './start-report.ts'

export { bankAtOnce } from './bank.ts'
export type { ReportedPayout, ReportLine } from './reading/report.ts'
export { recordAtOnce } from './record-at-once.ts'
export { undoOfReport } from './undo-report.ts'

type Given = { readonly platform: Platform; readonly reader: FileReader; readonly directory: Directory }

export const payoutsRoom = ({ platform, reader, directory }: Given): Room => ({
  routes: [...payoutRoutes({ reader, directory }), ...expectedRoutes, ...bankRoutes({ reader })],
  jobs: {
    [payoutQueue]: (data, signal) => runReport({ platform, reader, directory }, data, signal),
  },
})
