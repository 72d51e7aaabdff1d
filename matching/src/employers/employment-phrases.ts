import type { Employment } from '../shared/gift-kinds.ts'
import { normalizeName } from './company-names.ts'

export type Word = { readonly raw: string; readonly key: string }

/** Returns the words of a text, each as written and as a key. */
export const wordsOf = (text: string): Word[] =>
  text
    .split(' ')
    .filter((raw) => raw !== '')
    .map((raw) => ({ raw, key: normalizeName(raw).replaceAll(' ', '') }))

const separators = new Set([...' ,:;-–—|('])

/** Returns the words joined, without separators at the ends. */
export function textOf(words: readonly Word[]): string {
  const text = words.map(({ raw }) => raw).join(' ')
  let [start, end] = [0, text.length]
  while (start < end && separators.has(text[start] ?? '')) start++
  while (end > start && separators.has(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .split('|')
    .map((phrase) => phrase.split(' '))
    .sort((a, b) => b.length - a.length)

const noWords = words('')
const placePrepositions = words('from of at for by with to in the de del du des la le el los las les chez en d')
const foreignPrepositions = words('de del du des d chez en para pour')

const retired = phrases(
  'retired|retried|retird|retd|ret|retiree|retirement|emeritus|emerita|semiretired|semi retired|' +
    'retraite|retraitee|a la retraite|en retraite|preretraite|preretraitee|jubilado|jubilada|retirado|retirada|pensionado|' +
    'pensionada|pensionista|pensionne|pensionnee|prejubilado|prejubilada',
)
const spouse = phrases(
  'spouse|wife|husband|hubby|spouses|wifes|husbands|domestic partner|domestic partners|' +
    'conjoint|conjointe|epoux|epouse|esposo|esposa|marido|conyuge|widow|widower|veuve|veuf|viuda|viudo',
)
const board = phrases(
  'board of directors|board of trustees|board member|board director|board chair|board|member of the board|trustee|' +
    'nonexecutive director|non executive director|outside director|independent director|director emeritus|chairman of the board|' +
    'chair of the board',
)
const former = phrases(
  'ex|former|formerly|former employee|previously|past|was at|was with|laid off|was laid off|used to work|used to be|no longer|' +
    'left|ex employe|ex employee|ex empleado|ex empleada|exempleado|exempleada|exemploye|exemployee',
)
const formerly = phrases(
  'alumni|alumnus|alumna|alum|ancien|ancienne|ancien employe|ancienne employee|antiguo|antigua|antiguo empleado|antigua empleada|antes|anteriormente|' +
    'autrefois|trabaje|trabajaba|je travaillais',
)

type Opening = {
  readonly employment: Employment
  readonly lead: ReadonlySet<string>
  readonly phrases: readonly (readonly string[])[]
  readonly linkWords: ReadonlySet<string>
  /** One of these words is required, if set. */
  readonly requiredWords?: ReadonlySet<string>
}

const workWords = words(
  'employer job company work works working employed employee is was at for by of with s the a ' +
    'de del du des d la le el los las les chez en para pour trabaja travaille es est employe employee empleado empleada un una une',
)

const openings: readonly Opening[] = [
  { employment: 'spouse', lead: words('my late mon ma mi'), phrases: spouse, linkWords: workWords },
  {
    employment: 'spouse',
    lead: words('mon ma mi'),
    phrases: phrases('femme|mari|mujer|pareja'),
    linkWords: workWords,
    requiredWords: words('de del du d chez en para pour trabaja travaille'),
  },
  {
    employment: 'spouse',
    lead: words('my'),
    phrases: phrases('partner|partners'),
    linkWords: workWords,
    requiredWords: words('employer works work employed'),
  },
  {
    employment: 'retired',
    lead: words('i am im now currently professor prof je suis estoy soy'),
    phrases: retired,
    linkWords: placePrepositions,
  },
  { employment: 'board', lead: words('on the'), phrases: board, linkWords: placePrepositions },
  {
    employment: 'former',
    lead: words('i'),
    phrases: former,
    linkWords: words('at with from by of for employee the de del du d la le el los las les chez en'),
  },
  {
    employment: 'former',
    lead: noWords,
    phrases: formerly,
    linkWords: words('de del du des d la le el los las les chez en para pour'),
    requiredWords: foreignPrepositions,
  },
  {
    employment: 'contractor',
    lead: words('independent a'),
    phrases: phrases(
      'contractor|contracted|contracting|vendor|consultant|consulting|temp|freelancer|freelance|consultante|consultor|' +
        'consultora|contratista|sous traitant',
    ),
    linkWords: words('from of at for by with to in the de del du des la le chez en d para pour'),
    requiredWords: words('for at to with from de del du d chez en para pour'),
  },
  {
    employment: 'part_time',
    lead: noWords,
    phrases: phrases('parttime|part time|temps partiel|a temps partiel|medio tiempo|tiempo parcial'),
    linkWords: words('at for with employee of chez en de'),
  },
  {
    employment: 'employee',
    lead: words('i am im currently je suis yo soy estoy actualmente actuellement'),
    phrases: phrases(
      'work|works|working|worked|employed|employee|employer|intern|interning|on leave|on disability|on medical leave|on maternity leave|on parental leave|on sabbatical|en conge|travaille|trabajo|trabaja|trabajando|' +
        'empleado|empleada|employe|employee|salarie|salariee|stagiaire|becario|becaria',
    ),
    linkWords: words('at for with in by of is from the de del du des d la le el los las les chez en para pour au'),
    requiredWords: words('at for with in by of is from de del du des d chez en para pour au'),
  },
]

type Ending = { readonly employment: Employment; readonly phrases: readonly (readonly string[])[] }

const endings: readonly Ending[] = [
  { employment: 'spouse', phrases: [...spouse, ...phrases('spouses employer|wifes employer|husbands employer')] },
  { employment: 'board', phrases: board },
  { employment: 'retired', phrases: retired },
  {
    employment: 'former',
    phrases: phrases(
      'former|formerly|former employee|previous|previously|alum|alumni|alumnus|alumna|exemployee|laid off|exempleado|exempleada|exemploye|' +
        'ancien employe|ancienne employee|ex empleado|ex empleada|ex employe|ex employee',
    ),
  },
  {
    employment: 'contractor',
    phrases: phrases('contractor|independent contractor|contract|vendor|temp|contingent worker|freelancer'),
  },
  { employment: 'part_time', phrases: phrases('parttime|part time|seasonal|seasonal employee|per diem') },
  { employment: 'employee', phrases: phrases('fulltime|full time|current|employee|intern') },
]
/** Allowed between the name and a trailing phrase. */
const beforeEnding = words('now currently my via through a an is as')
const beforeYear = words('in since')

/** Matches elisions such as "retraité d'IBM". */
const elided = /((?:retraité|retraite|conjoint|époux|épouse|employé|employe|salarié|ancien|ancienne)e?) d'(?=\p{L})/iu

/** Matches "de l'Université", but not names such as "de L'Oréal". */
const article = / de l'(?=\p{L})/u
/** "Retired-AT&T", "IBM/retired". */
const joinedBefore =
  /^(retired|retiree|spouse|wife|husband|former|formerly|jubilad[oa]|retirad[oa]|retraitée?)[-–—/](?=\S)/i
const joinedAfter = /[-–—/](retired|retiree|ret|spouse|former|jubilad[oa]|retraitée?)\.?$/i

/** Returns the text without relation phrases. The outermost relation other than plain employment counts. */
export function stripEmploymentPhrases(text: string): {
  name: string
  employment: Employment | null
  isStripped: boolean
} {
  const separated = text.replace(article, ' de ').replace(joinedBefore, '$1 - ').replace(joinedAfter, ' - $1')
  let rest: readonly Word[] = wordsOf((/^ex-/i.test(text) ? `ex ${text.slice(3)}` : separated).replace(elided, '$1 d '))
  let employment: Employment | null = null
  let isStripped = false
  for (let round = 0; round < 4; round++) {
    const stripped = stripOpening(rest) ?? stripEnding(rest)
    if (!stripped) break
    rest = stripped.rest
    isStripped = true
    employment = employment === null || employment === 'employee' ? stripped.employment : employment
  }
  return { name: isStripped ? textOf(rest) : text, employment, isStripped }
}

type StrippedWords = { readonly rest: readonly Word[]; readonly employment: Employment }

const hasPhraseAt = (textWords: readonly Word[], start: number, phrase: readonly string[]): boolean =>
  phrase.every((word, index) => textWords[start + index]?.key === word)

function stripOpening(textWords: readonly Word[]): StrippedWords | null {
  for (const { employment, lead, phrases: candidates, linkWords, requiredWords } of openings) {
    let position = 0
    while (lead.has(textWords[position]?.key ?? '-')) position++
    const phrase = candidates.find((candidate) => hasPhraseAt(textWords, position, candidate))
    if (!phrase) continue
    const phraseEnd = position + phrase.length
    position = phraseEnd
    while (
      position < textWords.length &&
      (textWords[position]?.key === '' || linkWords.has(textWords[position]?.key ?? ''))
    )
      position++
    const hasRequiredWord =
      !requiredWords ||
      textWords[phraseEnd - 1]?.raw.endsWith(':') ||
      textWords[phraseEnd]?.key === '' ||
      [...textWords.slice(phraseEnd, position), ...textWords.slice(phraseEnd - 1, phraseEnd)].some(({ key }) =>
        requiredWords.has(key),
      )
    if (position < textWords.length && hasRequiredWord) return { rest: textWords.slice(position), employment }
  }
  return null
}

const isYear = (key: string): boolean => /^(?:19|20)\d\d$/.test(key)

function stripEnding(textWords: readonly Word[]): StrippedWords | null {
  const last = textWords.at(-1)?.key ?? ''
  // "until 2023", "1998-2015"
  if (textWords.length > 2 && isYear(last) && textWords.at(-2)?.key === 'until')
    return { rest: textWords.slice(0, -2), employment: 'former' }
  if (textWords.length > 1 && /^(?:19|20)\d\d(?:19|20)\d\d$/.test(last))
    return { rest: textWords.slice(0, -1), employment: 'former' }
  let end = textWords.length
  while (
    end > 1 &&
    (isYear(textWords[end - 1]?.key ?? '') || (end < textWords.length && beforeYear.has(textWords[end - 1]?.key ?? '')))
  )
    end--
  for (const { employment, phrases: candidates } of endings) {
    const phrase = candidates.find(
      (candidate) => end > candidate.length && hasPhraseAt(textWords, end - candidate.length, candidate),
    )
    if (!phrase) continue
    let position = end - phrase.length
    while (
      position > 1 &&
      (textWords[position - 1]?.key === '' || beforeEnding.has(textWords[position - 1]?.key ?? ''))
    )
      position--
    return { rest: textWords.slice(0, position), employment }
  }
  return null
}
