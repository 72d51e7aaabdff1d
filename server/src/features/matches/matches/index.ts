/**
 * Matches: the rules decide what becomes of a donation, and actions move it. Only `changeMatches` writes statuses,
 * payment states, and parts, with history, evaluation, and mail in the same transaction. A trigger rejects all other
 * writes.
 *
 * All functions take a transaction of `inTenant` and a context `{ platform, tenant, directory, actor }`; the directory
 * comes from `features.ts`.
 */
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Directory } from '../../core/companies/index.ts'
import { runExpiringJournal } from './expire-journal.ts'
import { runLookingAtGrownTables } from './grown-tables.ts'
import { runPassingTime } from './pass-time.ts'

export { actBy, actByDay, dayToAct, isAsked, otherWeeks, toActOn } from './act-by.queries.ts'
export type { Actor } from './actor.ts'
export { changeCompanyOfGifts } from './change-company-of-gifts.ts'
export type { FieldChange } from './change-matches.queries.ts'
export { changeMatches, removeMatches } from './change-matches.ts'
export { compareStanding } from './compare-standing.ts'
export { evaluateAffected } from './evaluate-affected.ts'
export { evaluateAgain } from './evaluate-again.ts'
export { type EvaluationContext, evaluateArriving, evaluateDonors, type Newcomers } from './evaluate-donations.ts'
export { findRelatives, lockEvaluating, lockGivers, lockPeople } from './family.queries.ts'
export { inFamily, lockUnlessHeld } from './family.ts'
export { forgetEmployer } from './forget-employer.ts'
export { personOf } from './gift-book.ts'
export {
  type DonorAction,
  findDonorAction,
  findOrganizationOfKept,
  moneyReceived,
  noteOutcome,
  type Operation,
  recordBefore,
  type Standing,
  takeStanding,
} from './journal.queries.ts'
export { keepingSums } from './keep-sums.queries.ts'
export {
  fieldShapes,
  fieldTypes,
  type GivenFields,
  readFields,
  unsaidFields,
  withBlanks,
} from './kept-fields.ts'
export {
  type ArrivingRow,
  type Bills,
  billsShape,
  keptMatch,
  type MatchRow,
  ownCents,
  standsForSeveral,
} from './match-row.ts'
export {
  listMergedWith,
  lockDonations,
  lockDonationsOfDonors,
  lockToPress,
} from './matches.queries.ts'
export { type MovedMatch, moveMatches, type RequestedMove } from './move-matches.ts'
export { passedAtOnce, passTime } from './pass-time.ts'
export { type Preview, previewMatch } from './preview-match.ts'
export { rehearseAcross, rehearseDirectoryChange, rehearsedAtMost } from './rehearse-across.ts'
export { findWholes, isWithEmployer, listWithEmployer, type SettledGift, settleGifts } from './settle-gifts.ts'
export { listStanding, listWithParts } from './standing.queries.ts'
export { takeApart } from './take-apart.ts'
export { donorMayUndoUntil, isUndoable, undoDonorAction } from './undo-donor-action.ts'
export {
  takeKeptNewsBack,
  takeNewsBack,
  type Undone,
  type UndoneChange,
  undoOperation,
  undoStaffChange,
} from './undo-operation.ts'
export { type Gained, listWaitingFor } from './waiting-gifts.queries.ts'

type Given = { readonly platform: Platform; readonly directory: Directory }

export const matchesRoom = ({ platform, directory }: Given): Room => ({
  workers: [
    () => runPassingTime(platform, directory),
    () => runLookingAtGrownTables(platform),
    () => runExpiringJournal(platform),
  ],
})
