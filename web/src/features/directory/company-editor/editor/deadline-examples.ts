import { deadlineOf } from '@twofold/matching'
import { formatDay } from '../../../../ui/format.ts'

export const deadlineExamples = (rule: string, timeZone: string, year: number): string[] =>
  [`${year}-03-03`, `${year}-11-20`].flatMap((day) => {
    const deadline = deadlineOf({ deadlineRule: rule, timeZone }, day)
    return deadline ? [`For a gift on ${formatDay(day)}, the deadline is ${formatDay(deadline.day)}.`] : []
  })
