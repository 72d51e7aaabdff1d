import type { Employment } from '../shared/gift-kinds.ts'
import { plainName } from './company-names.ts'
import { takeRelations, textOf, wordsOf } from './employer-relations.ts'
import { isTownInRegion, steps } from './employer-steps.ts'
import {
  allSayNone,
  isForPeople,
  noEmployerTexts,
  placeholders,
  saysNothing,
  saysRetired,
  withoutWhen,
  worksAlone,
} from './no-employer.ts'

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
  /** The place in full whose short form was taken off: what is left has to be a company's name, and no other company may have both. */
  readonly shortPlace?: string
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
  const plain = withoutWhen(plainName(text))
  if (placeholders.has(plain)) return { meaning: 'nothing', employment: null, readings: [] }
  if (noEmployerTexts.has(plain) || worksAlone(plain) || allSayNone(text)) return noEmployer(plain)
  const readings: EmployerReading[] = [{ name: text, isWhole: true, asides: [] }]
  const whole = takeRelations(text)
  if (whole.isTaken) readings.push({ name: whole.name, isWhole: true, asides: [] })
  const bare = plainName(whole.name)
  // "retired teacher", "former student": nothing is left that names an employer
  if (whole.employment === 'retired' && saysNothing(bare)) return noEmployer('retired')
  if (isForPeople(plain)) return { meaning: 'named', employment: null, readings: readings.slice(0, 1) }
  const unfolded = unfold(whole.name)
  readings.push(...unfolded.readings)
  return { meaning: 'named', employment: whole.employment ?? unfolded.employment, readings: distinct(readings) }
}

/** "Yes, Salesforce": the answer to whether one's employer matches. "Yes Bank" is a name. */
const saidYes = /^yes ?[,;:!–—-] ?(?:at |it is |it's )?(\S.*)$/i

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
  let isWhole = true
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
    isWhole &&= step.isWhole ?? false
    readings.push({
      name,
      isWhole,
      asides: [...asides],
      places: [...places],
      isBare,
      ...(step.shortPlace ? { shortPlace: step.shortPlace } : {}),
    })
  }
  return { readings, employment }
}
