import { z } from 'zod'

/** Shapes that several features share on the wire. */

/** The one sentence for what does not exist and for what belongs to somebody else. */
export const nothingThere = 'We could not find that.'

/** Ids are positive whole numbers that a double holds exactly. */
export const wireId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** What a mailed link carries. Where a mail program cut it off, it is answered like one that has ended: with the way to a new one. */
export const mailedToken = z.string().max(2_000)

/** The query of a download's address. One that was cut off is answered like one that has ended. */
export const withTicket = z.object({ ticket: z.string().max(2_000) })

/** Money crosses the wire as decimal currency units (12.5 is twelve dollars and fifty cents). */
export const wireMoney = z.number().describe('decimal currency units')

export const currency = z.enum(['USD', 'CAD'])
export type Currency = z.infer<typeof currency>

const dayLike = 'Use a date like 2026-11-20'
/** A calendar day, `2026-11-20`. The month after it still has a year of four digits, so that every part can count with it. */
export const wireDay = z.iso
  .date({ error: ({ input }) => (input === '' ? 'Choose a date' : dayLike) })
  .refine((day) => day >= '1000-01-01' && day < '9999-12-01', dayLike)

export const level = z.enum(['read', 'write', 'admin'])
export type Level = z.infer<typeof level>

/** RFC 5321: at most 64 characters before the @. Longer ones are taken by no mail server. */
export const canBeMailed = (address: string): boolean => address.lastIndexOf('@') <= 64

export const emailAddress = (message: string) =>
  z.string(message).trim().max(255, message).email(message).refine(canBeMailed, message)

/** Cents to decimal units. Whole cents are exact in a double up to 90 trillion. */
export const toUnits = (cents: number): number => cents / 100

/** The body of every refusal. */
export const refusal = z.object({
  error: z.string().describe('one of a closed list of codes'),
  message: z.string(),
  title: z.string().optional().describe("the spec's title where it names one, 'Mapping Error'"),
  fields: z.record(z.string(), z.string()).optional(),
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('what stands there now, for a change that came too late'),
  request_id: z.string(),
})
export type RefusalBody = z.infer<typeof refusal>
