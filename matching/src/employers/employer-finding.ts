import type { Employment } from '../shared/gift-kinds.ts'

/** Strongest first. 'no_employer' means the donor stated that there is none. */
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
  /** Null for 'none' and if the text does not identify a single company ('unclear'). */
  readonly companyId: number | null
  readonly companyName: string | null
  readonly how: EmployerFindingMethod
  /** A number from 0 to 1. */
  readonly confidence: number
  readonly text: string
  /** The text states it, such as "IBM (Retired)". */
  readonly employment: Employment | null
  /** The review queue shows these, best first. */
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
