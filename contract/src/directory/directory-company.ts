import { isPublicMailHost } from '@twofold/matching'
import { z } from 'zod'
import { categories } from '../core/categories.ts'
import { companyRow } from '../core/companies.ts'
import { isTimeZone } from '../core/organization-changes.ts'
import { hasVisibleText } from '../shared/required-text.ts'
import { wireId } from '../shared/wire.ts'
import { directoryChange } from './directory-changes.ts'
import {
  boundedText,
  matchMethod,
  namedCompany,
  nullableText,
  platformId,
  uniqueWords,
  verificationMethod,
  webAddress,
} from './directory-fields.ts'
import { directoryMessages } from './directory-messages.ts'
import { version } from './directory-policy.ts'

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, directoryMessages.domain)
  .refine((text) => text.length <= 253 && isDomain(text), directoryMessages.domain)
  .refine((text) => !isPublicMailHost(text), {
    error: ({ input }) => `${directoryMessages.publicDomain}${String(input)}`,
  })

/** A domain has at least two labels of letters, digits, and inner hyphens. */
const isDomain = (text: string): boolean => {
  const labels = text.split('.')
  return labels.length >= 2 && labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label) && !/^-|-$/.test(label))
}

const how = {
  category_ids: z
    .array(z.number().refine((id) => categories.has(id), directoryMessages.category))
    .max(categories.size)
    .describe('nonprofit categories that the company matches; empty if unknown or all'),
  csr_platform: platformId.nullable().describe('`none` for no portal; null if unknown'),
  verification: verificationMethod.nullable(),
  match_method: matchMethod.nullable(),
} as const

export const companyForm = z.object({
  company_id: wireId.optional().describe('company to update; omit to create one'),
  name: z
    .string()
    .trim()
    .min(2, directoryMessages.name)
    .max(200, directoryMessages.words)
    .refine(hasVisibleText, directoryMessages.name),
  website: webAddress,
  country: z.string().trim().toUpperCase().max(2, 'Use two letters, like US'),
  industry: boundedText(100),
  time_zone: z.string().max(60).refine(isTimeZone, directoryMessages.timeZone),
  parent_id: wireId.nullable().describe('parent company, whose policy applies if the company has none'),
  aliases: z
    .array(boundedText(200).min(2, 'Use at least 2 letters'))
    .max(300, 'Use at most 300 names')
    .transform(uniqueWords),
  email_domains: z.array(domain).max(200, 'Use at most 200 domains').transform(uniqueWords),
  ...how,
})
export type CompanyForm = z.output<typeof companyForm>

const statedCompany = z.object({
  company_id: z.number(),
  name: z.string(),
  website: z.string(),
  country: z.string(),
  industry: z.string(),
  time_zone: z.string(),
  parent_id: z.number().nullable(),
  aliases: z.array(z.string()),
  email_domains: z.array(z.string()),
  category_ids: z.array(z.number()),
  csr_platform: nullableText,
  verification: verificationMethod.nullable(),
  match_method: matchMethod.nullable(),
}) satisfies z.ZodType<CompanyForm>

export const directoryCompany = z.object({
  company: statedCompany,
  row: companyRow,
  origin: z.enum(['directory', 'demo', 'super']).describe('directory: maintained by directory updates'),
  is_edited: z.boolean().describe('true if changed by a super user; directory updates skip it'),
  parent: namedCompany.nullable(),
  merged_into: namedCompany.nullable().describe('company that this one was merged into; null if not merged'),
  subsidiaries: z.array(namedCompany),
  versions: z.array(version).describe('newest first; at most 40'),
  changes: z.array(directoryChange).describe('newest first; at most 20'),
})
export type DirectoryCompany = z.infer<typeof directoryCompany>
