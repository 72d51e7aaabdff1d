import { z } from 'zod'
import { directoryMessages } from './directory-messages.ts'
import { wireId } from './wire.ts'

/** What several forms of the directory are made of. */

export const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters`)
export const orNull = <Shape extends z.ZodType>(shape: Shape) => shape.nullable()
export const webAddress = text(500).refine(
  (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  directoryMessages.website,
)

export const uniqueWords = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
]

export const matchMethods = ['contact', 'csr', 'form', 'mail'] as const
export const verifications = ['both', 'email', 'phone'] as const

export const matchMethod = z.enum(matchMethods)
export const verification = z.enum(verifications)
export const platformId = text(60).refine((id) => /^[a-z0-9-]{1,60}$/.test(id), directoryMessages.platform)

export const asOf = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text),
    directoryMessages.asOf,
  )

export const words = z.string().nullable()

export const namedCompany = z.object({ id: z.number(), name: z.string() })

export const companyPath = z.object({ companyId: wireId })
export const reviewRate = { max: 60, seconds: 300 }
