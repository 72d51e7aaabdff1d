import { addMonths, datePartsOf, dayOf, dayText, endOfDay, readDay, readMonthDay } from '../shared/calendar.ts'

export type Deadline = {
  readonly day: string
  readonly at: Date
}

export type DeadlineTerms = { readonly deadlineRule: string | null; readonly timeZone: string }

/** Returns the last day to request the match of a gift. Null without a deadline, or for an invalid rule or day. */
export function deadlineOf(policy: DeadlineTerms, donationDay: string): Deadline | null {
  const givenOn = readDay(donationDay)
  if (givenOn === null) return null
  const last = lastDay(policy.deadlineRule?.trim() ?? '', givenOn)
  return last === null ? null : { day: dayText(last), at: endOfDay(last, policy.timeZone) }
}

/** Returns whether a deadline rule is valid. An empty rule means that the deadline is unknown. */
export function isDeadlineRule(rule: string): boolean {
  return rule.trim() === '' || lastDay(rule.trim(), dayOf(2024, 2, 29)) !== null
}

type RuleFormat = {
  readonly pattern: RegExp
  readonly last: (givenOn: number, match: RegExpExecArray) => number | null
}

const ruleFormats: readonly RuleFormat[] = [
  { pattern: /^days:(\d{1,4})$/, last: (givenOn, [, days]) => givenOn + Number(days) },
  { pattern: /^months:(\d{1,3})$/, last: (givenOn, [, months]) => addMonths(givenOn, Number(months)) },
  {
    pattern: /^year_end(?:\+(\d{1,4}))?$/,
    last: (givenOn, [, extra]) => dayOf(datePartsOf(givenOn).year, 12, 31) + Number(extra ?? 0),
  },
  {
    pattern: /^quarter_end(?:\+(\d{1,4}))?$/,
    last: (givenOn, [, extra]) => {
      const { year, month } = datePartsOf(givenOn)
      return dayOf(year, Math.ceil(month / 3) * 3, 31) + Number(extra ?? 0)
    },
  },
  {
    pattern: /^fiscal_year_end:(\d{2}-\d{2})(?:\+(\d{1,4}))?$/,
    last: (givenOn, [, monthDay = '', extra]) => {
      const end = firstFrom(givenOn, monthDay)
      return end === null ? null : end + Number(extra ?? 0)
    },
  },
  { pattern: /^date:(\d{2}-\d{2})$/, last: (givenOn, [, monthDay = '']) => firstFrom(givenOn, monthDay) },
  { pattern: /^window:(\d{4}-\d{2}-\d{2})$/, last: (_givenOn, [, day = '']) => readDay(day) },
]

/** The first day on or after the gift, so that no gift is late when it is made. */
function firstFrom(givenOn: number, monthDay: string): number | null {
  const date = readMonthDay(monthDay)
  if (!date) return null
  const { year } = datePartsOf(givenOn)
  const dayThisYear = dayOf(year, date.month, date.day)
  return dayThisYear >= givenOn ? dayThisYear : dayOf(year + 1, date.month, date.day)
}

function lastDay(rule: string, givenOn: number): number | null {
  for (const { pattern, last } of ruleFormats) {
    const match = pattern.exec(rule)
    if (match) return last(givenOn, match)
  }
  return null
}
