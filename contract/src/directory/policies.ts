import { isDeadlineRule, parseRatio } from '@twofold/matching'
import { z } from 'zod'
import { companyRow } from '../core/companies.ts'
import { changedMatches, sendReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { organizationPath, wireDay, wireId, wireMoney } from '../shared/wire.ts'
import { difference, fact } from './directory-fields.ts'

export const policyMessages = {
  ratio: 'Enter the ratio as company : donor, like 2:1',
  amount: 'Enter an amount like 25, or 0 for none',
  days: 'The last day is before the first',
  deadline: 'Use a rule like days:90 or year_end+31',
  nothing: 'Enter at least one difference',
  saveFailed: 'Failed to save the policy.',
  removeFailed: 'Failed to remove the policy.',
} as const

/** Returns the schema of a ratio, refused with `message`. */
export const ratioText = (message: string = policyMessages.ratio) =>
  z
    .string()
    .trim()
    .max(20, message)
    .refine((text) => parseRatio(text) !== null, message)
/** 0 means no limit. */
export const limit = z
  .number(policyMessages.amount)
  .min(0, policyMessages.amount)
  .max(100_000_000, policyMessages.amount)
export const deadlineRule = z
  .string()
  .trim()
  .max(40, policyMessages.deadline)
  .refine(isDeadlineRule, policyMessages.deadline)

const ownTerms = {
  start_date: wireDay.describe('first gift date covered'),
  end_date: wireDay.nullable().describe('last gift date covered; null for no end'),
  ratio: ratioText().nullable().describe("company : donor, such as 2:1; null to use the company's value"),
  min_amount: limit.nullable().describe("0 for none; null to use the company's value"),
  max_per_gift: limit.nullable().describe("0 for none; null to use the company's value"),
  max_per_year: limit.nullable().describe("0 for none; null to use the company's value"),
  deadline_rule: deadlineRule.nullable().describe("null to use the company's value"),
  note: z.string().trim().max(500, 'Use at most 500 characters'),
} as const

export const ownPolicyForm = z
  .object({ ...ownTerms, own_policy_id: wireId.optional().describe('policy to update; omit to create one') })
  .refine(({ start_date, end_date }) => end_date === null || start_date <= end_date, {
    message: policyMessages.days,
    path: ['end_date'],
  })
  .refine(
    ({ ratio, min_amount, max_per_gift, max_per_year, deadline_rule }) =>
      [ratio, min_amount, max_per_gift, max_per_year, deadline_rule].some((term) => term !== null),
    { message: policyMessages.nothing, path: ['ratio'] },
  )

export const ownPolicy = z.object({
  id: z.number(),
  start_date: z.string(),
  end_date: z.string().nullable(),
  ratio: z.string().nullable(),
  min_amount: wireMoney.nullable(),
  max_per_gift: wireMoney.nullable(),
  max_per_year: wireMoney.nullable(),
  deadline_rule: z.string().nullable(),
  note: z.string(),
  text: z.string().describe('the policy as text'),
  is_parents: z.boolean().describe('true if inherited from the parent organization, where it can be changed'),
  entered_by: z.string(),
  entered_at: z.string(),
})
export type OwnPolicy = z.infer<typeof ownPolicy>

const version = z.object({
  version: z.number(),
  learned_at: z.string(),
  by: z.string().nullable().describe('null for a directory update'),
  source: z.string(),
  changes: z.array(difference).describe('changes from the previous version; all terms for the first version'),
})

export const companyGiftCounts = z.object({
  donors: z.number(),
  gifts: z.number(),
  open: z.number().describe('gifts with a pending action'),
  submitted: z.number(),
  completed: z.number(),
  is_whole: z.boolean().describe('false if the counts are incomplete'),
})

const responseBody = z.object({
  company: companyRow,
  public_path: z.string(),
  website: z.string(),
  industry: z.string(),
  aliases: z.array(z.string()),
  parent: z.object({ id: z.number(), name: z.string() }).nullable(),
  is_inherited: z.boolean().describe('true if the policy is inherited from the parent'),
  sentences: z.array(z.object({ heading: z.string(), texts: z.array(z.string()) })),
  facts: z.array(fact),
  versions: z.array(version).describe('newest first; at most 40'),
  gifts: companyGiftCounts,
  own_policies: z.array(ownPolicy).describe('latest start first'),
})
export type OrganizationCompany = z.infer<typeof responseBody>

const companyPath = organizationPath.extend({ companyId: wireId })

export const getOrganizationCompany = route('GET', '/api/organization/{id}/company/{companyId}', {
  name: 'getOrganizationCompany',
  summary: "A company's policy with sources and versions, gifts of its employees, and the organization's own policies",
  access: 'read',
  scope: 'organization',
  params: companyPath,
  response: responseBody,
})

export const policyReview = z.object({
  gifts: z.number().describe('gifts that are reevaluated'),
  ...changedMatches,
  estimated_from: wireMoney,
  estimated_to: wireMoney,
  mails: sendReview,
  is_whole: z.boolean().describe('false if not all affected gifts were included'),
})
export type PolicyReview = z.infer<typeof policyReview>

export const reviewOwnPolicy = route('POST', '/api/organization/{id}/company/{companyId}/own-policy/review', {
  name: 'reviewOwnPolicy',
  summary: "Preview the effect of an organization's own policy on open matches and emails; changes nothing",
  access: 'write',
  scope: 'organization',
  changes: false,
  params: companyPath,
  body: ownPolicyForm,
  response: policyReview,
  rate: { max: 30, seconds: 300 },
})

export const saveOwnPolicy = route('POST', '/api/organization/{id}/company/{companyId}/own-policy', {
  name: 'saveOwnPolicy',
  summary: 'Save a policy for gifts to this organization and its chapters; open matches are reevaluated',
  access: 'write',
  scope: 'organization',
  params: companyPath,
  body: ownPolicyForm,
  response: responseBody,
})

const ownPath = companyPath.extend({ ownPolicyId: wireId })

export const reviewRemoval = route(
  'POST',
  '/api/organization/{id}/company/{companyId}/own-policy/{ownPolicyId}/removal/review',
  {
    name: 'reviewRemoval',
    summary: "Preview the effect of removing an organization's own policy; changes nothing",
    access: 'write',
    scope: 'organization',
    changes: false,
    params: ownPath,
    response: policyReview,
    rate: { max: 30, seconds: 300 },
  },
)

export const removeOwnPolicy = route('DELETE', '/api/organization/{id}/company/{companyId}/own-policy/{ownPolicyId}', {
  name: 'removeOwnPolicy',
  summary: "Remove an organization's own policy; the company's policy applies again and open matches are reevaluated",
  access: 'write',
  scope: 'organization',
  params: ownPath,
  response: responseBody,
})
