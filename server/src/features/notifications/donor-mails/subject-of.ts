import type { Db } from '../../../platform/database/database.ts'
import { oneLine } from '../../../platform/mail/plain-words.ts'
import { isMailedStatus, languageOf, readMessage } from '../../texts/index.ts'
import { donorMailKinds } from './donor-mail-kinds.ts'
import { variablesOf } from './mail-variables.ts'
import { findMatchFacts } from './match-facts.queries.ts'

/** The subject that a first mail about this match would have now; '' where none would be sent. */
export async function subjectOf(
  db: Db,
  mail: Parameters<typeof findMatchFacts>[1] & { readonly statusId: number },
): Promise<string> {
  if (!isMailedStatus(mail.statusId)) return ''
  const facts = await findMatchFacts(db, mail)
  if (!facts) return ''
  const language = languageOf(facts.donor.language)
  return oneLine(
    readMessage(
      language.mails[mail.statusId][donorMailKinds.initial.template.subject],
      language.locale,
    )(variablesOf(facts, language)),
  )
}
