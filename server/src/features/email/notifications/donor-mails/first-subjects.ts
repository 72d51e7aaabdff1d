import type { Db } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { isMailedStatus, languageOf, readMessage } from '../../../core/texts/index.ts'
import { listMatchFacts, type MatchFacts, variablesOf } from '../../match-facts/index.ts'

type FirstMailKey = Parameters<typeof listMatchFacts>[1][number] & { readonly statusId: number }

export async function listFirstSubjects(db: Db, mails: readonly FirstMailKey[], now: Date): Promise<string[]> {
  const keys = mails.map(({ organizationId, donationId, donorId }) => ({ organizationId, donationId, donorId }))
  const factsById = new Map((await listMatchFacts(db, keys, now)).map((facts) => [facts.donation.id, facts]))
  return mails.map(({ donationId, statusId }) => {
    const facts = factsById.get(donationId)
    return facts ? renderSubject(facts, statusId) : ''
  })
}

function renderSubject(facts: MatchFacts, statusId: number): string {
  if (!isMailedStatus(statusId)) return ''
  const language = languageOf(facts.donor.language)
  return oneLine(readMessage(language.mails[statusId].subject1, language.locale)(variablesOf(facts, language)))
}
