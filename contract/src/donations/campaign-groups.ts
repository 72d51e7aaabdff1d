import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, emailAddress, wireId, wireMoney } from '../shared/wire.ts'
import { campaignMessages, campaignPath } from './campaigns.ts'

/** Further gifts go into the next list. */
export const maxGiftsPerSubmission = 2_000

const listTotals = z.object({
  gifts: z.number(),
  donors: z.number(),
  sums: z
    .array(z.object({ currency, amount: wireMoney, matched: wireMoney }))
    .describe('gift and estimated match totals per currency'),
})

const submission = z.object({
  id: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  at: z.string(),
  user_name: z.string(),
  sent_to: z.string().describe('email address of the recipient; empty if the list was created for download only'),
  gifts: z.number(),
  state: z
    .enum(['made', 'waiting', 'sent', 'failed', 'undone'])
    .describe('state of the email; `made` if the list was not emailed'),
  may_undo: z.boolean(),
})
export type GroupSubmission = z.infer<typeof submission>

const group = z.object({
  waiting: z
    .array(
      listTotals.extend({
        company: z.object({ id: z.number(), name: z.string() }),
        contact_email: z.string().describe("from the company's policy; empty if unknown"),
        newest_id: z
          .number()
          .describe('highest gift ID in the list; required to submit it, so that later gifts are not included'),
      }),
    )
    .describe('current list for each company'),
  submissions: z.array(submission).describe('latest 50'),
})
export type CampaignGroup = z.infer<typeof group>
export type WaitingList = CampaignGroup['waiting'][number]

export const getCampaignGroup = route('GET', '/api/organization/{id}/campaign/{campaignId}/group', {
  name: 'getCampaignGroup',
  summary: 'Retrieve the gifts of a group campaign to submit, by company, and the submitted lists',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: campaignPath,
  response: group,
})

export const submitGroup = route('POST', '/api/organization/{id}/campaign/{campaignId}/group', {
  name: 'submitGroup',
  summary: 'Submit a company’s list, optionally by email, and mark its matches as submitted',
  access: 'write',
  scope: 'organization',
  params: campaignPath,
  body: z.object({
    company_id: wireId,
    gifts: z.number().int().describe('number of gifts last read; rejected if the list has changed'),
    newest_id: z.number().int(),
    send_to: z
      .union([z.literal(''), emailAddress(campaignMessages.address)])
      .default('')
      .describe('email address; empty to create the list for download only'),
  }),
  response: group.extend({ submission_id: z.number() }),
})

const submissionPath = campaignPath.extend({ submissionId: wireId })

export const undoGroup = route('POST', '/api/organization/{id}/campaign/{campaignId}/group/{submissionId}/undo', {
  name: 'undoGroup',
  summary: 'Undo a submission within seconds: its matches wait again, and its email is not sent',
  access: 'write',
  scope: 'organization',
  params: submissionPath,
  response: group,
})

const listFile = {
  access: 'read',
  scope: 'organization',
  params: submissionPath,
  response: z.string(),
} as const

export const downloadGroupCsv = route(
  'GET',
  '/api/organization/{id}/campaign/{campaignId}/group/{submissionId}/list.csv',
  {
    ...listFile,
    name: 'downloadGroupCsv',
    summary: 'Download a company’s list as CSV',
    responseKind: 'csv',
  },
)

export const downloadGroupXlsx = route(
  'GET',
  '/api/organization/{id}/campaign/{campaignId}/group/{submissionId}/list.xlsx',
  {
    ...listFile,
    name: 'downloadGroupXlsx',
    summary: 'Download a company’s list as XLSX',
    responseKind: 'file',
  },
)
