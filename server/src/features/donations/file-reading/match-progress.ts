import { type ColumnMap, isFieldTarget } from '@twofold/contract'
import { headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import { stateKey } from './payment-state.ts'
import type { Row, Table } from './table.ts'

/** The employer was asked for the match, paid it, or refused it, according to the file. */
export type MatchProgress = 'requested' | 'paid' | 'refused'

const matchHeader = /\b(match(ing|ed|es)?|mg|jumel\w*|contrepartie|abondement|contrapartida|double the donation|dtd)\b/
/** Expectations, campaigns, and emails to donors. */
const otherHeader =
  /\b(expected|estimated|potential|eligib\w*|campaign|challenge|policy|program|email(ed|s)?|reminders?|instructions|link|url|deadline|due|ratio|minimum|maximum|id)\b|\b(company|employer|name|organization|corporation)$/
const doneHeader =
  /\b(request(ed)?|submitted|submission|applied|filed|initiated|approved|received|paid|matched|completed?|claimed|fulfilled|demande\w*|soumis\w*|envoye\w*|recue?|paye\w*|solicitad[oa]|enviad[oa]|recibid[oa]|pagad[oa])\b/
const noun = /\b(request|submission)\b/
const noteHeader = /\b(notes?|comments?|memo|description|remarks?|status|stage|tags?|flags?|labels?)\b/

const progressWords =
  /\b(submitted|requested|initiated|filed|applied|in (progress|process)|processing|under review|pending|approved|verified|matched|paid|received|completed?|fulfilled|claimed|awaiting|issued|disbursed|done|rec['’]?d|soumise?|envoyee?|demandee?|approuvee?|payee?|recue?|en cours|enviad[oa]|solicitad[oa]|aprobad[oa]|pagad[oa]|recibid[oa]|completad[oa])\b/
/** "Matched" and "Complete" may mean that the donor completed the request. */
const paidWords = /\b(paid|received|rec['’]?d|disbursed|fulfilled|payee?|recue?|pagad[oa]|recibid[oa])\b/
const refusedWords = /\b(denied|rejected|refused|declined|refusee?|rechazad[oa])\b/
const notYet =
  /\b(not|never|no|non|pas|sin|unsubmitted|yet|to be|will|needs?|should|please|if|can|could|wants?|to (submit|request|apply)|(pending|awaiting) (donor|submission|request)|(has|is|was|did|have|does|do)n['’]?t|a (envoyer|soumettre)|por enviar)\b/
const requestInText =
  /\b(match(ing)?( gifts?)?|mg)( (form|request|application|paperwork|claim)s?)?( (has|have|was|is|been|already))* (initiated|submitted|requested|sent|filed|received|approved|paid|completed?|in process)\b|\b(submitted|requested|filed|sent in|applied for)( (a|an|the|his|her|their|my|our|for))?( \w+)? (match(ing)?|mg)\b/

const yes = /^(yes|true|y|1|x|t|done|oui|vrai|s[ií]|verdadero|ja|[✓✔☑•])$/iu
const isDay = /^(\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}\b|(\p{L}{3,9}\.? \d{1,2},? |\d{1,2}[ -]\p{L}{3,9}\.?[ -])\d{2,4}$)/u
const cellLength = 200

const hasMoney = (cell: string): boolean => /\d/.test(cell) && (parseMoney(cell)?.cents ?? 0) > 0

const progressIn = (text: string): MatchProgress => (paidWords.test(text) ? 'paid' : 'requested')

export function matchProgressReader(table: Table, map: ColumnMap): (row: Row) => MatchProgress | null {
  const columns = table.originalHeaders.flatMap((original, at) => {
    const words = headerWords(original)
    const target = Object.hasOwn(map, table.headers[at] ?? '') ? map[table.headers[at] ?? ''] : undefined
    if (target !== undefined && isFieldTarget(target)) return []
    const isOfMatch = matchHeader.test(words) && !otherHeader.test(words)
    return isOfMatch || noteHeader.test(words) ? [{ at, words, isOfMatch }] : []
  })
  return ({ cells }) => {
    const found = columns.map(({ at, words, isOfMatch }): MatchProgress | null => {
      const cell = (cells[at]?.trim() ?? '').slice(0, cellLength)
      if (cell === '') return null
      const text = stateKey(cell)
      if (notYet.test(text)) return null
      if (!isOfMatch) return requestInText.test(text) ? progressIn(text) : null
      if (refusedWords.test(text)) return 'refused'
      const isDone =
        doneHeader.test(words) && (isDay.test(cell) || (!noun.test(words) && (yes.test(cell) || hasMoney(cell))))
      if (isDone) return progressIn(`${words} ${text}`)
      return progressWords.test(text) ? progressIn(text) : null
    })
    return found.find((progress) => progress === 'refused') ?? found.find((progress) => progress !== null) ?? null
  }
}
