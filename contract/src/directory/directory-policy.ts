import { giftKindIds, readMonthDay } from '@twofold/matching'
import { z } from 'zod'
import { policySource } from '../core/companies.ts'
import { requiredText } from '../shared/required-text.ts'
import { currency, emailAddress, wireDay, wireId } from '../shared/wire.ts'
import {
  asOf,
  boundedText,
  matchMethod,
  nullableText,
  platformId,
  uniqueWords,
  verificationMethod,
  webAddress,
} from './directory-fields.ts'
import { directoryMessages } from './directory-messages.ts'
import { deadlineRule, limit, ratioText } from './policies.ts'

const ratio = ratioText().nullable()
/** Null means unknown. */
const limitOrNull = limit.nullable()
const whom = boundedText(80)
  .nullable()
  .transform((text) => text || null)
const list = z.array(boundedText(200).min(1)).max(60, 'Use at most 60 lines').transform(uniqueWords)
const addressOrNull = webAddress.nullable().transform((text) => text || null)

const ratioTier = z.object({
  ratio: ratioText(directoryMessages.step),
  up_to: limitOrNull.describe('upper limit of this tier; null for no limit'),
  employee_type: whom.describe('an entry of eligible_employees; null for all employees'),
  category: whom.describe('an entry of eligible_nonprofits; null for all nonprofits'),
})

const exception = z
  .object({
    employee_type: whom,
    category: whom,
    ratio,
    min_amount: limitOrNull,
    max_per_gift: limitOrNull,
    max_per_year: limitOrNull,
  })
  .refine(({ employee_type, category }) => employee_type !== null || category !== null, directoryMessages.whom)
  .refine(
    ({ ratio, min_amount, max_per_gift, max_per_year }) =>
      [ratio, min_amount, max_per_gift, max_per_year].some((term) => term !== null),
    directoryMessages.differs,
  )

export const policyTerms = z.object({
  program: z.enum(['yes', 'no', 'unknown']),
  match_method: matchMethod.nullable(),
  csr_platform: platformId.nullable().describe('`none` for no portal; null if unknown'),
  verification: verificationMethod.nullable(),
  submission_url: addressOrNull,
  guide_url: addressOrNull.default(null).describe('published rules of the program; not a page to request a match'),
  form_url: addressOrNull,
  contact_email: emailAddress(directoryMessages.contactEmail).nullable(),
  contact_address: boundedText(500)
    .nullable()
    .transform((text) => text || null),
  ratio: ratio.describe('company : donor, such as 2:1; null if unknown'),
  ratio_tiers: z.array(ratioTier).max(40, 'Use at most 40 steps'),
  tiers_run_through: z.enum(['gift', 'year']),
  exceptions: z.array(exception).max(40, 'Use at most 40 lines'),
  min_amount: limitOrNull.describe('0 for none; null if unknown'),
  minimum_per_gift: z.boolean(),
  max_per_gift: limitOrNull.describe('0 for none; null if unknown'),
  max_per_year: limitOrNull.describe('0 for none; null if unknown'),
  max_lifetime: limitOrNull.describe('0 for none; null if unknown'),
  maximum_basis: z.enum(['match', 'gift']),
  deductible_part_only: z
    .enum(['yes', 'no', 'unknown'])
    .default('unknown')
    .describe('no: the full amount of a gift with a benefit counts; unknown is treated as yes'),
  currency,
  eligible_employees: list.describe('empty if unknown; only “board members” means a program for directors only'),
  eligible_nonprofits: list.describe('empty if unknown'),
  excluded_nonprofits: list,
  gift_kinds: z.array(z.enum(giftKindIds)).max(giftKindIds.length),
  own_site_only: z.boolean(),
  form_needs_nonprofit: z.boolean(),
  deadline_rule: deadlineRule
    .nullable()
    .transform((rule) => rule || null)
    .describe('null if unknown'),
  policy_year_start: z.string().refine((text) => readMonthDay(text) !== null, directoryMessages.yearStart),
  volunteer_grant: boundedText(40)
    .refine(
      (text) => text === '' || /^(yes|no|per_hour:[\d.]{1,9}|block:[\d.]{1,9}\/\d{1,4})$/.test(text),
      directoryMessages.volunteer,
    )
    .nullable()
    .transform((text) => text || null),
  source_url: requiredText(directoryMessages.source).max(500, 'Use at most 500 characters'),
  as_of: asOf,
  valid_from: wireDay.nullable().describe('first gift date covered; null for no start'),
  valid_to: wireDay.nullable().describe('last gift date covered; null for no end'),
})
export type PolicyTerms = z.output<typeof policyTerms>

export const policyForm = policyTerms
  .extend({ replaces: wireId.nullable().describe('ID of the version that this one corrects; null for a new version') })
  .refine(({ valid_from, valid_to }) => valid_from === null || valid_to === null || valid_from <= valid_to, {
    message: directoryMessages.days,
    path: ['valid_to'],
  })
export type PolicyForm = z.output<typeof policyForm>

/** Directory files and older forms contain less than the current form. */
const money = z.number().nullable()
const statedTerms = z.object({
  program: policyTerms.shape.program,
  match_method: matchMethod.nullable(),
  csr_platform: nullableText,
  verification: verificationMethod.nullable(),
  submission_url: nullableText,
  guide_url: nullableText,
  form_url: nullableText,
  contact_email: nullableText,
  contact_address: nullableText,
  ratio: nullableText,
  ratio_tiers: z.array(
    z.object({ ratio: z.string(), up_to: money, employee_type: nullableText, category: nullableText }),
  ),
  tiers_run_through: policyTerms.shape.tiers_run_through,
  exceptions: z.array(
    z.object({
      employee_type: nullableText,
      category: nullableText,
      ratio: nullableText,
      min_amount: money,
      max_per_gift: money,
      max_per_year: money,
    }),
  ),
  min_amount: money,
  minimum_per_gift: z.boolean(),
  max_per_gift: money,
  max_per_year: money,
  max_lifetime: money,
  maximum_basis: policyTerms.shape.maximum_basis,
  deductible_part_only: z.enum(['yes', 'no', 'unknown']),
  currency,
  eligible_employees: z.array(z.string()),
  eligible_nonprofits: z.array(z.string()),
  excluded_nonprofits: z.array(z.string()),
  gift_kinds: policyTerms.shape.gift_kinds,
  own_site_only: z.boolean(),
  form_needs_nonprofit: z.boolean(),
  deadline_rule: nullableText,
  policy_year_start: z.string(),
  volunteer_grant: nullableText,
  source_url: z.string(),
  as_of: z.string(),
  valid_from: nullableText,
  valid_to: nullableText,
}) satisfies z.ZodType<PolicyTerms>

export const version = statedTerms.extend({
  id: z.number(),
  version: z.number(),
  text: z.string().describe('the policy in sentences'),
  source: policySource.nullable(),
  learned_at: z.string(),
  by: z.string().nullable().describe('null for a directory update'),
  is_current: z.boolean().describe('whether the version is in effect for its dates'),
})
export type PolicyVersion = z.infer<typeof version>
