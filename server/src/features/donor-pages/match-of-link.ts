import { acrossOrganizations } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
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
): Promise<{ match: MatchOfLink; facts: MatchFacts } | null> {
  const mail = readLinkToken(platform, 'page', token)
  if (!mail) return null
  return acrossOrganizations(
    platform.database,
    async (db) => {
      const match = await findMatchOfMail(db, mail)
      const facts = match && (await findMatchFacts(db, { ...match, now: platform.clock() }))
      return match && facts ? { match, facts } : null
    },
    { readOnly: true },
  )
}
