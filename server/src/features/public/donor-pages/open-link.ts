import { dependsOnEmployment, instructedStatusIds, readEmployerText } from '@twofold/matching'
import { acrossOrganizations, type Db, readOnly } from '../../../platform/database/database.ts'
import { readSignedLink, signedLinks } from '../../../platform/links/signed-links.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { listPoliciesOn } from '../../core/companies/index.ts'
import { findMatchFacts, type MatchFacts } from '../../email/match-facts/index.ts'
import { findMatchOfMail } from '../../email/notifications/index.ts'
import { findMatchForm } from '../../forms/signatures/index.ts'
import { type DonorAction, findDonorAction } from '../../matches/journal/index.ts'
import { isUndoable } from '../../matches/matches/index.ts'
import { type GiftOfDonor, listGiftsOfDonor } from './gifts-of-donor.queries.ts'

export type LinkedMatch = {
  readonly organizationId: number
  readonly parentId: number | null
  readonly donationId: number
  readonly donorId: number
}

export type OpenedLink = {
  readonly match: LinkedMatch
  readonly facts: MatchFacts
  readonly asksEmployment: boolean
  /** The donor may open the signed form again. */
  readonly isSigned: boolean
  readonly undoable: DonorAction | null
  /** To this nonprofit and its chapters, including this gift. */
  readonly gifts: readonly GiftOfDonor[]
}

/** Crosses organizations. Null for a forged link, a deleted match and another donor's gift. */
export async function openLink(
  platform: Platform,
  token: string,
  chosenId: number | null,
  browserLanguage: string,
): Promise<OpenedLink | null> {
  const mail = readSignedLink(platform, signedLinks.donorPage, token)
  if (!mail) return null
  const now = platform.clock()
  return acrossOrganizations(readOnly(platform.database), async (db) => {
    const matchOfMail = await findMatchOfMail(db, mail)
    if (!matchOfMail) return null
    const gifts = await listGiftsOfDonor(db, { ...matchOfMail, now })
    const match = chosenId === null ? matchOfMail : gifts.find(({ donationId }) => donationId === chosenId)
    const facts = match && (await findMatchFacts(db, { ...match, now }))
    if (!match || !facts) return null
    const [asksEmployment, form, action] = await Promise.all([
      isEmploymentAsked(db, facts),
      findMatchForm(db, match),
      findDonorAction(db, match.organizationId, match.donationId),
    ])
    const undoable = action && isUndoable(action, now) ? action : null
    const isSigned = form?.is_signed ?? false
    return { match, facts: withBrowserLanguage(facts, browserLanguage), gifts, asksEmployment, isSigned, undoable }
  })
}

/** Applies only if the donor's own language is unknown. */
export const withBrowserLanguage = (facts: MatchFacts, browserLanguage: string): MatchFacts =>
  facts.donor.chosenLanguage !== '' || browserLanguage === ''
    ? facts
    : { ...facts, donor: { ...facts.donor, language: browserLanguage } }

/** A relationship that excluded the gift may be a mistake, so the page asks again. */
async function isEmploymentAsked(db: Db, { donation }: MatchFacts): Promise<boolean> {
  const { companyId, statusId, reasonCode } = donation
  const isOpen = instructedStatusIds.some((id) => id === statusId) || statusId === 28
  const isExcluded = reasonCode === 'employee_type_excluded'
  if (companyId === null || (!isOpen && !isExcluded)) return false
  const statedEmployment = donation.employment ?? readEmployerText(donation.employerText).employment
  if (statedEmployment !== null && !isExcluded) return false
  const policy = (await listPoliciesOn(db, [companyId], donation.day)).get(companyId)
  return policy !== undefined && dependsOnEmployment(policy)
}
