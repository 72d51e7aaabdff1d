import { parseRatio, parseTypedAmount, pendingStatusIds, statusIds } from '@twofold/matching'
import { z } from 'zod'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { currency, inOrganization, organizationPath, wireDay, wireId, wireMoney } from '../shared/wire.ts'
import { matchBucket, moneyReceived } from './reports/statistics.ts'

/** Spec 2, sections 2.9 and 3. */

export const campaignMessages = {
  name: 'Give the campaign a name',
  longName: 'A name has at most 200 characters',
  longMessage: 'A message has at most 2,000 characters',
  company: 'Choose a company from the list, or leave it blank for every company',
  start: 'Enter the first day',
  end: 'Enter the last day',
  order: 'The last day is before the first day',
  limit: 'Enter an amount like 25 or 0 for none, or leave it blank to use the company’s rules',
  ratio: 'Enter a ratio like 1:1 or 2:1, or leave it blank to use the company’s rules',
  unknownCompany: 'That company isn’t in the directory.',
  lost: 'This campaign was changed in another tab or by someone else. Reopen it to see the changes.',
  tooMany: 'An organization can have up to 200 campaigns. Delete one you no longer need.',
  inherited: 'This campaign belongs to your parent organization, and only they can change it.',
  deleted: 'This campaign was deleted. Restore it first.',
  over: 'This campaign is already over.',
  notBegun: 'This campaign hasn’t started. Delete it instead.',
  nothingToUndo: 'There’s nothing to undo: this campaign wasn’t deleted or ended early.',
  loadFailed: 'Failed to load campaigns',
  saveFailed: 'Failed to save campaign',
  endFailed: 'Failed to end campaign',
  deleteFailed: 'Failed to delete campaign',
  submitFailed: 'Failed to submit the gifts',
  downloadFailed: 'Failed to download the list',
  notGroup: 'This campaign has no gifts to submit to this company.',
  otherGifts: 'The list changed since you opened it. Review it again before you submit.',
  address: 'Enter an email address like giving@example.com',
  restoreFailed: 'Failed to restore campaign',
} as const

export const maxCampaigns = 200
export const campaignsPerPage = 50
const largestLimit = 1_000_000_000

const limit = z
  .union(
    [
      z.null(),
      z.number(),
      z
        .string()
        .trim()
        .transform((text) => (text === '' ? null : parseTypedAmount(text))),
    ],
    campaignMessages.limit,
  )
  .pipe(
    z
      .number(campaignMessages.limit)
      .min(0, campaignMessages.limit)
      .max(largestLimit, campaignMessages.limit)
      .nullable(),
  )

const ratio = z
  .string(campaignMessages.ratio)
  .trim()
  .max(30, campaignMessages.ratio)
  .refine((text) => text === '' || (text.includes(':') && parseRatio(text) !== null), campaignMessages.ratio)

const day = (message: string) => z.string(message).trim().pipe(wireDay)

export const campaignForm = z
  .object({
    name: requiredText(campaignMessages.name).max(200, campaignMessages.longName),
    company_id: wireId.nullable().default(null).describe('null for all companies without a specific campaign'),
    startDate: day(campaignMessages.start).describe('first gift date included'),
    endDate: day(campaignMessages.end).describe('last gift date included'),
    minAmount: limit
      .default(0)
      .describe("decimal currency units; 0 for no minimum, null or '' for the company's minimum"),
    maxAmount: limit.default(0).describe("limit per gift's match; 0 for no limit, null or '' for the company's limit"),
    matchRatio: ratio.default('').describe("company to donor, such as 2:1; empty for the company's ratio"),
    groupSubmit: z
      .boolean()
      .default(false)
      .describe('whether the nonprofit submits all gifts to the company in one list'),
    billEligible: z.boolean().default(true),
    billProcessed: z.boolean().default(true),
    message: z
      .string()
      .trim()
      .max(2_000, campaignMessages.longMessage)
      .default('')
      .describe('additional paragraph in emails to donors'),
  })
  .refine(({ startDate, endDate }) => startDate <= endDate, { message: campaignMessages.order, path: ['endDate'] })
export type CampaignForm = z.output<typeof campaignForm>

export const campaign = z.object({
  id: z.number(),
  organization: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  company: z.object({ id: z.number(), name: z.string() }).nullable().describe('null for all companies'),
  startDate: wireDay,
  endDate: wireDay,
  minAmount: wireMoney.nullable().describe("0 for no minimum; null for the company's minimum"),
  maxAmount: wireMoney.nullable().describe("0 for no limit; null for the company's limit"),
  matchRatio: z.string(),
  groupSubmit: z.boolean(),
  billEligible: z.boolean(),
  billProcessed: z.boolean(),
  message: z.string(),
  state: z
    .enum(['upcoming', 'running', 'over', 'deleted'])
    .describe("as of the current date in the organization's time zone"),
  ended_from: wireDay.nullable().describe('original last day of a campaign that was ended early; null otherwise'),
  version: z.number(),
})
export type Campaign = z.infer<typeof campaign>

export const campaignPath = organizationPath.extend({ campaignId: wireId })
const one = z.object({ campaign })

export const listCampaigns = route('GET', '/api/organization/{id}/campaign', {
  name: 'listCampaigns',
  summary: 'List campaigns of an organization and its chapters, and those inherited from its parent',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  response: z.object({
    campaigns: z.array(campaign).describe(`newest first, ${campaignsPerPage} per page`),
    total: z.number(),
    inherited: z
      .array(campaign)
      .describe('campaigns of the parent, which apply if the organization has none for the gift'),
    deleted: z.array(campaign).describe('latest 20 deleted campaigns, which can be restored'),
  }),
})

export const getCampaign = route('GET', '/api/organization/{id}/campaign/{campaignId}', {
  name: 'getCampaign',
  summary: 'Retrieve a campaign, including deleted ones',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: campaignPath,
  response: one,
})

/** Every gift is in exactly one part. `received` equals "approved or paid" on the dashboard. */
const received: readonly number[] = [1]
const withCompany: readonly number[] = [4]
const open: readonly number[] = [...pendingStatusIds, 22]
const closed = statusIds.filter((id) => ![...received, ...withCompany, ...open].includes(id))
export const campaignStageStatuses = { received, with_company: withCompany, open, closed } as const
export type CampaignStage = keyof typeof campaignStageStatuses

const parts = z.object({
  received: matchBucket.describe('approved or paid by the company'),
  with_company: matchBucket.describe('submitted and awaiting the company’s response'),
  open: matchBucket.describe('may still be submitted'),
  closed: matchBucket.describe('no further payment expected'),
})
export type CampaignStages = z.infer<typeof parts>

export const maxDaysByDay = 366

export const getCampaignResults = route('GET', '/api/organization/{id}/campaign/{campaignId}/results', {
  name: 'getCampaignResults',
  summary: 'Retrieve the results of a campaign by progress, in total and by day or month',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: campaignPath,
  response: z.object({
    currency,
    total: parts,
    money: moneyReceived.describe('payouts received for its gifts'),
    by: z.enum(['day', 'month']).describe(`month for campaigns longer than ${maxDaysByDay} days`),
    days: z
      .array(parts.extend({ day: wireDay }))
      .describe('days with gifts, earliest first; for months, their first day'),
  }),
})
export type CampaignResults = z.infer<typeof getCampaignResults.response>

export const createCampaign = route('POST', '/api/organization/{id}/campaign', {
  name: 'createCampaign',
  summary: 'Create a campaign; existing matches are not re-evaluated',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: campaignForm,
  response: one,
})

export const updateCampaign = route('PUT', '/api/organization/{id}/campaign/{campaignId}', {
  name: 'updateCampaign',
  summary: 'Update a campaign; existing matches are not re-evaluated',
  access: 'write',
  scope: 'organization',
  apiKeys: true,
  params: campaignPath,
  body: campaignForm.safeExtend({
    version: z.number().int().optional().describe('the `version` last read; conflicting changes are rejected'),
  }),
  response: one,
})

export const endCampaign = route('POST', '/api/organization/{id}/campaign/{campaignId}/end', {
  name: 'endCampaign',
  summary: 'End a running campaign today',
  access: 'write',
  scope: 'organization',
  apiKeys: true,
  params: campaignPath,
  response: one,
})

export const deleteCampaign = route('DELETE', '/api/organization/{id}/campaign/{campaignId}', {
  name: 'deleteCampaign',
  summary: 'Delete a campaign so that it no longer applies to new gifts; can be restored',
  access: 'write',
  scope: 'organization',
  apiKeys: true,
  params: campaignPath,
  response: one,
})

export const restoreCampaign = route('POST', '/api/organization/{id}/campaign/{campaignId}/restore', {
  name: 'restoreCampaign',
  summary: 'Restore a deleted campaign, or undo its early end',
  access: 'write',
  scope: 'organization',
  params: campaignPath,
  response: one,
})
