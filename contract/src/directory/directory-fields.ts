import { z } from 'zod'
import { wireId } from '../shared/wire.ts'
import { directoryMessages } from './directory-messages.ts'

/**
 * Plain text by default. `known`: empty means unknown (null). `list`: one entry per line, or separated by `|`.
 * `amount`: in the policy's currency.
 */
export const fieldKinds: Readonly<Record<string, 'known' | 'list' | 'amount' | 'choice' | undefined>> = {
  aliases: 'list',
  email_domains: 'list',
  employee_steps: 'list',
  nonprofit_steps: 'list',
  payer_names: 'list',
  kind: 'choice',
  program: 'choice',
  match_method: 'choice',
  csr_platform: 'choice',
  verification: 'choice',
  tiers_run_through: 'choice',
  maximum_basis: 'choice',
  deductible_part_only: 'choice',
  currency: 'choice',
  submission_url: 'known',
  guide_url: 'known',
  form_url: 'known',
  contact_email: 'known',
  contact_address: 'known',
  ratio: 'known',
  up_to: 'amount',
  min_amount: 'amount',
  max_per_gift: 'amount',
  max_per_year: 'amount',
  max_lifetime: 'amount',
  employee_type: 'known',
  category: 'known',
  eligible_employees: 'list',
  eligible_nonprofits: 'list',
  excluded_nonprofits: 'list',
  deadline_rule: 'known',
  volunteer_grant: 'known',
  valid_from: 'known',
  valid_to: 'known',
  end_date: 'known',
}

/** Returns the schema of a trimmed text of at most `most` characters. */
export const boundedText = (most: number) => z.string().trim().max(most, `Use at most ${most} characters`)
export const webAddress = boundedText(500).refine(
  (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  directoryMessages.website,
)

/** Returns the texts without duplicates. */
export const uniqueWords = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
]

export const matchMethod = z.enum(['contact', 'csr', 'form', 'mail'])
export const verificationMethod = z.enum(['both', 'email', 'phone'])
export const platformId = boundedText(60).refine((id) => /^[a-z0-9-]{1,60}$/.test(id), directoryMessages.platform)

export const asOf = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text),
    directoryMessages.asOf,
  )

export const nullableText = z.string().nullable()

export const difference = z.object({ term: z.string(), from: z.string(), to: z.string() })

export const fact = z.object({
  term: z.string(),
  text: z.string(),
  source: z.string().describe('name of the source'),
  source_url: z.string().nullable(),
  learned: z.string().describe('date of the source, as text; empty if it has none'),
})

export const namedCompany = z.object({ id: z.number(), name: z.string() })

export const companyPath = z.object({ companyId: wireId })
export const reviewRate = { max: 60, seconds: 300 }
