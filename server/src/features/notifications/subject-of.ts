import type { Db } from '../../platform/database/database.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'
import { variablesOf } from './mail-variables.ts'
import { isMailedStatus } from './mailed-statuses.ts'
import { findMatchFacts } from './match-facts.ts'
import { languageOf, readMessage } from './texts/catalogue.ts'

/** The subject that a first mail about this match would have now; '' where none would be sent. */
export async function subjectOf(
  db: Db,
  mail: Parameters<typeof findMatchFacts>[1] & { readonly statusId: number },
): Promise<string> {
  const facts = await findMatchFacts(db, mail)
  if (!facts || !isMailedStatus(mail.statusId)) return ''
  const language = languageOf(facts.donor.language)
  return oneLine(readMessage(language.mails[mail.statusId].subject1, language.locale)(variablesOf(facts, language)))
}
