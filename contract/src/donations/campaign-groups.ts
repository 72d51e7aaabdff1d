import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, emailAddress, wireId, wireMoney } from '../shared/wire.ts'
import { campaignMessages, campaignPath } from './campaigns.ts'

/** Group campaigns: a company receives all waiting gifts in one list. Spec 2, section 2.9. */

/** Limit of gifts per list. Further gifts go into the next list. */
export const maxGiftsPerSubmission = 2_000

const listTotals = z.object({
  gifts: z.number(),
  donors: z.number(),
  sums: z
    .array(z.object({ currency, amount: wireMoney, matched: wireMoney }))
    .describe('given and estimated, by currency; they are never added'),
})

const submission = z.object({
  id: z.number(),
  company: z.object({ id: z.number(), name: z.string() }),
  at: z.string(),
  user_name: z.string(),
  sent_to: z.string().describe('blank: it was made for download'),
  gifts: z.number(),
  state: z.enum(['made', 'waiting', 'sent', 'failed', 'undone']).describe('of its email; made: there is none'),
  may_undo: z.boolean(),
})
export type GroupSubmission = z.infer<typeof submission>

const group = z.object({
  waiting: z
    .array(
      listTotals.extend({
        company: z.object({ id: z.number(), name: z.string() }),
        contact_email: z.string().describe("of the company's policy; blank where none is known"),
        newest_id: z.number().describe('of the gifts; submitting names it, so that none goes along unseen'),
      }),
    )
    .describe('one list for each company, as it would be now'),
  submissions: z.array(submission).describe('the newest 50'),
})
export type CampaignGroup = z.infer<typeof group>
export type WaitingList = CampaignGroup['waiting'][number]

export const getCampaignGroup = route({
  name: 'getCampaignGroup',
  method: 'GET',
  path: '/api/organization/{id}/campaign/{campaignId}/group',
  summary:
    'The gifts of a group campaign that wait to be submitted, a list for each company, and the lists that were made',
  who: 'read',
  within: 'organization',
  params: campaignPath,
  answer: group,
})

export const submitGroup = route({
  name: 'submitGroup',
  method: 'POST',
  path: '/api/organization/{id}/campaign/{campaignId}/group',
  summary:
    'Make the list of one company, email it to the company where an address is given, and mark its matches as submitted',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: campaignPath,
  body: z.object({
    company_id: wireId,
    gifts: z.number().int().describe('as they were looked at; other ones are refused'),
    newest_id: z.number().int(),
    send_to: z
      .union([z.literal(''), emailAddress(campaignMessages.address)])
      .default('')
      .describe('blank: the list is only downloaded'),
  }),
  answer: group.extend({ submission_id: z.number() }),
})

const submissionPath = campaignPath.extend({ submissionId: wireId })

export const undoGroup = route({
  name: 'undoGroup',
  method: 'POST',
  path: '/api/organization/{id}/campaign/{campaignId}/group/{submissionId}/undo',
  summary: 'Take a list back within seconds: its matches wait again, and its email does not go out',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: submissionPath,
  answer: group,
})

const listFile = {
  method: 'GET',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: submissionPath,
  answer: z.string(),
} as const

export const downloadGroupCsv = route({
  ...listFile,
  name: 'downloadGroupCsv',
  path: '/api/organization/{id}/campaign/{campaignId}/group/{submissionId}/list.csv',
  summary: 'A list for a company as CSV',
  answerKind: 'csv',
})

export const downloadGroupXlsx = route({
  ...listFile,
  name: 'downloadGroupXlsx',
  path: '/api/organization/{id}/campaign/{campaignId}/group/{submissionId}/list.xlsx',
  summary: 'A list for a company as a workbook',
  answerKind: 'file',
})
