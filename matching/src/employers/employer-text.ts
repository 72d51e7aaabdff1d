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
  readonly isComplete: boolean
  readonly remarks: readonly string[]
  /** May be a town: anything except another company's name. */
  readonly places?: readonly string[]
  /** Another name of the company or its parent: "Alphabet/Google". */
  readonly alternateName?: string
  /** A place without a comma was removed, so the rest must be an exact name. */
  readonly mustMatchExactly?: boolean
  /** A short form of this place was removed. The name with the place must not match another company. */
  readonly shortPlace?: string
}

export type EmployerText = {
  /** 'none': there is no employer. 'blank': the field is empty or a placeholder. */
  readonly meaning: 'named' | 'none' | 'blank'
  /** Null if not stated. */
  readonly employment: Employment | null
  /** Names to try in order, beginning with the unchanged text. */
  readonly readings: readonly EmployerReading[]
}

const maxLength = 160

/** Returns the meaning of an employer field, and the names to try. Never throws. */
export function readEmployerText(employerField: string): EmployerText {
  const cleaned = employerField.slice(0, maxLength).replaceAll(/\s+/g, ' ').replaceAll(/[’`´]/g, "'").trim()
  const text = yesPrefix.exec(cleaned)?.[1] ?? cleaned
  const plain = withoutTimePhrase(normalizeName(text))
  if (placeholders.has(plain)) return { meaning: 'blank', employment: null, readings: [] }
  if (noEmployerTexts.has(plain) || isSelfEmployed(plain) || everyPartNamesNoEmployer(text)) return noEmployer(plain)
  const readings: EmployerReading[] = [{ name: text, isComplete: true, remarks: [] }]
  const stripped = stripEmploymentPhrases(text)
  if (stripped.isStripped) readings.push({ name: stripped.name, isComplete: true, remarks: [] })
  const plainName = normalizeName(stripped.name)
  // "retired teacher", "former student": the rest does not name an employer.
  if (stripped.employment === 'retired' && namesNoEmployer(plainName)) return noEmployer('retired')
  if (needsManualReview(plain)) return { meaning: 'named', employment: null, readings: readings.slice(0, 1) }
  const stepwise = readStepwise(stripped.name)
  readings.push(...stepwise.readings)
  return { meaning: 'named', employment: stripped.employment ?? stepwise.employment, readings: distinct(readings) }
}

/** "Yes, Salesforce" replies to the question whether the employer matches gifts. "Yes Bank" is a name. */
const yesPrefix = /^yes ?[,;:!–—-] ?(?:at |it is |it's )?(\S.*)$/i

const noEmployer = (plain: string): EmployerText => ({
  meaning: 'none',
  employment: retiredPattern.test(plain) ? 'retired' : 'none',
  readings: [],
})

function distinct(readings: readonly EmployerReading[]): EmployerReading[] {
  const seen = new Set<string>()
  return readings.filter(({ name, remarks, alternateName = '' }) => {
    const key = `${normalizeName(name)}|${remarks.length}|${alternateName}`
    const isNew = name.trim() !== '' && !seen.has(key)
    seen.add(key)
    return isNew
  })
}

function readStepwise(text: string): { readings: EmployerReading[]; employment: Employment | null } {
  const readings: EmployerReading[] = []
  const remarks: string[] = []
  const places: string[] = []
  let employment: Employment | null = null
  let isComplete = true
  let name = text
  for (let round = 0; round < 5; round++) {
    if (isTownInRegion(name)) break
    const step = strippingSteps
      .map((strip) => strip(name))
      .find((result) => result !== null && result.name.trim() !== '')
    if (!step) break
    name = textOf(wordsOf(step.name))
    if (step.alternateName !== undefined) {
      readings.push({ name, isComplete: false, remarks: [...remarks], alternateName: step.alternateName })
      break
    }
    if (step.remark) remarks.push(step.remark)
    if (step.place) places.push(step.place)
    employment ??= step.employment ?? null
    const stripped = stripEmploymentPhrases(name)
    if (stripped.isStripped) [name, employment] = [stripped.name, employment ?? stripped.employment]
    const mustMatchExactly = step.mustMatchExactly ?? false
    isComplete &&= step.isComplete ?? false
    readings.push({
      name,
      isComplete,
      remarks: [...remarks],
      places: [...places],
      mustMatchExactly,
      ...(step.shortPlace ? { shortPlace: step.shortPlace } : {}),
    })
  }
  return { readings, employment }
}
