import type { Employment } from '../shared/gift-kinds.ts'
import { parseRatio } from '../shared/ratio.ts'
import type { Policy, PolicyException, RatioTier } from './policy.ts'

/** Tokens of a small vocabulary, each with optional terms in parentheses. */

/** Returns token and qualifier of 'retirees (1:1)'. '501(c)(3) organizations' has no qualifier. */
export function readToken(text: string): { token: string; qualifier: string | null } {
  const open = text.indexOf(' (')
  if (open < 0) return { token: text.trim(), qualifier: null }
  const close = text.lastIndexOf(')')
  return { token: text.slice(0, open).trim(), qualifier: text.slice(open + 2, close > open ? close : undefined).trim() }
}

export type Qualifier = {
  readonly ratio: string | null
  readonly ratioTiers: readonly RatioTier[]
  readonly maxPerYearCents: number | null
  readonly notes: readonly string[]
}

const capPattern = /^(\d{1,9}) cap$/i
const firstStepPattern = /^first (\d{1,9}) matched (\S{1,20})$/i

/** Returns ratio and yearly maximum of '1:1, 25000 cap'. 'after 1 year' and caps for some people are notes. */
export function readQualifier(qualifier: string): Qualifier {
  const clauses = qualifier
    .slice(0, 300)
    .split(/[,;]/)
    .map((clause) => clause.trim())
  let ratio: string | null = null
  let maxPerYearCents: number | null = null
  const ratioTiers: RatioTier[] = []
  const notes: string[] = []
  for (const clause of clauses) {
    const yearlyCap = capPattern.exec(clause)
    const firstStep = firstStepPattern.exec(clause)
    if (yearlyCap) maxPerYearCents = Number(yearlyCap[1]) * 100
    else if (firstStep && parseRatio(firstStep[2] ?? ''))
      ratioTiers.push({ ratio: firstStep[2] ?? '', upToCents: Number(firstStep[1]) * 100 })
    else if (parseRatio(clause)) ratio = clause
    else if (clause !== '') notes.push(clause)
  }
  return { ratio, ratioTiers, maxPerYearCents, notes }
}

/** Most specific first. 'employees' covers both full-time and part-time. */
const tokensOf: Record<Employment, readonly string[]> = {
  employee: ['employees', 'full-time', 'partners', 'seasonal'],
  part_time: ['part-time', 'employees', 'seasonal'],
  contractor: [],
  retired: ['retirees'],
  board: ['board members', 'trustees'],
  spouse: ['spouses', 'surviving spouses'],
  former: [],
  none: [],
}

/** Returns the tokens that include a person. Unknown counts as employee. */
export const employeeTokens = (employment: Employment | null): readonly string[] => tokensOf[employment ?? 'employee']

/** Only these tokens make a program for leaders. */
const leaders: ReadonlySet<string> = new Set(['board members', 'trustees', 'executives'])

export type EmployeeRule = {
  readonly isEligible: boolean
  readonly isForLeadersOnly: boolean
  readonly tokens: readonly string[]
}

/** Returns whether the person is eligible. An empty list is unknown and includes everyone. */
export function employeeRule(policy: Policy, employment: Employment | null): EmployeeRule {
  const tokens = policy.eligibleEmployees.map((entry) => readToken(entry).token.toLowerCase())
  const personTokens = employeeTokens(employment)
  return {
    isEligible: tokens.length === 0 || personTokens.some((token) => tokens.includes(token)),
    isForLeadersOnly: tokens.length > 0 && tokens.every((token) => leaders.has(token)),
    tokens,
  }
}

const employeeKinds: ReadonlySet<string> = new Set(tokensOf.employee)

/** Returns whether a policy's list of people includes all employees and only employees. */
export function isForEmployees(eligibleEmployees: Policy['eligibleEmployees']): boolean {
  const tokens = eligibleEmployees.map((entry) => readToken(entry).token.toLowerCase())
  return tokens.includes('employees') && tokens.every((token) => employeeKinds.has(token) || token === 'part-time')
}

/** Returns terms for some people or nonprofits, most specific first: exceptions, then qualifiers in lists. */
export function exceptionsFor(
  policy: Policy,
  field: 'employeeType' | 'category',
  values: readonly string[],
): (PolicyException & { readonly ratioTiers?: readonly RatioTier[] })[] {
  const list = field === 'category' ? policy.eligibleNonprofits : policy.eligibleEmployees
  return values.flatMap((value) => {
    const isSameToken = (token: string | null | undefined): boolean =>
      token?.trim().toLowerCase() === value.toLowerCase()
    const statedExceptions = policy.exceptions.filter((exception) => isSameToken(exception[field]))
    const qualifiers = list
      .map(readToken)
      .filter(({ token, qualifier }) => qualifier !== null && isSameToken(token))
      .map(({ qualifier }) => readQualifier(qualifier ?? ''))
    const tiers = policy.ratioTiers.filter((tier) => isSameToken(tier[field]))
    return [...statedExceptions, ...(tiers.length > 0 ? [{ ratioTiers: tiers }] : []), ...qualifiers]
  })
}
