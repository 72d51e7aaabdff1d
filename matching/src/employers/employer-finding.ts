import type { Employment } from '../shared/gift-kinds.ts'

/** Ways to find a donor's employer, strongest first. 'no_employer' means the donor stated that there is none. */
export const employerFindingMethods = [
  'id',
  'name',
  'alias',
  'history',
  'domain',
  'fuzzy',
  'unclear',
  'none',
  'no_employer',
] as const
export type EmployerFindingMethod = (typeof employerFindingMethods)[number]

export type EmployerFinding = {
  /** Null if no employer was named ('none') or the text does not identify a single company ('unclear'). */
  readonly companyId: number | null
  readonly companyName: string | null
  readonly how: EmployerFindingMethod
  /** From 0 to 1. */
  readonly confidence: number
  /** The trimmed text from the donor or the file. */
  readonly text: string
  /** The donor's relation to the employer according to the text, such as "IBM (Retired)". Null if not stated. */
  readonly employment: Employment | null
  /** Possible companies for the review queue, best first. */
  readonly candidates: readonly number[]
}

export const emptyEmployerFinding: EmployerFinding = {
  companyId: null,
  companyName: null,
  how: 'none',
  confidence: 0,
  text: '',
  employment: null,
  candidates: [],
}

/** Returns a finding for a company that was chosen by hand or found earlier. */
export const chosenEmployer = (companyId: number, companyName: string): EmployerFinding => ({
  ...emptyEmployerFinding,
  companyId,
  companyName,
  how: 'id',
  confidence: 1,
})
