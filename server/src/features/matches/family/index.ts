/** A parent organization and its chapters, whose donations of one donor are evaluated together under one lock. */

export {
  findFamilyScope,
  lockDonorsForEvaluation,
  lockFamilyForEvaluation,
  lockIncomingDonors,
} from './family.queries.ts'
export { type EvaluationScope, inFamily, isOwnedByCaller, lockUnlessHeld } from './family.ts'
