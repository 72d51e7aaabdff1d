import type { Employment } from '../shared/gift-kinds.ts'
import { normalizeName } from './company-names.ts'
import { isTownInRegion, strippingSteps } from './employer-text-steps.ts'
import { stripEmploymentPhrases, textOf, wordsOf } from './employment-phrases.ts'
import {
  everyPartNamesNoEmployer,
  isSelfEmployed,
  namesNoEmployer,
  needsManualReview,
  noEmployerTexts,
  placeholders,
  retiredPattern,
  withoutTimePhrase,
} from './no-employer.ts'

/** The employer field holds a name with additional text, "no employer", or a placeholder. */

export type EmployerReading = {
  readonly name: string
  /** Only the relation ("retired from") was removed, so the name is complete. */
  readonly isWhole: boolean
  readonly asides: readonly string[]
  /** May be a town: anything except another company's name. */
  readonly places?: readonly string[]
  /** Another name of the company or its parent: "Alphabet/Google". */
  readonly twin?: string
  /** A place without a comma was removed, so the rest must be an exact name. */
  readonly isBare?: boolean
  /** A short form of this place was removed. The name with the place must not match another company. */
  readonly shortPlace?: string
}

export type EmployerText = {
  /** 'none': there is no employer. 'nothing': the field is effectively empty. */
  readonly meaning: 'named' | 'none' | 'nothing'
  /** Null if not stated. */
  readonly employment: Employment | null
  /** Names to try in order, beginning with the unchanged text. */
  readonly readings: readonly EmployerReading[]
}

const longest = 160

/** Returns the meaning of an employer field, and the names to try. Never throws. */
export function readEmployerText(given: string): EmployerText {
  const said = given.slice(0, longest).replaceAll(/\s+/g, ' ').replaceAll(/[’`´]/g, "'").trim()
  const text = saidYes.exec(said)?.[1] ?? said
  const plain = withoutTimePhrase(normalizeName(text))
  if (placeholders.has(plain)) return { meaning: 'nothing', employment: null, readings: [] }
  if (noEmployerTexts.has(plain) || isSelfEmployed(plain) || everyPartNamesNoEmployer(text)) return noEmployer(plain)
  const readings: EmployerReading[] = [{ name: text, isWhole: true, asides: [] }]
  const whole = stripEmploymentPhrases(text)
  if (whole.isTaken) readings.push({ name: whole.name, isWhole: true, asides: [] })
  const bare = normalizeName(whole.name)
  // "retired teacher", "former student": the rest does not name an employer.
  if (whole.employment === 'retired' && namesNoEmployer(bare)) return noEmployer('retired')
  if (needsManualReview(plain)) return { meaning: 'named', employment: null, readings: readings.slice(0, 1) }
  const unfolded = unfold(whole.name)
  readings.push(...unfolded.readings)
  return { meaning: 'named', employment: whole.employment ?? unfolded.employment, readings: distinct(readings) }
}

/** "Yes, Salesforce" replies to the question whether the employer matches gifts. "Yes Bank" is a name. */
const saidYes = /^yes ?[,;:!–—-] ?(?:at |it is |it's )?(\S.*)$/i

const noEmployer = (plain: string): EmployerText => ({
  meaning: 'none',
  employment: retiredPattern.test(plain) ? 'retired' : 'none',
  readings: [],
})

function distinct(readings: readonly EmployerReading[]): EmployerReading[] {
  const seen = new Set<string>()
  return readings.filter(({ name, asides, twin = '' }) => {
    const key = `${normalizeName(name)}|${asides.length}|${twin}`
    const isNew = name.trim() !== '' && !seen.has(key)
    seen.add(key)
    return isNew
  })
}

function unfold(text: string): { readings: EmployerReading[]; employment: Employment | null } {
  const readings: EmployerReading[] = []
  const asides: string[] = []
  const places: string[] = []
  let employment: Employment | null = null
  let isWhole = true
  let name = text
  for (let round = 0; round < 5; round++) {
    if (isTownInRegion(name)) break
    const step = strippingSteps.map((take) => take(name)).find((taken) => taken !== null && taken.name.trim() !== '')
    if (!step) break
    name = textOf(wordsOf(step.name))
    if (step.twin !== undefined) {
      readings.push({ name, isWhole: false, asides: [...asides], twin: step.twin })
      break
    }
    if (step.aside) asides.push(step.aside)
    if (step.place) places.push(step.place)
    employment ??= step.employment ?? null
    const rest = stripEmploymentPhrases(name)
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
