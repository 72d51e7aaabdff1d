import { coreName, plainName } from './company-names.ts'
import {
  endsInRegion,
  isKnownPlace,
  isTownIn,
  looksLikePlace,
  mayStandBeforePlace,
  mayStandBeforeTown,
} from './employer-places.ts'
import { takeRelations, textOf, wordsOf } from './employer-relations.ts'
import {
  holdsOtherKind,
  holdsWork,
  isFieldOf,
  isOrdinaryWord,
  isTitle,
  isWork,
  namesPerson,
  noEmployerTexts,
  placeholders,
  saysRetired,
  worksAlone,
} from './employer-words.ts'
import { readEmployment } from './employment.ts'
import type { Employment } from './gift-kinds.ts'

/**
 * What donors write in the field for their employer: a name with what is no name around it, a word for having none, or
 * nothing at all.
 */

export type EmployerReading = {
  /** A name to look for. */
  readonly name: string
  /** What was taken off says only what the donor is to the employer ("retired from"), so the name was given whole. */
  readonly isWhole: boolean
  /** Texts beside the name that may name an employer too: "Meta (Facebook)". */
  readonly asides: readonly string[]
  /** What stands beside the name and may be a town: any text but the name of another company. */
  readonly places?: readonly string[]
  /** The company's other name has to be this, or its parent's: "Alphabet/Google". */
  readonly twin?: string
  /** A place without a comma was taken off: what is left has to be a name as it stands. */
  readonly isBare?: boolean
}

export type EmployerText = {
  /** 'none': the donor says that there is no employer. 'nothing': the field is as good as empty. */
  readonly meaning: 'named' | 'none' | 'nothing'
  /** What the text says of the donor; null: nothing. */
  readonly employment: Employment | null
  /** Names to try in order; the first is the text as it stands. */
  readonly readings: readonly EmployerReading[]
}

const longest = 160

export function readEmployerText(given: string): EmployerText {
  const said = given.slice(0, longest).replaceAll(/\s+/g, ' ').replaceAll(/[’`´]/g, "'").trim()
  const text = saidYes.exec(said)?.[1] ?? said
  const plain = plainName(text)
  if (placeholders.has(plain)) return { meaning: 'nothing', employment: null, readings: [] }
  if (noEmployerTexts.has(plain) || worksAlone(plain)) return noEmployer(plain)
  const readings: EmployerReading[] = [{ name: text, isWhole: true, asides: [] }]
  const whole = takeRelations(text)
  if (whole.isTaken) readings.push({ name: whole.name, isWhole: true, asides: [] })
  const bare = plainName(whole.name)
  // "retired teacher", "former student": nothing is left that names an employer
  if (whole.employment === 'retired' && saysNothing(bare)) {
    return noEmployer('retired')
  }
  const unfolded = unfold(whole.name)
  readings.push(...unfolded.readings)
  return { meaning: 'named', employment: whole.employment ?? unfolded.employment, readings: distinct(readings) }
}

/** "Yes, Salesforce": the answer to whether one's employer matches. "Yes Bank" is a name. */
const saidYes = /^yes ?[,;:!–—-] ?(?:at |it is |it's )?(\S.*)$/i

const saysNothing = (plain: string): boolean =>
  isTitle(plain) || noEmployerTexts.has(plain) || placeholders.has(plain) || /^\d+$/.test(plain)

const noEmployer = (plain: string): EmployerText => ({
  meaning: 'none',
  employment: saysRetired.test(plain) ? 'retired' : 'none',
  readings: [],
})

function distinct(readings: readonly EmployerReading[]): EmployerReading[] {
  const seen = new Set<string>()
  return readings.filter(({ name, asides, twin = '' }) => {
    const key = `${plainName(name)}|${asides.length}|${twin}`
    const isNew = name.trim() !== '' && !seen.has(key)
    seen.add(key)
    return isNew
  })
}

/** Takes off places, titles, store numbers and second names, one after another; each step is a name to try. */
function unfold(text: string): { readings: EmployerReading[]; employment: Employment | null } {
  const readings: EmployerReading[] = []
  const asides: string[] = []
  const places: string[] = []
  let employment: Employment | null = null
  let name = text
  for (let round = 0; round < 5; round++) {
    if (isTownInRegion(name)) break
    const step = steps.map((take) => take(name)).find((taken) => taken !== null && taken.name.trim() !== '')
    if (!step) break
    name = textOf(wordsOf(step.name))
    if (step.twin !== undefined) {
      readings.push({ name, isWhole: false, asides: [...asides], twin: step.twin })
      break
    }
    if (step.aside) asides.push(step.aside)
    if (step.place) places.push(step.place)
    employment ??= step.employment ?? null
    const rest = takeRelations(name)
    if (rest.isTaken) [name, employment] = [rest.name, employment ?? rest.employment]
    const isBare = step.isBare ?? false
    readings.push({ name, isWhole: false, asides: [...asides], places: [...places], isBare })
  }
  return { readings, employment }
}

/** "Dover, DE", "Hershey - PA": a town, although a company is called so. */
function isTownInRegion(text: string): boolean {
  const [town = '', region = '', ...more] = text.split(/,| - /)
  return more.length === 0 && isTownIn(town, region)
}

type Taken = {
  readonly name: string
  readonly aside?: string
  readonly place?: string
  readonly twin?: string
  readonly isBare?: boolean
  readonly employment?: Employment | null
}
type Step = (text: string) => Taken | null

const steps: readonly Step[] = [
  shortBeside,
  bracket,
  partOf,
  storeNumber,
  besideDash,
  besideComma,
  titleAt,
  besideSlash,
  titleBehind,
  besidePlace,
]

/** "KP - Kaiser Permanente", "Bank of America (BofA)": the first letters of one are the other. */
function shortBeside(text: string): Taken | null {
  const words = wordsOf(text.replaceAll(/[/()]/g, ' - '))
  const at = words.findIndex(({ raw }, place) => place > 0 && dashes.includes(raw[0] ?? ''))
  if (at < 0) return null
  const [left, right] = [textOf(words.slice(0, at)), textOf(words.slice(at))]
  if (isShortOf(left, right)) return { name: right }
  return isShortOf(right, left) ? { name: left } : null
}

function isShortOf(short: string, name: string): boolean {
  const letters = plainName(short).replaceAll(' ', '')
  const initials = plainName(name)
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
  return letters.length > 1 && letters === initials
}

/** "Alphabet/Google", "Facebook aka Meta". */
function besideSlash(text: string): Taken | null {
  const parts = text.split(/\/| aka /i).map((part) => part.trim())
  const [name, twin] = parts
  return parts.length === 2 && name && twin ? { name, twin } : null
}

/** "AbbVie Inc North Chicago", "Duke Energy Carolinas": the longest known place behind a name of its own. */
function besidePlace(text: string): Taken | null {
  const words = wordsOf(text)
  for (let taken = Math.min(4, words.length - 1); taken > 0; taken--) {
    const place = textOf(words.slice(-taken))
    const name = textOf(words.slice(0, -taken))
    if (isKnownPlace(place)) return mayStandBeforePlace(name) && !isTownIn(name, place) ? { name, isBare: true } : null
  }
  return null
}

const notes = new Set(['now', 'was', 'formerly', 'fka', 'previously', 'acquired', 'owned', 'dba'])

/** "IBM (Armonk)", "Meta (Facebook)", "Monsanto (now Bayer)". */
function bracket(text: string): Taken | null {
  const open = text.indexOf('(')
  const close = text.indexOf(')', open)
  if (open <= 0 || close < 0) return null
  const inside = text.slice(open + 1, close).trim()
  const name = `${text.slice(0, open).trim()} ${text.slice(close + 1).trim()}`
  if (notes.has(wordsOf(inside)[0]?.key ?? '') || isWork(plainName(inside))) return { name }
  const employment = readEmployment(inside)
  return employment ? { name, employment } : { name, aside: inside }
}

const parts = new Set(['subsidiary', 'division', 'unit', 'part', 'brand', 'affiliate', 'member'])

/** "XTO Energy, a subsidiary of ExxonMobil", "Chevrolet Div. General Motors". */
function partOf(text: string): Taken | null {
  const words = wordsOf(text)
  for (let place = 1; place < words.length - 1; place++) {
    const [here, next] = [words[place]?.key ?? '', words[place + 1]?.key ?? '']
    const isOf = next === 'of' && parts.has(here)
    if (isOf || here === 'div' || here === 'division') return { name: textOf(words.slice(place + (isOf ? 2 : 1))) }
  }
  return null
}

const shops = new Set([
  'store',
  'supercenter',
  'superstore',
  'warehouse',
  'location',
  'branch',
  'unit',
  'club',
  'no',
  'center',
])

/** "Best Buy Store 1234", "Home Depot #4702", "Target T-1284". */
function storeNumber(text: string): Taken | null {
  const words = wordsOf(text)
  // The UPS Stores are shops of other people.
  if (words.some(({ key }, at) => key === 'ups' && words[at + 1]?.key === 'store')) return null
  let end = words.length
  while (end > 1 && /^t?\d{1,6}$/.test(words[end - 1]?.key ?? '')) end--
  if (end === words.length) return null
  while (end > 1 && (shops.has(words[end - 1]?.key ?? '') || words[end - 1]?.key === '')) end--
  return { name: textOf(words.slice(0, end)) }
}

const dashes = '-–—|'

/** "Boeing - Everett", "Engineer - Google". */
function besideDash(text: string): Taken | null {
  const words = wordsOf(text)
  const at = words.findIndex(({ raw }, place) => place > 0 && dashes.includes(raw[0] ?? ''))
  if (at < 0) return null
  const [left, right] = [textOf(words.slice(0, at)), textOf(words.slice(at))]
  if (isTitle(plainName(left))) return { name: right, employment: readEmployment(left) }
  const plain = plainName(right)
  if (plain === '' || isTitle(plain) || isLegalForm(plain) || endsInRegion(plain)) return { name: left }
  return looksLikePlace(right, plain) ? { name: left, aside: right } : null
}

/** "Teacher, Seattle Public Schools", "Microsoft, Redmond WA", "Expedia, Inc." */
function besideComma(text: string): Taken | null {
  const at = text.indexOf(',')
  if (at <= 0) return null
  const [left, right] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  const [plainLeft, plainRight] = [plainName(left), plainName(right)]
  if (isTitle(plainLeft)) return { name: right, employment: readEmployment(left) }
  if (!mayStandBeforeTown(left, right)) return null
  if (isLegalForm(plainRight) || endsInRegion(plainRight) || isTitle(plainRight) || isKnownPlace(right))
    return { name: left }
  // behind a legal form a comma has a town, or somebody's title
  if (coreName(plainLeft) !== plainLeft && looksLikePlace(right, plainRight)) return { name: left, place: right }
  // who has stores has them in malls and streets
  const isStore = plainLeft.endsWith(' store') || plainLeft.endsWith(' stores')
  return isStore && !holdsOtherKind(plainRight) ? { name: left } : null
}

const isLegalForm = (plain: string): boolean => plain === 'na' || plain === 'n a' || coreName(`x ${plain}`) === 'x'

const links = new Set(['for', 'with', 'of', 'chez', 'en', 'para', 'de', 'del', 'du', 'pour'])

/** "Director at Google", "Prof. at U. of Washington". */
function titleAt(text: string): Taken | null {
  for (const at of [text.toLowerCase().lastIndexOf(' at '), text.lastIndexOf(' @ ')]) {
    if (at > 0 && holdsWork(plainName(text.slice(0, at)))) {
      return { name: text.slice(at).replace(/^ (?:at|@) /i, ''), employment: readEmployment(text.slice(0, at)) }
    }
  }
  const words = wordsOf(text)
  const link = words.findIndex(({ key }, place) => place > 0 && links.has(key))
  const title = textOf(words.slice(0, Math.max(link, 0)))
  if (link < 0 || !isTitle(plainName(title))) return null
  return { name: textOf(words.slice(link + 1)), employment: readEmployment(title) }
}

/** "Boeing engineer", "State Farm agent". The rest has to be more than a title. */
function titleBehind(text: string): Taken | null {
  const words = wordsOf(text)
  let end = words.length
  const person = words[end - 1]?.key ?? ''
  while (end > 1 && (isWork(words[end - 1]?.key ?? '') || isFieldOf(words[end - 1]?.key ?? '', person))) end--
  const name = textOf(words.slice(0, end))
  if (end === words.length || isWork(plainName(name))) return null
  // "Target Marketing Group" is a company of its own, "Target marketing manager" works at Target.
  if (isOrdinaryWord(coreName(plainName(name))) && !namesPerson(plainName(textOf(words.slice(end))))) return null
  // Who owns a Marriott is not employed by it.
  if (words.slice(end).some(({ key }) => key === 'owner' || key === 'proprietor')) return null
  const isOnCommission = words.slice(end).some(({ key }) => key === 'driver' || key === 'agent')
  return { name, employment: isOnCommission ? 'contractor' : null }
}
