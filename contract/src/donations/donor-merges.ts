import { z } from 'zod'
import { sendReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { wireId, wireMoney } from '../shared/wire.ts'
import { donorDetail, donorFields, donorPath } from './donors.ts'

/** Merging two donor entries of one person: preview, immediate merge, and undo for a month. */

export const mergeUndoDays = 30

export const mergeMessages = {
  itself: 'Choose another donor: these two are the same.',
  elsewhere: 'Only donors of one organization can be merged.',
  failed: 'The donors were not merged',
  undoFailed: 'The merge was not undone',
  late: `A merge can be undone for ${mergeUndoDays} days, and this one is older.`,
  notLatest: 'This donor was merged with another one since. Undo that first.',
} as const

export const mergeRequest = z.object({
  other_id: wireId.describe(
    'the donor that goes: their gifts become those of the donor in the path, whose address stays',
  ),
  take: z
    .array(z.enum(donorFields).exclude(['email']))
    .max(donorFields.length)
    .default([])
    .describe('what is taken over from the one that goes; what the one that stays has not is taken over anyway'),
  company_id: wireId
    .nullish()
    .describe('where both work: said of every match that may still change; blank leaves each as it is'),
})
export type MergeRequest = z.output<typeof mergeRequest>

const rejudged = z.object({
  donation_id: z.number(),
  from_status_id: z.number(),
  to_status_id: z.number(),
  matched_before: wireMoney,
  matched_after: wireMoney,
  joins: z.number().nullable().describe('the match that the gift becomes a part of'),
})

export const mergePreview = z.object({
  gifts: z.number().describe('that change hands'),
  mails: z.number(),
  other_addresses: z.array(z.string()).describe('that lead to the one that stays from then on'),
  unsubscribes: z.boolean().describe('the one that goes had unsubscribed, so the one that stays is not mailed either'),
  rejudged: z.array(rejudged).describe('the first 50 matches that stand elsewhere afterwards'),
  rejudged_total: z.number(),
  review: sendReview.describe('the mails that would follow'),
})
export type MergePreview = z.output<typeof mergePreview>

export const previewMerge = route({
  name: 'previewMerge',
  method: 'POST',
  path: '/api/donor/{id}/merge/preview',
  summary: 'What merging two donors would move and change; nothing is changed',
  who: 'write',
  within: 'donor',
  peopleOnly: true,
  changes: false,
  params: donorPath,
  body: mergeRequest,
  answer: mergePreview,
})

export const mergeDonors = route({
  name: 'mergeDonors',
  method: 'POST',
  path: '/api/donor/{id}/merge',
  summary: `Merge another donor into this one; it can be undone for ${mergeUndoDays} days`,
  who: 'write',
  within: 'donor',
  peopleOnly: true,
  params: donorPath,
  body: mergeRequest,
  answer: z.object({ donor: donorDetail }),
})

export const undoMerge = route({
  name: 'undoMerge',
  method: 'POST',
  path: '/api/donor/{id}/merge/{mergeId}/undo',
  summary: 'Make two donors of a merged one again',
  who: 'write',
  within: 'donor',
  peopleOnly: true,
  params: donorPath.extend({ mergeId: wireId }),
  answer: z.object({
    donor: donorDetail,
    exact: z.boolean().describe('false: something happened to a match since, so the rules looked at all of them anew'),
  }),
})
