import { giftKindIds, isDeadlineRule, isPublicMailHost, parseRatio, readMonthDay } from '@twofold/matching'
import { z } from 'zod'
import { categories } from './categories.ts'
import { companyRow } from './companies.ts'
import { changeReview } from './mails.ts'
import { isTimeZone } from './organization-changes.ts'
import { policyMessages } from './policies.ts'
import { route } from './route.ts'
import { currency, emailAddress, wireDay, wireId } from './wire.ts'

/** The company directory, kept by super users. It is nobody's organization's; what an organization knows better is its own. */

export const directoryMessages = {
  name: 'Type the company’s name',
  words: 'Use at most 200 characters',
  website: 'Use a web address, like https://example.com',
  domain: 'Use domains like example.com, without an @',
  publicDomain: 'Anybody may have an address there, so it tells no employer: ',
  timeZone: 'Choose a time zone',
  platform: 'Choose a platform from the list',
  platformName: 'Type the platform’s name',
  category: 'Choose categories from the list',
  source: 'Say where you learned it: a web address, or a few words',
  asOf: 'Use a year, a month like 2026-03, or a day like 2026-03-08; leave it blank if the source has no date',
  yearStart: 'Use a month and a day, like 01-01',
  contactEmail: 'Use an email address, like giving@example.com',
  step: 'Each step needs a ratio, like 2:1',
  whom: 'Say for whom it differs: a kind of employee, or a kind of nonprofit',
  differs: 'Say what differs for them: a ratio, a minimum, or a maximum',
  volunteer: 'Use yes, no, per_hour:10, or block:250/25',
  days: 'The last day is before the first',
  nothing: 'Nothing is different from what stands there now.',
  saveFailed: 'Failed to save the company.',
  policyFailed: 'Failed to save the policy.',
  loadFailed: 'Failed to load the directory.',
  undoFailed: 'Failed to undo the change.',
  tooLate: 'This was already undone, is too old to undo, or something was changed since. Undo the later change first.',
  mergeItself: 'Choose another company: this one is open here',
  mergeUnknown: 'That company is not in the directory any more.',
  mergeWhich: 'Both have a policy: say which one stays',
  mergeFailed: 'Failed to merge the companies.',
  replaced: 'Somebody entered another version in the meantime. Reload the page to see it.',
} as const

/** A change of the directory can be taken back for so long. */
export const directoryUndoDays = 30

const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters`)
const orNull = <Shape extends z.ZodType>(shape: Shape) => shape.nullable()
const webAddress = text(500).refine(
  (text) => text === '' || /^https?:$/.test(URL.parse(text)?.protocol ?? ''),
  directoryMessages.website,
)

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, directoryMessages.domain)
  .refine((text) => text.length <= 253 && isDomain(text), directoryMessages.domain)
  .refine((text) => !isPublicMailHost(text), {
    error: ({ input }) => `${directoryMessages.publicDomain}${String(input)}`,
  })

/** Two labels at least, of letters, digits and inner hyphens; not a country's or a registry's own. */
const isDomain = (text: string): boolean => {
  const labels = text.split('.')
  return labels.length >= 2 && labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label) && !/^-|-$/.test(label))
}

const uniqueWords = (texts: readonly string[]): string[] => [
  ...new Map(texts.map((text) => [text.toLowerCase(), text])).values(),
]

export const matchMethods = ['contact', 'csr', 'form', 'mail'] as const
export const verifications = ['both', 'email', 'phone'] as const

const matchMethod = z.enum(matchMethods)
const verification = z.enum(verifications)
const platformId = text(60).refine((id) => /^[a-z0-9-]{1,60}$/.test(id), directoryMessages.platform)

/** How its match is asked for, as the company's dialog has it: each makes a new version of the policy when it changes. */
const how = {
  category_ids: z
    .array(z.number().refine((id) => categories.has(id), directoryMessages.category))
    .max(categories.size)
    .describe('kinds of nonprofits that it matches; empty: not known, or all'),
  csr_platform: orNull(platformId).describe('none: it has no portal; null: not known'),
  verification: orNull(verification),
  match_method: orNull(matchMethod),
} as const

export const companyForm = z.object({
  company_id: wireId.optional().describe('the one that is changed; without it a new one'),
  name: z.string().trim().min(2, directoryMessages.name).max(200, directoryMessages.words),
  website: webAddress,
  country: z.string().trim().toUpperCase().max(2, 'Use two letters, like US'),
  industry: text(100),
  time_zone: z.string().max(60).refine(isTimeZone, directoryMessages.timeZone),
  parent_id: wireId.nullable().describe('whose policy counts while the company has none of its own'),
  aliases: z.array(text(200).min(2, 'Use at least 2 letters')).max(300, 'Use at most 300 names').transform(uniqueWords),
  email_domains: z.array(domain).max(200, 'Use at most 200 domains').transform(uniqueWords),
  ...how,
})
export type CompanyForm = z.output<typeof companyForm>

const ratio = z
  .string()
  .trim()
  .max(20, policyMessages.ratio)
  .refine((text) => parseRatio(text) !== null, policyMessages.ratio)
/** 0 is none, null is not known. */
const limit = z
  .number(policyMessages.amount)
  .min(0, policyMessages.amount)
  .max(100_000_000, policyMessages.amount)
  .nullable()
const whom = text(80)
  .nullable()
  .transform((text) => text || null)
const list = z.array(text(200).min(1)).max(60, 'Use at most 60 lines').transform(uniqueWords)
const addressOrNull = webAddress.nullable().transform((text) => text || null)

const ratioTier = z.object({
  ratio: z
    .string()
    .trim()
    .max(20, directoryMessages.step)
    .refine((text) => parseRatio(text) !== null, directoryMessages.step),
  up_to: limit.describe('the ladder’s step ends here; null: it has no end'),
  employee_type: whom.describe('a word of eligible_employees; null: everybody'),
  category: whom.describe('a word of eligible_nonprofits; null: every nonprofit'),
})

const exception = z
  .object({
    employee_type: whom,
    category: whom,
    ratio: ratio.nullable(),
    min_amount: limit,
    max_per_gift: limit,
    max_per_year: limit,
  })
  .refine(({ employee_type, category }) => employee_type !== null || category !== null, directoryMessages.whom)
  .refine(
    ({ ratio, min_amount, max_per_gift, max_per_year }) =>
      [ratio, min_amount, max_per_gift, max_per_year].some((term) => term !== null),
    directoryMessages.differs,
  )

const asOf = z
  .string()
  .trim()
  .refine(
    (text) => text === '' || /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(text),
    directoryMessages.asOf,
  )

export const policyTerms = z.object({
  program: z.enum(['yes', 'no', 'unknown']),
  match_method: orNull(matchMethod),
  csr_platform: orNull(platformId).describe('none: it has no portal; null: not known'),
  verification: orNull(verification),
  submission_url: addressOrNull,
  form_url: addressOrNull,
  contact_email: orNull(emailAddress(directoryMessages.contactEmail)),
  contact_address: text(500)
    .nullable()
    .transform((text) => text || null),
  ratio: ratio.nullable().describe('company : donor; null: not known'),
  ratio_tiers: z.array(ratioTier).max(40, 'Use at most 40 steps'),
  tiers_run_through: z.enum(['gift', 'year']),
  exceptions: z.array(exception).max(40, 'Use at most 40 lines'),
  min_amount: limit.describe('0: none; null: not known'),
  minimum_per_gift: z.boolean(),
  max_per_gift: limit.describe('0: none; null: not known'),
  max_per_year: limit.describe('0: none; null: not known'),
  max_lifetime: limit.describe('0: none; null: not known'),
  maximum_basis: z.enum(['match', 'gift']),
  currency,
  eligible_employees: list.describe('empty: not known. “board members” alone is a program for directors only'),
  eligible_nonprofits: list.describe('empty: not known'),
  excluded_nonprofits: list,
  gift_kinds: z.array(z.enum(giftKindIds)).max(giftKindIds.length),
  own_site_only: z.boolean(),
  form_needs_nonprofit: z.boolean(),
  deadline_rule: z
    .string()
    .trim()
    .max(40, policyMessages.deadline)
    .refine(isDeadlineRule, policyMessages.deadline)
    .nullable()
    .transform((rule) => rule || null)
    .describe('null: not known'),
  policy_year_start: z.string().refine((text) => readMonthDay(text) !== null, directoryMessages.yearStart),
  volunteer_grant: text(40)
    .refine(
      (text) => text === '' || /^(yes|no|per_hour:[\d.]{1,9}|block:[\d.]{1,9}\/\d{1,4})$/.test(text),
      directoryMessages.volunteer,
    )
    .nullable()
    .transform((text) => text || null),
  source_url: z.string().trim().min(1, directoryMessages.source).max(500, 'Use at most 500 characters'),
  as_of: asOf,
  valid_from: wireDay.nullable().describe('the first day of gifts for which it holds; null: from ever'),
  valid_to: wireDay.nullable().describe('the last one; null: until further notice'),
})
export type PolicyTerms = z.output<typeof policyTerms>

export const policyForm = policyTerms
  .extend({ replaces: wireId.nullable().describe('the version that this one corrects, with its days') })
  .refine(({ valid_from, valid_to }) => valid_from === null || valid_to === null || valid_from <= valid_to, {
    message: directoryMessages.days,
    path: ['valid_to'],
  })
export type PolicyForm = z.output<typeof policyForm>

/** As it stands: editions of the directory's files know less than a form asks for, and older forms asked for less. */
const money = z.number().nullable()
const words = z.string().nullable()
const statedTerms = z.object({
  program: policyTerms.shape.program,
  match_method: matchMethod.nullable(),
  csr_platform: words,
  verification: verification.nullable(),
  submission_url: words,
  form_url: words,
  contact_email: words,
  contact_address: words,
  ratio: words,
  ratio_tiers: z.array(z.object({ ratio: z.string(), up_to: money, employee_type: words, category: words })),
  tiers_run_through: policyTerms.shape.tiers_run_through,
  exceptions: z.array(
    z.object({
      employee_type: words,
      category: words,
      ratio: words,
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
  currency,
  eligible_employees: z.array(z.string()),
  eligible_nonprofits: z.array(z.string()),
  excluded_nonprofits: z.array(z.string()),
  gift_kinds: policyTerms.shape.gift_kinds,
  own_site_only: z.boolean(),
  form_needs_nonprofit: z.boolean(),
  deadline_rule: words,
  policy_year_start: z.string(),
  volunteer_grant: words,
  source_url: z.string(),
  as_of: z.string(),
  valid_from: words,
  valid_to: words,
}) satisfies z.ZodType<PolicyTerms>

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
  csr_platform: words,
  verification: verification.nullable(),
  match_method: matchMethod.nullable(),
}) satisfies z.ZodType<CompanyForm>

const namedCompany = z.object({ id: z.number(), name: z.string() })

export const directoryChange = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string(),
  kind: z.enum(['added', 'company', 'policy', 'merge', 'platform', 'rate', 'form']),
  company: namedCompany.nullable().describe('as it is called now; null: it is about none, or it is gone'),
  subject: z.string().describe('what was changed, as it was called then'),
  changes: z.array(z.object({ term: z.string(), from: z.string(), to: z.string() })),
  gifts: z.number().describe('open gifts that the rules look at again because of it'),
  left: z.number().describe('of these, those that are still waiting for it'),
  undone_by: z.string().nullable(),
  can_undo: z.boolean(),
})
export type DirectoryChange = z.infer<typeof directoryChange>

const version = statedTerms.extend({
  id: z.number(),
  version: z.number(),
  text: z.string().describe('what comes of a gift, as one sentence'),
  learned_at: z.string(),
  by: z.string().nullable().describe('null: an edition of the directory brought it'),
  is_current: z.boolean().describe('it counts on its days'),
})
export type PolicyVersion = z.infer<typeof version>

const answer = z.object({
  company: statedCompany,
  row: companyRow,
  origin: z.enum(['directory', 'demo', 'super']).describe('directory: editions of its files keep it up to date'),
  is_edited: z.boolean().describe('a super user changed it: editions leave it alone'),
  parent: namedCompany.nullable(),
  merged_into: namedCompany.nullable().describe('it turned out to be this company, which stays'),
  subsidiaries: z.array(namedCompany),
  versions: z.array(version).describe('the latest first; at most 40'),
  changes: z.array(directoryChange).describe('the latest first; at most 20'),
})
export type DirectoryCompany = z.infer<typeof answer>

const companyPath = z.object({ companyId: wireId })
const reviewRate = { max: 60, seconds: 300 }

export const getDirectoryCompany = route({
  name: 'getDirectoryCompany',
  method: 'GET',
  path: '/api/directory/company/{companyId}',
  summary:
    'A company of the directory as super users keep it: names, domains, versions of its policy, and what was changed',
  who: 'super',
  params: companyPath,
  answer,
})

export const saveDirectoryCompany = route({
  name: 'saveDirectoryCompany',
  method: 'POST',
  path: '/api/directory/company',
  summary: 'Add a company to the directory, or change one; open matches are looked at again',
  who: 'super',
  body: companyForm,
  answer,
})

export const reviewDirectoryCompany = route({
  name: 'reviewDirectoryCompany',
  method: 'POST',
  path: '/api/directory/company/review',
  summary: 'What saving a company would make of open matches, and the mails it would start; nothing is changed',
  who: 'super',
  changes: false,
  body: companyForm,
  answer: changeReview,
  rate: reviewRate,
})

export const saveDirectoryPolicy = route({
  name: 'saveDirectoryPolicy',
  method: 'POST',
  path: '/api/directory/company/{companyId}/policy',
  summary: 'Enter a version of a company’s policy; open matches of all organizations are looked at again',
  who: 'super',
  params: companyPath,
  body: policyForm,
  answer,
})

export const reviewDirectoryPolicy = route({
  name: 'reviewDirectoryPolicy',
  method: 'POST',
  path: '/api/directory/company/{companyId}/policy/review',
  summary: 'What a version of a policy would make of open matches, and the mails it would start; nothing is changed',
  who: 'super',
  changes: false,
  params: companyPath,
  body: policyForm,
  answer: changeReview,
  rate: reviewRate,
})

export const companyMergeForm = z.object({
  other_id: wireId.describe('the one that goes'),
  policy: z
    .enum(['this', 'other'])
    .nullable()
    .default(null)
    .describe('whose policy stays; null where no more than one of them has one'),
})
export type CompanyMergeForm = z.output<typeof companyMergeForm>

const policyInWords = z.string().nullable().describe('what comes of a gift; null: it has no policy')

export const companyMergeReview = z.object({
  other: namedCompany,
  names: z.array(z.string()).describe('by which the one that stays is found from then on'),
  email_domains: z.array(z.string()),
  subsidiaries: z.array(namedCompany),
  gifts: z.number().describe('of the one that goes: all that move, whatever their status'),
  organizations: z.number(),
  suggestions: z.number(),
  own_policies: z.number(),
  campaigns: z.number(),
  group_submissions: z.number(),
  versions: z.number().describe('of its policy; they stay in its history'),
  asks_policy: z.boolean().describe('both have a policy: somebody has to say which one stays'),
  policies: z.object({ this: policyInWords, other: policyInWords }).describe('that count today'),
  platforms: z.object({ this: words, other: words }),
  conflicts: z.array(z.string()).describe('what both have, and which of the two counts'),
  review: changeReview,
})
export type CompanyMergeReview = z.infer<typeof companyMergeReview>

export const reviewCompanyMerge = route({
  name: 'reviewCompanyMerge',
  method: 'POST',
  path: '/api/directory/company/{companyId}/merge/review',
  summary: 'What would move to a company if another one turned out to be the same; nothing is changed',
  who: 'super',
  changes: false,
  params: companyPath,
  body: companyMergeForm,
  answer: companyMergeReview,
  rate: reviewRate,
})

export const mergeCompanies = route({
  name: 'mergeCompanies',
  method: 'POST',
  path: '/api/directory/company/{companyId}/merge',
  summary: 'Merge another company into this one; its gifts follow in the background',
  who: 'super',
  params: companyPath,
  body: companyMergeForm,
  answer,
})

export const directoryPageSize = 20

export const listDirectoryChanges = route({
  name: 'listDirectoryChanges',
  method: 'GET',
  path: '/api/directory/change',
  summary:
    'What super users changed about the directory, the latest first, and how far its matches have been looked at',
  who: 'super',
  query: z.object({ before: wireId.optional().describe('only changes before this one') }),
  answer: z.object({ changes: z.array(directoryChange), has_more: z.boolean() }),
})

export const undoDirectoryChange = route({
  name: 'undoDirectoryChange',
  method: 'POST',
  path: '/api/directory/change/{changeId}/undo',
  summary: 'Take back a change of the directory; open matches are looked at again',
  who: 'super',
  params: z.object({ changeId: wireId }),
  answer: z.object({ change: directoryChange }),
})

const lines = z.array(text(400).min(1)).max(30, 'Use at most 30 lines')

export const platformForm = z.object({
  name: z.string().trim().min(2, directoryMessages.platformName).max(100, 'Use at most 100 characters'),
  employee_url: webAddress.describe(
    'where employees of any company sign in; COMPANY stands for the company’s own part',
  ),
  employee_steps: lines.describe('how a match is requested for a gift made elsewhere'),
  nonprofit_url: webAddress,
  nonprofit_steps: lines.describe('how a nonprofit verifies gifts and is paid'),
  source_url: webAddress,
  as_of: asOf,
})
export type PlatformForm = z.output<typeof platformForm>

const platform = z.object({
  id: z.string(),
  name: z.string(),
  employee_url: z.string(),
  employee_steps: z.array(z.string()),
  nonprofit_url: z.string(),
  nonprofit_steps: z.array(z.string()),
  source_url: z.string(),
  as_of: z.string(),
  companies: z.number().describe('whose policy leads there'),
  is_edited: z.boolean().describe('a super user changed it: editions leave it alone'),
})
export type DirectoryPlatform = z.infer<typeof platform>
const platforms = z.object({ platforms: z.array(platform) })
const platformPath = z.object({ platformId })

export const listDirectoryPlatforms = route({
  name: 'listDirectoryPlatforms',
  method: 'GET',
  path: '/api/directory/platform',
  summary: 'Giving platforms by name: where employees and nonprofits enter, and what they do there',
  who: 'super',
  answer: platforms,
})

export const saveDirectoryPlatform = route({
  name: 'saveDirectoryPlatform',
  method: 'PUT',
  path: '/api/directory/platform/{platformId}',
  summary: 'Change the entry of a giving platform; open matches of the companies on it are looked at again',
  who: 'super',
  params: platformPath,
  body: platformForm,
  answer: platforms,
})

export const reviewDirectoryPlatform = route({
  name: 'reviewDirectoryPlatform',
  method: 'POST',
  path: '/api/directory/platform/{platformId}/review',
  summary: 'What saving a platform would make of open matches, and the mails it would start; nothing is changed',
  who: 'super',
  changes: false,
  params: platformPath,
  body: platformForm,
  answer: changeReview,
  rate: reviewRate,
})
