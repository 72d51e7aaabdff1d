import { readEmployerText, toldStatusIds, treatsPeopleDifferently } from '@twofold/matching'
import { acrossOrganizations, type Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { listCurrentPolicies } from '../companies/index.ts'
import { findMatchFacts, findMatchOfMail, type MatchFacts, readLinkToken } from '../notifications/index.ts'

export type MatchOfLink = {
  readonly organizationId: number
  readonly parentId: number | null
  readonly donationId: number
  readonly donorId: number
}

/** The match that a link from a mail is about; null for a forged link and for a match that is gone. Crosses organizations. */
export async function findMatchOfLink(
  platform: Platform,
  token: string,
): Promise<{ match: MatchOfLink; facts: MatchFacts; asksEmployment: boolean } | null> {
  const mail = readLinkToken(platform, 'page', token)
  if (!mail) return null
  return acrossOrganizations(
    platform.database,
    async (db) => {
      const match = await findMatchOfMail(db, mail)
      const facts = match && (await findMatchFacts(db, { ...match, now: platform.clock() }))
      return match && facts ? { match, facts, asksEmployment: await isEmploymentAsked(db, facts) } : null
    },
    { readOnly: true },
  )
}

/** While the answer can still change something: what the donor does is open, or this is why the gift was left out. */
async function isEmploymentAsked(db: Db, { donation }: MatchFacts): Promise<boolean> {
  const { companyId, statusId, reasonCode } = donation
  const isOpen = toldStatusIds.some((id) => id === statusId) || statusId === 28
  if (companyId === null || (!isOpen && reasonCode !== 'employee_type_excluded')) return false
  if ((donation.employment ?? readEmployerText(donation.employerText).employment) !== null) return false
  const policy = (await listCurrentPolicies(db, [companyId])).get(companyId)
  return policy !== undefined && treatsPeopleDifferently(policy)
}
