import { isDeceasedName } from '@twofold/matching'
import { headerWords } from './headers.ts'
import { otherPeople } from './score-words.ts'
import type { Row, Table } from './table.ts'

export type ContactPreference = 'opted_out' | 'deceased'

/** A yes forbids email. Postal mail and calls are not meant. `headerWords` reads "no" as "number". */
const noEmailHeader =
  /^((donor|contact|constituent|supporter|primary) )*(is |has |requests? )?((do not|dont|no|number) (send )?(email|contact|solicit|communicate)s?|(email|communications?|contact|marketing|newsletter) (opt out|opted out|unsubscribed|blocked|suppressed)|opt(ed)? out( of)?( all)?( email)?s?|has opted out of email|unsubscribed?( from email)?s?|unsubscribed at|email opt out|globally unsubscribed|exclude from email|suppress email|dnc|dne)$/
/** A no in such a column forbids email. */
const emailAllowedHeader =
  /^((donor|contact|constituent|supporter|primary) )*((email|communications?|marketing|newsletter) (opt in|opted in|consent|permission|allowed|subscribed)|opt(ed)? in( to)?( email)?s?|(can|may) (be )?(email|contact)(ed)?|subscribed( to email)?|send emails?|receive emails?|accepts marketing|ok to (email|contact)|(email|contact) ok|emailable|contactable|(gdpr|contact) consent|consent to (email|contact))$/
const deceasedHeader =
  /^((donor|contact|constituent|supporter|is) )*(deceased|deceased date|date deceased|date of death|death date)( flag)?$/
const preferenceHeader =
  /^((donor|contact|constituent|supporter|preferred|primary) )*((communication|contact|email|mail|mailing|solicitation|solicit|marketing|subscription) (preference|status|code|method|permission|tag|setting)s?( status)?|preferred (communication|contact)( method| channel)?|solicit codes?|no contact reason)$/

const yes = /^(yes|true|y|1|x|t|on|checked|opted[ -]?out|opt[ -]?out|unsubscribed|do not.*)$/i
const no = /^(no|false|n|0|f|off|unchecked|opted[ -]?out|opt[ -]?out|unsubscribed|never|declined|revoked)$/i
const isDay = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b/
const noEmailWords =
  /\b(do not|don'?t|no|never|stop) (send )?(e-?mails?|contact|communicate|communication|solicit)|\bdnc\b|\bdne\b|\bunsubscribe|\bopt(ed)?[ -]?out|\bnone\b|\bno (further )?(contact|communication)|^(postal )?mail only$|^(phone|post|print)( mail)? only$|\bremoved?\b.*\blist\b|\bcleaned\b|^(denied|declined|revoked|withdrawn)$/i
const deceasedWords = /\bdeceased\b|\bdied\b/i
/** A whole cell, such as a status, a reason or a title. */
const deceasedCell = /^(deceased|the late)$/i

export function contactPreferenceReader(table: Table): (row: Row, name: string) => ContactPreference | null {
  const words = table.originalHeaders.map(headerWords)
  const columns = (header: RegExp) => words.flatMap((text, at) => (header.test(text) ? [at] : []))
  const forbids = columns(noEmailHeader)
  const allows = columns(emailAllowedHeader)
  const deaths = columns(deceasedHeader)
  const preferences = columns(preferenceHeader)
  const ofDonor = words.flatMap((text, at) => (otherPeople.test(text) ? [] : [at]))
  return (row, name) => {
    const cell = (at: number) => (row.cells[at]?.trim() ?? '').slice(0, 100)
    const says = (at: number, form: RegExp) => form.test(cell(at))
    const hasDied =
      isDeceasedName(name) ||
      deaths.some((at) => says(at, yes) || says(at, deceasedWords) || says(at, isDay)) ||
      preferences.some((at) => says(at, deceasedWords)) ||
      ofDonor.some((at) => says(at, deceasedCell))
    if (hasDied) return 'deceased'
    const isForbidden =
      forbids.some((at) => says(at, yes) || says(at, isDay)) ||
      allows.some((at) => says(at, no)) ||
      preferences.some((at) => says(at, noEmailWords))
    return isForbidden ? 'opted_out' : null
  }
}
