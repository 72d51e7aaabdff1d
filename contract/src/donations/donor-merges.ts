import { z } from 'zod'
import { sendReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { wireId, wireMoney } from '../shared/wire.ts'
import { donorDetail, donorFields, donorPath } from './donors.ts'

export const mergeUndoDays = 30

export const mergeMessages = {
  itself: 'Choose a different donor.',
  elsewhere: 'You can only merge donors in the same organization.',
  failed: 'Merge failed',
  undoFailed: 'Undo failed',
  late: `You can only undo a merge for ${mergeUndoDays} days.`,
  notLatest: 'This donor has a newer merge. Undo that one first.',
} as const

export const mergeRequest = z.object({
  other_id: wireId.describe(
    'donor to merge into the one in the path, which receives the gifts and keeps its email address',
  ),
  take: z
    .array(z.enum(donorFields).exclude(['email']))
    .max(donorFields.length)
    .default([])
    .describe('fields to take from the merged donor; empty fields are always filled from it'),
  company_id: wireId
    .nullish()
    .describe('employer for all matches that can still change; null or omitted keeps the employer of each match'),
})
export type MergeRequest = z.output<typeof mergeRequest>

const rejudged = z.object({
  donation_id: z.number(),
  from_status_id: z.number(),
  to_status_id: z.number(),
  matched_before: wireMoney,
  matched_after: wireMoney,
  joins: z.number().nullable().describe('match that will include the gift; null if none'),
})

export const mergePreview = z.object({
  gifts: z.number().describe('number of gifts that move to the remaining donor'),
  mails: z.number(),
  other_addresses: z.array(z.string()).describe('email addresses that will be assigned to the remaining donor'),
  unsubscribes: z
    .boolean()
    .describe('whether the remaining donor receives no emails because the merged one unsubscribed'),
  rejudged: z.array(rejudged).describe('first 50 matches with a new result'),
  rejudged_total: z.number(),
  review: sendReview.describe('resulting emails'),
})
export type MergePreview = z.output<typeof mergePreview>

export const previewMerge = route('POST', '/api/donor/{id}/merge/preview', {
  name: 'previewMerge',
  summary: 'Preview a merge of two donors without changes',
  access: 'write',
  scope: 'donor',
  changes: false,
  params: donorPath,
  body: mergeRequest,
  response: mergePreview,
})

export const mergeDonors = route('POST', '/api/donor/{id}/merge', {
  name: 'mergeDonors',
  summary: `Merge another donor into this one; can be undone for ${mergeUndoDays} days`,
  access: 'write',
  scope: 'donor',
  params: donorPath,
  body: mergeRequest,
  response: z.object({ donor: donorDetail }),
})

export const undoMerge = route('POST', '/api/donor/{id}/merge/{mergeId}/undo', {
  name: 'undoMerge',
  summary: 'Undo a merge of two donors',
  access: 'write',
  scope: 'donor',
  params: donorPath.extend({ mergeId: wireId }),
  response: z.object({
    donor: donorDetail,
    exact: z
      .boolean()
      .describe('false if a match has changed since the merge, so that all open matches were re-evaluated'),
  }),
})
