import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'
import { directoryCompany } from './directory-company.ts'
import { companyPath, namedCompany, nullableText, reviewRate } from './directory-fields.ts'

/** Merging two entries of the same company. */

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
  platforms: z.object({ this: nullableText, other: nullableText }),
  conflicts: z.array(z.string()).describe('what both have, and which of the two counts'),
  review: changeReview.nullable().describe('null: it rests on whose policy stays, which nobody has said yet'),
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
  answer: directoryCompany,
})
