import type { Employment } from '../shared/gift-kinds.ts'

/** How a donor's employer was found, strongest first; 'no_employer': the donor says that there is none. */
export const employerHows = [
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
export type EmployerHow = (typeof employerHows)[number]

export type EmployerFinding = {
  /** Null: none was named ('none'), or what was named is not one company ('unclear'). */
  readonly companyId: number | null
  readonly companyName: string | null
  readonly how: EmployerHow
  /** 0 to 1. */
  readonly confidence: number
  /** What the donor or the file wrote, trimmed. */
  readonly text: string
  /** What the text says that the donor is to the employer: "IBM (Retired)". Null: nothing. */
  readonly employment: Employment | null
  /** For the review queue: who may be meant, best first. */
  readonly candidates: readonly number[]
}

export const noEmployer: EmployerFinding = {
  companyId: null,
  companyName: null,
  how: 'none',
  confidence: 0,
  text: '',
  employment: null,
  candidates: [],
}

/** Someone chose the company by hand, or it was found before. */
export const chosenEmployer = (companyId: number, companyName: string): EmployerFinding => ({
  ...noEmployer,
  companyId,
  companyName,
  how: 'id',
  confidence: 1,
})
