import type { Employment } from '../shared/gift-kinds.ts'
import { normalizeName } from './company-names.ts'

export type Word = { readonly raw: string; readonly key: string }

/** Returns the words of a text, each as written and as a key. */
export const wordsOf = (text: string): Word[] =>
  text
    .split(' ')
    .filter((raw) => raw !== '')
    .map((raw) => ({ raw, key: normalizeName(raw).replaceAll(' ', '') }))

const around = new Set([...' ,:;-–—|('])

/** Returns the words joined, without separators at the ends. */
export function textOf(words: readonly Word[]): string {
  const text = words.map(({ raw }) => raw).join(' ')
  let [start, end] = [0, text.length]
  while (start < end && around.has(text[start] ?? '')) start++
  while (end > start && around.has(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const phrases = (text: string): readonly (readonly string[])[] =>
  text
    .split('|')
    .map((phrase) => phrase.split(' '))
    .sort((a, b) => b.length - a.length)

const nobody = words('')
const toPlace = words('from of at for by with to in the de del du des la le el los las les chez en d')
const foreign = words('de del du des d chez en para pour')

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
  readonly is: Employment
  readonly lead: ReadonlySet<string>
  readonly says: readonly (readonly string[])[]
  readonly linked: ReadonlySet<string>
  /** One of these words is required, if set. */
  readonly needs?: ReadonlySet<string>
}

const atWork = words(
  'employer job company work works working employed employee is was at for by of with s the a ' +
    'de del du des d la le el los las les chez en para pour trabaja travaille es est employe employee empleado empleada un una une',
)

const openings: readonly Opening[] = [
  { is: 'spouse', lead: words('my late mon ma mi'), says: spouse, linked: atWork },
  {
    is: 'spouse',
    lead: words('mon ma mi'),
    says: phrases('femme|mari|mujer|pareja'),
    linked: atWork,
    needs: words('de del du d chez en para pour trabaja travaille'),
  },
  {
    is: 'spouse',
    lead: words('my'),
    says: phrases('partner|partners'),
    linked: atWork,
    needs: words('employer works work employed'),
  },
  {
    is: 'retired',
    lead: words('i am im now currently professor prof je suis estoy soy'),
    says: retired,
    linked: toPlace,
  },
  { is: 'board', lead: words('on the'), says: board, linked: toPlace },
  {
    is: 'former',
    lead: words('i'),
    says: former,
    linked: words('at with from by of for employee the de del du d la le el los las les chez en'),
  },
  {
    is: 'former',
    lead: nobody,
    says: formerly,
    linked: words('de del du des d la le el los las les chez en para pour'),
    needs: foreign,
  },
  {
    is: 'contractor',
    lead: words('independent a'),
    says: phrases(
      'contractor|contracted|contracting|vendor|consultant|consulting|temp|freelancer|freelance|consultante|consultor|' +
        'consultora|contratista|sous traitant',
    ),
    linked: words('from of at for by with to in the de del du des la le chez en d para pour'),
    needs: words('for at to with from de del du d chez en para pour'),
  },
  {
    is: 'part_time',
    lead: nobody,
    says: phrases('parttime|part time|temps partiel|a temps partiel|medio tiempo|tiempo parcial'),
    linked: words('at for with employee of chez en de'),
  },
  {
    is: 'employee',
    lead: words('i am im currently je suis yo soy estoy actualmente actuellement'),
    says: phrases(
      'work|works|working|worked|employed|employee|employer|intern|interning|on leave|on disability|on medical leave|on maternity leave|on parental leave|on sabbatical|en conge|travaille|trabajo|trabaja|trabajando|' +
        'empleado|empleada|employe|employee|salarie|salariee|stagiaire|becario|becaria',
    ),
    linked: words('at for with in by of is from the de del du des d la le el los las les chez en para pour au'),
    needs: words('at for with in by of is from de del du des d chez en para pour au'),
  },
]

type Ending = { readonly is: Employment; readonly says: readonly (readonly string[])[] }

const endings: readonly Ending[] = [
  { is: 'spouse', says: [...spouse, ...phrases('spouses employer|wifes employer|husbands employer')] },
  { is: 'board', says: board },
  { is: 'retired', says: retired },
  {
    is: 'former',
    says: phrases(
      'former|formerly|former employee|previous|previously|alum|alumni|alumnus|alumna|exemployee|laid off|exempleado|exempleada|exemploye|' +
        'ancien employe|ancienne employee|ex empleado|ex empleada|ex employe|ex employee',
    ),
  },
  {
    is: 'contractor',
    says: phrases('contractor|independent contractor|contract|vendor|temp|contingent worker|freelancer'),
  },
  { is: 'part_time', says: phrases('parttime|part time|seasonal|seasonal employee|per diem') },
  { is: 'employee', says: phrases('fulltime|full time|current|employee|intern') },
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
const joinedBehind = /[-–—/](retired|retiree|ret|spouse|former|jubilad[oa]|retraitée?)\.?$/i

/** Returns the text without relation phrases. The outermost relation other than plain employment counts. */
export function stripEmploymentPhrases(text: string): {
  name: string
  employment: Employment | null
  isTaken: boolean
} {
  const apart = text.replace(article, ' de ').replace(joinedBefore, '$1 - ').replace(joinedBehind, ' - $1')
  let rest: readonly Word[] = wordsOf((/^ex-/i.test(text) ? `ex ${text.slice(3)}` : apart).replace(elided, '$1 d '))
  let employment: Employment | null = null
  let isTaken = false
  for (let round = 0; round < 4; round++) {
    const taken = takeOpening(rest) ?? takeEnding(rest)
    if (!taken) break
    rest = taken.rest
    isTaken = true
    employment = employment === null || employment === 'employee' ? taken.is : employment
  }
  return { name: isTaken ? textOf(rest) : text, employment, isTaken }
}

type Taken = { readonly rest: readonly Word[]; readonly is: Employment }

const saysAt = (given: readonly Word[], place: number, phrase: readonly string[]): boolean =>
  phrase.every((word, index) => given[place + index]?.key === word)

function takeOpening(given: readonly Word[]): Taken | null {
  for (const { is, lead, says, linked, needs } of openings) {
    let place = 0
    while (lead.has(given[place]?.key ?? '-')) place++
    const phrase = says.find((one) => saysAt(given, place, one))
    if (!phrase) continue
    const first = place + phrase.length
    place = first
    while (place < given.length && (given[place]?.key === '' || linked.has(given[place]?.key ?? ''))) place++
    const isNeeded =
      !needs ||
      given[first - 1]?.raw.endsWith(':') ||
      given[first]?.key === '' ||
      [...given.slice(first, place), ...given.slice(first - 1, first)].some(({ key }) => needs.has(key))
    if (place < given.length && isNeeded) return { rest: given.slice(place), is }
  }
  return null
}

const isYear = (key: string): boolean => /^(?:19|20)\d\d$/.test(key)

function takeEnding(given: readonly Word[]): Taken | null {
  const last = given.at(-1)?.key ?? ''
  // "until 2023", "1998-2015"
  if (given.length > 2 && isYear(last) && given.at(-2)?.key === 'until')
    return { rest: given.slice(0, -2), is: 'former' }
  if (given.length > 1 && /^(?:19|20)\d\d(?:19|20)\d\d$/.test(last)) return { rest: given.slice(0, -1), is: 'former' }
  let end = given.length
  while (
    end > 1 &&
    (isYear(given[end - 1]?.key ?? '') || (end < given.length && beforeYear.has(given[end - 1]?.key ?? '')))
  )
    end--
  for (const { is, says } of endings) {
    const phrase = says.find((one) => end > one.length && saysAt(given, end - one.length, one))
    if (!phrase) continue
    let place = end - phrase.length
    while (place > 1 && (given[place - 1]?.key === '' || beforeEnding.has(given[place - 1]?.key ?? ''))) place--
    return { rest: given.slice(0, place), is }
  }
  return null
}
