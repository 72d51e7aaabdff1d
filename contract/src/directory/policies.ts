import { isDeadlineRule, parseRatio } from '@twofold/matching'
import { z } from 'zod'
import { companyRow } from '../core/companies.ts'
import { changedMatches, sendReview } from '../email/mails.ts'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { wireDay, wireId, wireMoney } from '../shared/wire.ts'

/** A company as an organization's staff see it, and the organization's own policies. */

export const policyMessages = {
  ratio: 'Type the ratio as company : donor, like 2:1',
  amount: 'Type an amount like 25, or 0 for none',
  days: 'The last day is before the first',
  deadline: 'Use a rule like days:90 or year_end+31',
  nothing: 'Type at least one thing that the company does differently for you',
  saveFailed: 'Failed to save the policy.',
  removeFailed: 'Failed to remove the policy.',
  loadFailed: 'Failed to load the company.',
} as const

const ratioText = z
  .string()
  .trim()
  .max(20, policyMessages.ratio)
  .refine((text) => parseRatio(text) !== null, policyMessages.ratio)
/** Limits of a policy: 0 means no limit, null keeps the company's value. */
const limit = z.number(policyMessages.amount).min(0, policyMessages.amount).max(100_000_000, policyMessages.amount)
const deadlineRule = z.string().trim().max(40, policyMessages.deadline).refine(isDeadlineRule, policyMessages.deadline)

const ownTerms = {
  start_date: wireDay.describe('the first day of gifts for which it holds'),
  end_date: wireDay.nullable().describe('the last one; null: until further notice'),
  ratio: ratioText.nullable().describe("company : donor; null leaves the company's"),
  min_amount: limit.nullable().describe("0: none; null leaves the company's"),
  max_per_gift: limit.nullable().describe("0: none; null leaves the company's"),
  max_per_year: limit.nullable().describe("0: none; null leaves the company's"),
  deadline_rule: deadlineRule.nullable().describe("null leaves the company's"),
  note: z.string().trim().max(500, 'Use at most 500 characters'),
} as const

export const ownPolicyForm = z
  .object({ ...ownTerms, own_policy_id: wireId.optional().describe('the one that is changed; without it a new one') })
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
  text: z.string().describe('all of it as words'),
  is_parents: z.boolean().describe("the parent organization's: it holds here, and is changed there"),
  entered_by: z.string(),
  entered_at: z.string(),
})
export type OwnPolicy = z.infer<typeof ownPolicy>

const fact = z.object({
  term: z.string(),
  words: z.string(),
  source: z.string().describe('the title of who says so'),
  source_url: z.string().nullable(),
  learned: z.string().describe("the source's date, in words; '' where it has none"),
})

const version = z.object({
  version: z.number(),
  learned_at: z.string(),
  by: z.string().nullable().describe('null: an edition of the directory brought it'),
  source: z.string(),
  changes: z
    .array(z.object({ term: z.string(), from: z.string(), to: z.string() }))
    .describe('against the version before; of the first one all that it says'),
})

export const companyGiftCounts = z.object({
  donors: z.number(),
  gifts: z.number(),
  open: z.number().describe('gifts of which somebody has still to act'),
  submitted: z.number(),
  completed: z.number(),
  is_whole: z.boolean().describe('false: there are more than were counted'),
})

const answer = z.object({
  company: companyRow,
  public_path: z.string(),
  website: z.string(),
  industry: z.string(),
  aliases: z.array(z.string()),
  parent: z.object({ id: z.number(), name: z.string() }).nullable(),
  is_inherited: z.boolean().describe("the policy is the parent's"),
  sentences: z.array(z.object({ heading: z.string(), texts: z.array(z.string()) })),
  facts: z.array(fact),
  versions: z.array(version).describe('the latest first; at most 40'),
  gifts: companyGiftCounts,
  own_policies: z.array(ownPolicy).describe('the latest start first'),
})
export type OrganizationCompany = z.infer<typeof answer>

const companyPath = organizationPath.extend({ companyId: wireId })

export const getOrganizationCompany = route({
  name: 'getOrganizationCompany',
  method: 'GET',
  path: '/api/organization/{id}/company/{companyId}',
  summary:
    "A company's policy with its sources and versions, the gifts of its people, and what the organization knows better",
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: companyPath,
  answer,
})

/** Effect of a policy change on the affected gifts. */
export const policyReview = z.object({
  gifts: z.number().describe('that are looked at again'),
  ...changedMatches,
  estimated_from: wireMoney,
  estimated_to: wireMoney,
  mails: sendReview,
  is_whole: z.boolean().describe('false: more gifts are looked at than were tried'),
})
export type PolicyReview = z.infer<typeof policyReview>

export const reviewOwnPolicy = route({
  name: 'reviewOwnPolicy',
  method: 'POST',
  path: '/api/organization/{id}/company/{companyId}/own-policy/review',
  summary:
    "What saving a policy of one's own would make of open matches, and the emails it would start; nothing is changed",
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  changes: false,
  params: companyPath,
  body: ownPolicyForm,
  answer: policyReview,
  rate: { max: 30, seconds: 300 },
})

export const saveOwnPolicy = route({
  name: 'saveOwnPolicy',
  method: 'POST',
  path: '/api/organization/{id}/company/{companyId}/own-policy',
  summary:
    'Say what a company matches of the gifts to this organization and its chapters; open matches are checked again',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: companyPath,
  body: ownPolicyForm,
  answer,
})

const ownPath = companyPath.extend({ ownPolicyId: wireId })

export const reviewRemoval = route({
  name: 'reviewRemoval',
  method: 'POST',
  path: '/api/organization/{id}/company/{companyId}/own-policy/{ownPolicyId}/removal/review',
  summary:
    "What removing a policy of one's own would make of open matches, and the mails it would start; nothing is changed",
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  changes: false,
  params: ownPath,
  answer: policyReview,
  rate: { max: 30, seconds: 300 },
})

export const removeOwnPolicy = route({
  name: 'removeOwnPolicy',
  method: 'DELETE',
  path: '/api/organization/{id}/company/{companyId}/own-policy/{ownPolicyId}',
  summary: "Remove a policy of one's own: the company's counts again, and open matches are checked again",
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: ownPath,
  answer,
})
