/**
 * The rules decide what becomes of a donation, and actions move it. Only `changeMatches` writes, which a trigger
 * enforces.
 *
 * Functions take a transaction of `inTenant` and a context `{ platform, tenant, directory, actor }`.
 */

import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { runTimeTransitions } from './apply-time-transitions.ts'
import { runPlannerStatistics } from './refresh-planner-statistics.ts'

export type { Actor } from './actor.ts'
export { applyTimeTransitions, timeTransitionBatchSize } from './apply-time-transitions.ts'
export {
  type CombinedDonationChange,
  changeCombinedDonations,
  findCombinedMatches,
  isWithEmployer,
  listWithEmployer,
} from './change-combined-donations.ts'
export { changeCompanyOfDonations } from './change-company-of-donations.ts'
export type { FieldChange } from './change-matches.queries.ts'
export { changeMatches, deleteMatches } from './change-matches.ts'
export { clearCompany } from './clear-company.ts'
export { listFamilies } from './due-matches.queries.ts'
export { evaluateAffected } from './evaluate-affected.ts'
export { evaluateAgain } from './evaluate-again.ts'
export {
  type EvaluationContext,
  evaluateExistingDonations,
  evaluateNewDonations,
  type PendingDonors,
} from './evaluate-donations.ts'
export { personKeyOf } from './evaluation-state.ts'
export { type MovedMatch, moveMatches, type RequestedMove } from './move-matches.ts'
export { type MatchPreview, previewMatch } from './preview-match.ts'
export { splitCombinedMatches } from './split-combined-matches.ts'
export { donorUndoDeadline, isUndoable, undoDonorAction } from './undo-donor-action.ts'
export {
  revertDirectoryChange,
  revertJournaledDirectoryChange,
  type UndoResult,
  undoConfirmations,
  undoOperation,
  undoStaffChange,
} from './undo-operation.ts'
export { listDonationsAwaitingCompany } from './waiting-donations.queries.ts'

type MatchesServices = { readonly platform: Platform; readonly directory: Directory }

export const matchesFeature = ({ platform, directory }: MatchesServices): Feature => ({
  workers: [() => runTimeTransitions(platform, directory), () => runPlannerStatistics(platform)],
})
