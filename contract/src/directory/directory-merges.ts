import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'
import { directoryCompany } from './directory-company.ts'
import { companyPath, namedCompany, nullableText, reviewRate } from './directory-fields.ts'

export const companyMergeForm = z.object({
  other_id: wireId.describe('the company that is merged and removed'),
  policy: z
    .enum(['this', 'other'])
    .nullable()
    .default(null)
    .describe('company whose policy is kept; null unless both have one'),
})
export type CompanyMergeForm = z.output<typeof companyMergeForm>

const policySentence = z.string().nullable().describe('result for a gift; null if the company has no policy')

export const companyMergeReview = z.object({
  other: namedCompany,
  names: z.array(z.string()).describe('additional names of the remaining company'),
  email_domains: z.array(z.string()),
  subsidiaries: z.array(namedCompany),
  gifts: z.number().describe('gifts of the removed company in any status; all are moved'),
  organizations: z.number(),
  suggestions: z.number(),
  own_policies: z.number(),
  campaigns: z.number(),
  group_submissions: z.number(),
  versions: z.number().describe('policy versions, which remain in the history'),
  asks_policy: z.boolean().describe('true if both have a policy; `policy` is then required'),
  policies: z.object({ this: policySentence, other: policySentence }).describe('policies currently in effect'),
  platforms: z.object({ this: nullableText, other: nullableText }),
  conflicts: z.array(z.string()).describe('conflicting data of both companies, and which one applies'),
  review: changeReview.nullable().describe('null until `policy` is chosen, if required'),
})
export type CompanyMergeReview = z.infer<typeof companyMergeReview>

export const reviewCompanyMerge = route('POST', '/api/directory/company/{companyId}/merge/review', {
  name: 'reviewCompanyMerge',
  summary: 'Preview merging another company into this one; changes nothing',
  access: 'super',
  changes: false,
  params: companyPath,
  body: companyMergeForm,
  response: companyMergeReview,
  rate: reviewRate,
})

export const mergeCompanies = route('POST', '/api/directory/company/{companyId}/merge', {
  name: 'mergeCompanies',
  summary: 'Merge another company into this one; its gifts are moved in the background',
  access: 'super',
  params: companyPath,
  body: companyMergeForm,
  response: directoryCompany,
})
