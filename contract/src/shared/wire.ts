import { z } from 'zod'

/** Missing objects and those of other organizations have the same message. */
export const notFoundMessage = 'We could not find that.'

/** While a new database is filled. The browser recognizes it and calls again by itself. */
export const beingSetUpMessage = 'Twofold is being set up. This takes about a minute.'

/** Positive, within the safe integer range. */
export const wireId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const organizationPath = z.object({ id: wireId })

/** The scope and path of a route under `/api/organization/{id}`. */
export const inOrganization = { scope: 'organization', params: organizationPath } as const

/** A truncated token gets the same response as an expired one. */
export const mailedToken = z.string().max(2_000)

/** A truncated ticket gets the same response as an expired one. */
export const ticketQuery = z.object({ ticket: z.string().max(2_000) })

/** 12.5 is twelve dollars and fifty cents. */
export const wireMoney = z.number().describe('decimal currency units')

export const currency = z.enum(['USD', 'CAD'])
export type Currency = z.infer<typeof currency>

const dayLike = 'Use a date like 2026-11-20'
/** `2026-11-20`. The following month must still have a four-digit year for date arithmetic. */
export const wireDay = z.iso
  .date({ error: ({ input }) => (input === '' ? 'Choose a date' : dayLike) })
  .refine((day) => day >= '1000-01-01' && day < '9999-12-01', dayLike)

export const level = z.enum(['read', 'write', 'admin'])
export type Level = z.infer<typeof level>

/** Returns whether at most 64 characters precede the @ (RFC 5321). */
export const isDeliverableAddress = (address: string): boolean => address.lastIndexOf('@') <= 64

/** Returns the schema of a deliverable address, with this message for others. */
export const emailAddress = (message: string) =>
  z.string(message).trim().max(255, message).email(message).refine(isDeliverableAddress, message)

/** Returns decimal units. Whole cents are exact in a double up to 90 trillion. */
export const toUnits = (cents: number): number => cents / 100

/** Every error response has this body. */
export const refusal = z.object({
  error: z.string().describe('error code from a fixed list'),
  message: z.string(),
  title: z.string().optional().describe("title for some errors, such as 'Mapping Error'"),
  fields: z.record(z.string(), z.string()).optional(),
  current: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('current values, if the change conflicts with a newer one'),
  request_id: z.string(),
})
export type RefusalBody = z.infer<typeof refusal>
