import { z } from 'zod'
import { wireMoney } from '../../shared/wire.ts'

/** A question about a file that requires a person's decision. The cautious option is preselected. */
export const importQuestion = z.object({
  id: z.string().describe('the key of its answer in `answers`'),
  message: z.string(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  answer: z.string().describe('the answer in effect: given, else remembered from such a file, else the careful one'),
  count: z.number().describe('rows concerned'),
  sum: wireMoney.nullable(),
  examples: z
    .array(
      z.object({
        row: z.number().describe('1 is the first gift of the file'),
        text: z.string(),
        known: z.string().nullable().describe('the gift that is here already, for a side-by-side comparison'),
        taken: z.boolean().describe('recorded despite the answer, because `take_rows` names it'),
      }),
    )
    .describe('the first ten rows concerned'),
  by_row: z.boolean().describe('whether `take_rows` can make an exception for single rows'),
})
export type ImportQuestion = z.infer<typeof importQuestion>

/** Limit of rows shown per question. */
export const questionExamples = 10

const key = z.string().min(1).max(80)

/** Maps question IDs to the selected option. */
export const questionAnswers = z.record(key, key)
export type QuestionAnswers = z.infer<typeof questionAnswers>

/** Options for rows that can be skipped. */
export const leaveOutAnswer = 'leave_out'
export const takeAnswer = 'take'
