import { coreName, plainName } from './company-names.ts'
import {
  beginsSelfEmployed,
  endsInRegion,
  holdsOtherKind,
  holdsWork,
  isWork,
  looksLikePlace,
  noEmployerTexts,
  placeholders,
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
  const text = given.slice(0, longest).replaceAll(/\s+/g, ' ').replaceAll(/[’`´]/g, "'").trim()
  const plain = plainName(text)
  if (placeholders.has(plain)) return { meaning: 'nothing', employment: null, readings: [] }
  if (noEmployerTexts.has(plain) || beginsSelfEmployed.test(text)) return noEmployer(plain)
  const readings: EmployerReading[] = [{ name: text, isWhole: true, asides: [] }]
  const whole = takeRelations(text)
  if (whole.isTaken) readings.push({ name: whole.name, isWhole: true, asides: [] })
  const bare = plainName(whole.name)
  // "retired teacher", "former student": nothing is left that names an employer
  if (
    whole.employment === 'retired' &&
    (bare === '' || isWork(bare) || noEmployerTexts.has(bare) || placeholders.has(bare) || /^\d+$/.test(bare))
  ) {
    return noEmployer('retired')
  }
  const unfolded = unfold(whole.name)
  readings.push(...unfolded.readings)
  return { meaning: 'named', employment: whole.employment ?? unfolded.employment, readings: distinct(readings) }
}

const noEmployer = (plain: string): EmployerText => ({
  meaning: 'none',
  employment: /\bret(ired|d|iree|irement)?\b|semi ?retired|pensioner/.test(plain) ? 'retired' : 'none',
  readings: [],
})

function distinct(readings: readonly EmployerReading[]): EmployerReading[] {
  const seen = new Set<string>()
  return readings.filter(({ name, asides }) => {
    const key = `${plainName(name)}|${asides.length}`
    const isNew = name.trim() !== '' && !seen.has(key)
    seen.add(key)
    return isNew
  })
}

const retired = String.raw`(?:semi[ -]?)?(?:re?t(?:ir|ri|ie?r)e?d|retd|ret\.|retiree|emerit(?:us|a))`
const person = '(?:my )?(?:late )?(?:spouse|wife|husband|hubby|domestic partner)'
const board =
  '(?:board (?:of (?:directors|trustees)|member|director|chair|trustee)|(?:non[- ]?executive|outside|independent) director|' +
  'director emeritus|trustee|(?:chair(?:man|woman|person)?|member) of the board|board)'
const gap = String.raw`[\s,:;–—-]*`

type Wrapping = { readonly form: RegExp; readonly is: Employment }

/** Each takes one thing off the text; the first group is the rest. */
const relations: readonly Wrapping[] = [
  {
    form: new RegExp(
      `^${person}(?:'?s)?(?: (?:employer|job|company|work|works|working|employed|employee|is|was|at|for|by|of|with)\\b)*${gap}(.+)$`,
      'i',
    ),
    is: 'spouse',
  },
  { form: /^partner(?:'s employer is| works? (?:for|at)| is (?:at|with)| employed (?:by|at)) (.+)$/i, is: 'spouse' },
  {
    form: new RegExp(
      `^(.+?)${gap}\\(?(?:my )?(?:via |through )?(?:spouse|wife|husband)(?:'?s (?:employer|job|company))?\\)?$`,
      'i',
    ),
    is: 'spouse',
  },
  { form: new RegExp(`^${board}(?: (?:of|at|for|with))?${gap}(.+)$`, 'i'), is: 'board' },
  { form: new RegExp(`^(.+?)${gap}\\(?${board}\\)?$`, 'i'), is: 'board' },
  {
    form: new RegExp(`^(?:i am |i'm |now |currently )?${retired}(?: (?:from|of|at|with|by))?${gap}(.+)$`, 'i'),
    is: 'retired',
  },
  {
    form: new RegExp(
      `^(.+?)${gap}\\(?(?:now |currently )?(?:${retired}|ret|retirement)(?: (?:in |since )?\\d{4})?\\)?$`,
      'i',
    ),
    is: 'retired',
  },
  { form: new RegExp(`^(?:professor|prof\\.?) ${retired}(?: (?:from|of|at))?${gap}(.+)$`, 'i'), is: 'retired' },
  {
    form: new RegExp(
      `^(?:ex[- ]|former(?:ly)?|previously|past|used to (?:work|be) (?:at|for|with)|(?:was )?laid off (?:from|by)|was (?:at|with)|left|no longer (?:at|with))(?: (?:at|with|employee (?:of|at)|by|of))?${gap}(.+)$`,
      'i',
    ),
    is: 'former',
  },
  {
    form: new RegExp(
      `^(.+?)${gap}\\(?(?:former(?:ly)?(?: employee)?|previous(?:ly)?|alum(?:n(?:i|us|a))?|ex[- ]employee|laid off|until \\d{4}|(?:19|20)\\d\\d ?[-–] ?(?:19|20)\\d\\d)\\)?$`,
      'i',
    ),
    is: 'former',
  },
  {
    form: new RegExp(
      `^(?:independent )?(?:contractor|contracted|contracting|vendor|consultant|consulting|temp|freelancer?)(?: (?:for|at|to|with|from))${gap}(.+)$`,
      'i',
    ),
    is: 'contractor',
  },
  {
    form: new RegExp(
      `^(.+?)${gap}\\(?(?:(?:independent )?contractor|contract|vendor|temp|contingent worker|freelancer?)\\)?$`,
      'i',
    ),
    is: 'contractor',
  },
  { form: new RegExp(`^part[- ]?time(?: (?:at|for|with))?${gap}(.+)$`, 'i'), is: 'part_time' },
  { form: new RegExp(`^(.+?)${gap}\\(?part[- ]?time\\)?$`, 'i'), is: 'part_time' },
  {
    form: /^(?:i )?(?:currently )?(?:work(?:s|ing)? (?:at|for|with|in)|(?:am )?(?:employed|employee)(?: (?:at|by|of|with|-))?|employer(?: is)?[:-]?|intern(?:ing)? (?:at|with|for)|on leave from) (.+)$/i,
    is: 'employee',
  },
  { form: new RegExp(`^(.+?)${gap}\\(?(?:full[- ]?time|current|employee|intern)\\)?$`, 'i'), is: 'employee' },
]

/** Takes off who the donor is to the employer, from outside inwards. The outermost that is not plain employment counts. */
function takeRelations(text: string): { name: string; employment: Employment | null; isTaken: boolean } {
  let name = text
  let employment: Employment | null = null
  for (let round = 0; round < 4; round++) {
    const hit = relations.map(({ form, is }) => ({ rest: form.exec(name)?.[1], is })).find(({ rest }) => rest?.trim())
    if (!hit?.rest) break
    name = trimmed(hit.rest)
    employment = employment === null || employment === 'employee' ? hit.is : employment
  }
  return { name, employment, isTaken: name !== text }
}

const trimmed = (text: string): string => text.replace(/^[\s,:;(–—-]+/, '').replace(/[\s,:;(–—-]+$/, '')

/** Takes off places, titles, store numbers and second names, one after another; each step is a name to try. */
function unfold(text: string): { readings: EmployerReading[]; employment: Employment | null } {
  const readings: EmployerReading[] = []
  const asides: string[] = []
  let employment: Employment | null = null
  let name = text
  for (let round = 0; round < 5; round++) {
    const step = steps.map((take) => take(name)).find((taken) => taken !== null && taken.name.trim() !== '')
    if (!step) break
    name = trimmed(step.name)
    if (step.aside) asides.push(step.aside)
    employment ??= step.employment ?? null
    const rest = takeRelations(name)
    if (rest.isTaken) [name, employment] = [rest.name, employment ?? rest.employment]
    readings.push({ name, isWhole: false, asides: [...asides] })
  }
  return { readings, employment }
}

type Taken = { readonly name: string; readonly aside?: string; readonly employment?: Employment | null }
type Step = (text: string) => Taken | null

const steps: readonly Step[] = [bracket, partOf, storeNumber, besideDash, besideComma, titleAt, titleBehind]

/** "IBM (Armonk)", "Meta (Facebook)", "Monsanto (now Bayer)". */
function bracket(text: string): Taken | null {
  const open = text.indexOf('(')
  const close = text.indexOf(')', open)
  if (open <= 0 || close < 0) return null
  const inside = text.slice(open + 1, close).trim()
  const name = `${text.slice(0, open)} ${text.slice(close + 1)}`.replaceAll(/\s+/g, ' ')
  const isNote = /^(now|was|formerly|f\/?k\/?a|previously|acquired by|part of|owned by|dba|d\/b\/a)\b/i.test(inside)
  if (isNote || isWork(plainName(inside))) return { name }
  const employment = readEmployment(inside)
  return employment ? { name, employment } : { name, aside: inside }
}

/** "XTO Energy, a subsidiary of ExxonMobil", "Chevrolet Div. General Motors". */
function partOf(text: string): Taken | null {
  const found =
    /,? (?:an? )?(?:wholly[ -]owned )?(?:subsidiary|division|unit|part|brand|affiliate|member) of (.+)$/i.exec(text) ??
    / div(?:ision|\.)?,? (?:of )?([\p{L}\d].+)$/iu.exec(text)
  return found?.[1] ? { name: found[1] } : null
}

/** "Best Buy Store 1234", "Home Depot #4702", "Target T-1284". */
function storeNumber(text: string): Taken | null {
  const found =
    /^(.*?[^\s#,-])[\s,-]*(?:(?:retail |super)?(?:store|center|supercenter|location|branch|unit|club))?\s*(?:#|no\.? ?|t-|store )\s*\d{1,6}$/i.exec(
      text,
    )
  if (found?.[1]) return { name: found[1] }
  const numbered = /^(.+?) (?:store|supercenter|warehouse|branch|location) \d{1,6}$/i.exec(text)
  return numbered?.[1] ? { name: numbered[1] } : null
}

/** "Boeing - Everett", "Engineer - Google". */
function besideDash(text: string): Taken | null {
  const found = /^(.+?)(?:\s+[-–—|:]+\s*|[–—|]\s*|-\s+)(.+)$/.exec(text)
  if (!found) return null
  const [, left = '', right = ''] = found
  if (isWork(plainName(left))) return { name: right, employment: readEmployment(left) }
  return beside(left, right)
}

/** "Teacher, Seattle Public Schools", "Microsoft, Redmond WA", "Expedia, Inc." */
function besideComma(text: string): Taken | null {
  const at = text.indexOf(',')
  if (at <= 0) return null
  const [left, right] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  const [plainLeft, plainRight] = [plainName(left), plainName(right)]
  if (isWork(plainLeft)) return { name: right, employment: readEmployment(left) }
  if (isLegalForm(plainRight) || endsInRegion(plainRight) || isWork(plainRight)) return { name: left }
  // who has stores has them in malls and streets
  if (/\bstores?$/i.test(left) && !holdsOtherKind(plainRight)) return { name: left }
  return null
}

function beside(left: string, right: string): Taken | null {
  const plain = plainName(right)
  if (plain === '' || isWork(plain) || isLegalForm(plain) || endsInRegion(plain)) return { name: left }
  return looksLikePlace(right, plain) ? { name: left, aside: right } : null
}

const isLegalForm = (plain: string): boolean => plain === 'na' || plain === 'n a' || coreName(`x ${plain}`) === 'x'

/** "Director at Google", "Prof. at U. of Washington". */
function titleAt(text: string): Taken | null {
  const at = text.toLowerCase().lastIndexOf(' at ')
  if (at > 0) {
    const title = plainName(text.slice(0, at))
    if (holdsWork(title)) return { name: text.slice(at + 4), employment: readEmployment(text.slice(0, at)) }
  }
  const found = /^(.+?) (?:for|with|of) (.+)$/i.exec(text)
  if (!found || !isWork(plainName(found[1] ?? ''))) return null
  return { name: found[2] ?? '', employment: readEmployment(found[1] ?? '') }
}

/** "Boeing engineer", "State Farm agent". The rest has to be more than a title. */
function titleBehind(text: string): Taken | null {
  const words = text.split(' ')
  let end = words.length
  while (end > 1 && isWork(plainName(words[end - 1] ?? ''))) end--
  if (end === words.length || isWork(plainName(words.slice(0, end).join(' ')))) return null
  const behind = words.slice(end).join(' ')
  return { name: words.slice(0, end).join(' '), employment: /driver|agent/i.test(behind) ? 'contractor' : null }
}
