import type { MoveAction } from '@twofold/matching'
import { z } from 'zod'
import { organizationPath } from '../core/organizations.ts'
import { sendReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { currency, ticketQuery, wireId, wireMoney } from '../shared/wire.ts'
import { restorableDays } from './donation-changes.ts'
import { donationFilters } from './donations.ts'

/**
 * Changes of many matches: selected and summarized first, then applied by a job, with one result per match. The
 * specification's call `confirmDonations` changes either all or none of its donations.
 */

export const bulkActions = [
  'submit',
  'verify',
  'release',
  'evaluate',
  'silence',
  'unsilence',
  'no_charge',
  'refund',
  'restore',
  'cancel',
] as const satisfies MoveAction[]
export type BulkAction = (typeof bulkActions)[number]

export const maxBulkMatches = 100_000
/** Limit of IDs per call. A filter can select more. */
export const maxBulkIds = 1_000
/**
 * Minutes after completion in which a bulk change can be undone. Canceled matches can be restored for `restorableDays`.
 */
export const bulkUndoMinutes = 10

export const bulkMessages = {
  choose: 'Choose matches by their ids or by a filter.',
  nothing: 'Nothing was found to change.',
  tooMany: `At most ${maxBulkMatches.toLocaleString('en-US')} matches can be changed at once. Narrow the list down first.`,
  notReady: 'The summary is still being made.',
  old: 'This summary is from another day. Choose the matches again.',
  started: 'This was already started.',
  nothingToDo: 'None of these matches can be changed like that.',
  movedOn: 'It changed after the summary, so it was left as it was.',
  gone: 'It is no longer here.',
  undoGone: 'It’s too late to undo all of it at once. Each match shows what can still be done.',
  notDone: 'There’s nothing to undo yet.',
} as const

export const bulkChange = z.object({
  id: z.number(),
  action: z.enum(bulkActions),
  state: z.enum(['counting', 'ready', 'running', 'done', 'undoing', 'undone']),
  total: z.number().describe('matches that were chosen'),
  can: z.number().describe('of these can be changed like that'),
  cannot: z
    .array(z.object({ why: z.string(), count: z.number() }))
    .describe('the others, the most frequent reason first'),
  counted: z.number().describe('so many were looked at for the emails that would follow'),
  review: sendReview
    .nullable()
    .describe('the emails that would follow; null where none can, or while they are counted'),
  done: z.number(),
  refused: z.number().describe('could not be changed any more when their turn came'),
  taken_back: z.number(),
  kept: z.number().describe('something else had happened to them, so they were not taken back'),
  undo_until: z.string().nullable().describe('null: not to be taken back'),
  by: z.string(),
  at: z.string(),
})
export type BulkChange = z.infer<typeof bulkChange>

const bulkPath = organizationPath.extend({ bulkId: wireId })
const answer = z.object({ bulk_change: bulkChange })

export const prepareBulkChange = route({
  name: 'prepareBulkChange',
  method: 'POST',
  path: '/api/organization/{id}/bulk-change',
  summary: 'Choose matches by ids or by a filter, and see what an action would do to them; nothing is changed',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  changes: false,
  status: 201,
  params: organizationPath,
  body: z
    .object({
      action: z.enum(bulkActions),
      donation_ids: z.array(wireId).min(1).max(maxBulkIds).optional(),
      filters: donationFilters.optional().describe('all that the list finds now'),
    })
    .refine(({ donation_ids, filters }) => (donation_ids === undefined) !== (filters === undefined), {
      message: bulkMessages.choose,
      path: ['donation_ids'],
    }),
  answer,
})

export const listBulkChanges = route({
  name: 'listBulkChanges',
  method: 'GET',
  path: '/api/organization/{id}/bulk-change',
  summary: `The last changes of many matches at once, of at most ${restorableDays} days`,
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  answer: z.object({ bulk_changes: z.array(bulkChange) }),
})

export const getBulkChange = route({
  name: 'getBulkChange',
  method: 'GET',
  path: '/api/organization/{id}/bulk-change/{bulkId}',
  summary: 'How far a change of many matches is',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: bulkPath,
  answer,
})

export const skippedPageSize = 200

export const listSkippedMatches = route({
  name: 'listLeftOfBulkChange',
  method: 'GET',
  path: '/api/organization/{id}/bulk-change/{bulkId}/left',
  summary: 'The matches that were left as they were, each with the reason',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: bulkPath,
  query: z.object({ after: z.coerce.number().int().min(0).default(0).describe('the place of the last one seen') }),
  answer: z.object({
    left: z.array(
      z.object({
        place: z.number(),
        donation_id: z.number(),
        donor_name: z.string(),
        amount: wireMoney,
        currency,
        why: z.string(),
      }),
    ),
  }),
})

export const getBulkCsvTicket = route({
  name: 'getBulkCsvTicket',
  method: 'GET',
  path: '/api/organization/{id}/bulk-change/{bulkId}/csv-token',
  summary: 'A link, good for one download within 60 seconds, to what became of each match, as CSV',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: bulkPath,
  answer: z.object({ url: z.string() }),
})

export const downloadBulkChange = route({
  name: 'downloadBulkChange',
  method: 'GET',
  path: '/api/download/bulk-change.csv',
  summary: 'What became of each match, as CSV, for the holder of a ticket',
  who: 'public',
  query: ticketQuery,
  answer: z.string(),
  answerKind: 'csv',
  internal: true,
})

export const runBulkChange = route({
  name: 'runBulkChange',
  method: 'POST',
  path: '/api/organization/{id}/bulk-change/{bulkId}/run',
  summary: 'Do what the summary says; matches that were changed since are left as they are',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  status: 202,
  params: bulkPath,
  answer,
})

export const undoBulkChange = route({
  name: 'undoBulkChange',
  method: 'POST',
  path: '/api/organization/{id}/bulk-change/{bulkId}/undo',
  summary: `Take all of it back, within ${bulkUndoMinutes} minutes; canceled matches within ${restorableDays} days`,
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  status: 202,
  params: bulkPath,
  answer,
})
