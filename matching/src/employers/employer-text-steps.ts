import type { Employment } from '../shared/gift-kinds.ts'
import { isOrdinaryWord } from './company-divisions.ts'
import { coreName, normalizeName } from './company-names.ts'
import {
  canPrecedePlace,
  canPrecedeTown,
  endsInRegion,
  isKnownPlace,
  isTownNamesake,
  isTownWithRegion,
  looksLikePlace,
  withoutShortPlace,
} from './employer-places.ts'
import { isSite, withoutSite } from './employer-sites.ts'
import {
  containsJobWord,
  hasOnlyJobWords,
  holdsOtherKind,
  isFieldBeforeRole,
  isTitle,
  namesPerson,
} from './employer-words.ts'
import { readEmployment } from './employment.ts'
import { stripEmploymentPhrases, textOf, wordsOf } from './employment-phrases.ts'
import { namesNoEmployer } from './no-employer.ts'

/** Returns whether a text is a town in a state, even if a company has the same name: "Dover, DE". */
export function isTownInRegion(text: string): boolean {
  const [town = '', region = '', ...more] = text.split(/,| - /)
  return more.length === 0 && isTownNamesake(town, region)
}

export type StrippedText = {
  readonly name: string
  readonly aside?: string
  readonly place?: string
  readonly twin?: string
  readonly isBare?: boolean
  readonly shortPlace?: string
  readonly isWhole?: boolean
  readonly employment?: Employment | null
}
type Step = (text: string) => StrippedText | null

export const strippingSteps: readonly Step[] = [
  shortBeside,
  siteBeside,
  bracket,
  partOf,
  storeNumber,
  besideDash,
  besideComma,
  titleAt,
  besideSlash,
  titleBehind,
  siteBehind,
  besidePlace,
  besideShortPlace,
]

/** "Wells Fargo - Main Street branch", "PwC (Boston office)". */
function siteBeside(text: string): StrippedText | null {
  const trimmed = text.trim()
  const marks = [...trimmed.matchAll(/[,(]/g)]
  const at = marks[0]?.index ?? trimmed.search(/\s[-–—|]/)
  if (at < 1 || marks.length > 1) return null
  const site = trimmed
    .slice(at + 1)
    .replace(/^[-–—|]/, '')
    .replace(/\)$/, '')
    .trim()
  const name = trimmed.slice(0, at).trim()
  return name !== '' && isSite(site) ? { name } : null
}

/** "Amazon Fulfillment Center ABC1", "Microsoft NW". */
function siteBehind(text: string): StrippedText | null {
  const taken = withoutSite(text)
  return taken && { ...taken, isBare: !/\d$/.test(text) }
}

/** "KP - Kaiser Permanente", "Bank of America (BofA)". */
function shortBeside(text: string): StrippedText | null {
  const words = wordsOf(text.replaceAll(/[/()]/g, ' - '))
  const at = words.findIndex(({ raw }, place) => place > 0 && dashes.includes(raw[0] ?? ''))
  if (at < 0) return null
  const [left, right] = [textOf(words.slice(0, at)), textOf(words.slice(at))]
  if (isShortOf(left, right)) return { name: right }
  return isShortOf(right, left) ? { name: left } : null
}

function isShortOf(short: string, name: string): boolean {
  const letters = normalizeName(short).replaceAll(' ', '')
  const initials = normalizeName(name)
    .split(' ')
    .map((word) => word[0] ?? '')
    .join('')
  return letters.length > 1 && letters === initials
}

/** "Alphabet/Google", "Facebook aka Meta". */
function besideSlash(text: string): StrippedText | null {
  const parts = text.split(/\/| aka /i).map((part) => part.trim())
  const [name, twin] = parts
  return parts.length === 2 && name && twin ? { name, twin } : null
}

/** The longest known place: "AbbVie Inc North Chicago", "Duke Energy Carolinas". */
function besidePlace(text: string): StrippedText | null {
  const words = wordsOf(text)
  for (let taken = Math.min(4, words.length - 1); taken > 0; taken--) {
    const place = textOf(words.slice(-taken))
    const name = textOf(words.slice(0, -taken))
    if (isKnownPlace(place))
      return canPrecedePlace(name) && !isTownNamesake(name, place) ? { name, isBare: true } : null
  }
  return null
}

/** "Google SF", "Union Pacific NW". */
function besideShortPlace(text: string): StrippedText | null {
  const taken = withoutShortPlace(text)
  return taken && { name: taken.name, isBare: true, shortPlace: taken.place }
}

/** Without a name: "retired scientist", "ancienne employée". */
function saidOfPerson(text: string): Employment | null {
  const taken = stripEmploymentPhrases(text)
  return taken.isTaken && namesNoEmployer(normalizeName(taken.name)) ? taken.employment : null
}

const notes = new Set([
  'legacy',
  'via',
  'parent',
  'subsidiary',
  'previously',
  'now',
  'was',
  'formerly',
  'fka',
  'acquired',
  'owned',
  'dba',
])

/** "IBM (Armonk)", "Meta (Facebook)", "Monsanto (now Bayer)". */
function bracket(text: string): StrippedText | null {
  const open = text.indexOf('(')
  const close = text.indexOf(')', open)
  if (open <= 0 || close < 0) return null
  const inside = text.slice(open + 1, close).trim()
  const name = `${text.slice(0, open).trim()} ${text.slice(close + 1).trim()}`
  const said = saidOfPerson(inside)
  if (said) return { name, employment: said, isWhole: true }
  if (notes.has(wordsOf(inside)[0]?.key ?? '') || isTitle(normalizeName(inside)))
    return { name, employment: readEmployment(inside) }
  const employment = readEmployment(inside)
  return employment ? { name, employment } : { name, aside: inside }
}

const parts = new Set(['subsidiary', 'division', 'unit', 'part', 'brand', 'affiliate', 'member'])

/** "XTO Energy, a subsidiary of ExxonMobil", "Chevrolet Div. General Motors". */
function partOf(text: string): StrippedText | null {
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
function storeNumber(text: string): StrippedText | null {
  const words = wordsOf(text)
  // The UPS Stores are independent franchises.
  if (words.some(({ key }, at) => key === 'ups' && words[at + 1]?.key === 'store')) return null
  let end = words.length
  while (end > 1 && /^t?\d{1,6}$/.test(words[end - 1]?.key ?? '')) end--
  if (end === words.length) return null
  while (end > 1 && (shops.has(words[end - 1]?.key ?? '') || words[end - 1]?.key === '')) end--
  // "#455" identifies a store, so the name before it is complete.
  return { name: textOf(words.slice(0, end)), isWhole: text.includes('#') }
}

const dashes = '-–—|'

/** Donors who write everything in lower case also write towns that way. */
const capital = (text: string): string =>
  text
    .split(' ')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join(' ')

/** "Boeing - Everett", "Engineer - Google". */
function besideDash(text: string): StrippedText | null {
  const words = wordsOf(text)
  const at = words.findIndex(({ raw }, place) => place > 0 && dashes.includes(raw[0] ?? ''))
  if (at < 0) return null
  const [left, right] = [textOf(words.slice(0, at)), textOf(words.slice(at))]
  if (isTitle(normalizeName(left))) return { name: right, employment: readEmployment(left) }
  const said = saidOfPerson(right)
  if (said) return { name: left, employment: said, isWhole: true }
  const plain = normalizeName(right)
  if (plain === '' || isTitle(plain) || isLegalForm(plain) || endsInRegion(plain)) return { name: left }
  const isLow = text === text.toLowerCase() && canPrecedePlace(left)
  if (isTownWithRegion(left, plain)) return null
  if (isKnownPlace(right) || looksLikePlace(isLow ? capital(right) : right, plain)) return { name: left, place: right }
  return holdsOtherKind(plain) ? null : { name: left, twin: right }
}

/** "Teacher, Seattle Public Schools", "Microsoft, Redmond WA", "Expedia, Inc." */
function besideComma(text: string): StrippedText | null {
  const at = text.indexOf(',')
  if (at <= 0) return null
  const [left, right] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  const [plainLeft, plainRight] = [normalizeName(left), normalizeName(right)]
  if (isTitle(plainLeft)) return { name: right, employment: readEmployment(left) }
  if (!canPrecedeTown(left, right) || isTownWithRegion(left, plainRight)) return null
  if (isLegalForm(plainRight) || endsInRegion(plainRight) || isTitle(plainRight) || isKnownPlace(right))
    return { name: left }
  // The text after a legal form and a comma is a town or a person's title.
  if (coreName(plainLeft) !== plainLeft && looksLikePlace(right, plainRight)) return { name: left, place: right }
  const isStore = plainLeft.endsWith(' store') || plainLeft.endsWith(' stores')
  return isStore && !holdsOtherKind(plainRight) ? { name: left } : null
}

const isLegalForm = (plain: string): boolean => plain === 'na' || plain === 'n a' || coreName(`x ${plain}`) === 'x'

const links = new Set(['for', 'with', 'of', 'chez', 'en', 'para', 'de', 'del', 'du', 'pour'])

/** "Director at Google", "Prof. at U. of Washington". */
function titleAt(text: string): StrippedText | null {
  for (const at of [text.toLowerCase().lastIndexOf(' at '), text.lastIndexOf(' @ ')]) {
    if (at > 0 && containsJobWord(normalizeName(text.slice(0, at)))) {
      return { name: text.slice(at).replace(/^ (?:at|@) /i, ''), employment: readEmployment(text.slice(0, at)) }
    }
  }
  const words = wordsOf(text)
  const link = words.findIndex(({ key }, place) => place > 0 && links.has(key))
  const title = textOf(words.slice(0, Math.max(link, 0)))
  if (link < 0 || !isTitle(normalizeName(title))) return null
  return { name: textOf(words.slice(link + 1)), employment: readEmployment(title) }
}

/** Their last word is a company's name or no title by itself. */
const titlePhrases = [
  'letter carrier',
  'mail carrier',
  'crew member',
  'cast member',
  'staff member',
  'sales associate',
  'personal shopper',
  'grocery shopper',
  'nurse practitioner',
  'police officer',
  'delivery person',
  'independent contractor',
]

/** "Boeing engineer", "State Farm agent". The rest must be more than a title. */
function titleBehind(text: string): StrippedText | null {
  const words = wordsOf(text)
  let end = words.length
  const phrase = titlePhrases.find((all) => end > 2 && all === `${words[end - 2]?.key} ${words[end - 1]?.key}`)
  if (phrase !== undefined) return { name: textOf(words.slice(0, -2)), employment: readEmployment(phrase) }
  const person = words[end - 1]?.key ?? ''
  while (
    end > 1 &&
    (hasOnlyJobWords(words[end - 1]?.key ?? '') || isFieldBeforeRole(words[end - 1]?.key ?? '', person))
  )
    end--
  const name = textOf(words.slice(0, end))
  if (end === words.length || hasOnlyJobWords(normalizeName(name))) return null
  // "Target Marketing Group" is a different company, but a "Target marketing manager" works at Target.
  if (isOrdinaryWord(coreName(normalizeName(name))) && !namesPerson(normalizeName(textOf(words.slice(end)))))
    return null
  // The owner of a Marriott is not employed by Marriott.
  if (words.slice(end).some(({ key }) => key === 'owner' || key === 'proprietor')) return null
  const isOnCommission = words.slice(end).some(({ key }) => key === 'driver' || key === 'agent')
  return { name, employment: isOnCommission ? 'contractor' : null }
}
