import type { Db } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { isMailedStatus, languageOf, readMessage } from '../../../core/texts/index.ts'
import { variablesOf } from './mail-variables.ts'
import { listMatchFacts, type MatchFacts } from './match-facts.queries.ts'

type FirstMail = Parameters<typeof listMatchFacts>[1][number] & { readonly statusId: number }

export async function listFirstSubjects(db: Db, mails: readonly FirstMail[], now: Date): Promise<string[]> {
  const asked = mails.map(({ organizationId, donationId, donorId }) => ({ organizationId, donationId, donorId }))
  const found = new Map((await listMatchFacts(db, asked, now)).map((facts) => [facts.donation.id, facts]))
  return mails.map(({ donationId, statusId }) => {
    const facts = found.get(donationId)
    return facts ? subjectOf(facts, statusId) : ''
  })
}

function subjectOf(facts: MatchFacts, statusId: number): string {
  if (!isMailedStatus(statusId)) return ''
  const language = languageOf(facts.donor.language)
  return oneLine(readMessage(language.mails[statusId].subject1, language.locale)(variablesOf(facts, language)))
}
