import { z } from 'zod'
import { wireMoney } from '../../shared/wire.ts'

/** A person must decide. The cautious option is preselected. */
export const importQuestion = z.object({
  id: z.string().describe('key of the answer in `answers`'),
  message: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z
    .string()
    .describe('current answer: as sent, otherwise remembered from a similar file, otherwise the cautious default'),
  count: z.number().describe('number of affected rows'),
  sum: wireMoney.nullable(),
  examples: z
    .array(
      z.object({
        row: z.number().describe('1 for the first gift in the file'),
        sheet_row: z.number().describe('row in a spreadsheet program'),
        text: z.string(),
        known: z.string().nullable().describe('existing gift, for comparison; null if none'),
        taken: z.boolean().describe('whether the row is imported despite the answer, because of `take_rows`'),
      }),
    )
    .describe('first ten affected rows'),
  by_row: z.boolean().describe('whether `take_rows` can include single rows'),
})
export type ImportQuestion = z.infer<typeof importQuestion>

export const questionExamples = 10

const key = z.string().min(1).max(80)

/** Question id → selected option. */
export const questionAnswers = z.record(key, key)
export type QuestionAnswers = z.infer<typeof questionAnswers>

export const leaveOutAnswer = 'leave_out'
export const takeAnswer = 'take'
