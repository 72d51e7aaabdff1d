import type { MoveAction } from '@twofold/matching'
import { z } from 'zod'
import { sendReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { currency, inOrganization, organizationPath, ticketQuery, wireId, wireMoney } from '../shared/wire.ts'
import { restorableDays } from './donation-changes.ts'
import { donationFilters } from './donations.ts'

/** Applied by a job, with one result per match. The specification's `confirmDonations` changes all or none. */

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
/** A call can name this many; a filter can select more. */
export const maxBulkIds = 1_000
/** Minutes after completion. Canceled matches can be restored for `restorableDays`. */
export const bulkUndoMinutes = 10

export const bulkMessages = {
  choose: 'Choose matches by their ids or by a filter.',
  nothing: 'No matches found to change.',
  tooMany: `At most ${maxBulkMatches.toLocaleString('en-US')} matches can be changed at once. Narrow the list first.`,
  notReady: 'The summary isn’t ready yet.',
  old: 'This summary is from another day. Choose the matches again.',
  started: 'This was already started.',
  nothingToDo: 'None of these matches can be updated.',
  movedOn: 'Skipped because someone else changed it.',
  gone: 'It’s no longer here.',
  undoExpired: 'It’s too late to undo them all at once. You can still open each match.',
  notDone: 'There’s nothing to undo yet.',
} as const

export const bulkChange = z.object({
  id: z.number(),
  action: z.enum(bulkActions),
  state: z.enum(['counting', 'ready', 'running', 'done', 'undoing', 'undone']),
  total: z.number().describe('number of selected matches'),
  can: z.number().describe('number of matches with the action available'),
  cannot: z
    .array(z.object({ why: z.string(), count: z.number() }))
    .describe('matches with the action unavailable, by reason, most frequent first'),
  counted: z.number().describe('number of matches processed for the email preview'),
  review: sendReview.nullable().describe('resulting emails; null if the action sends none or while they are counted'),
  done: z.number(),
  refused: z.number().describe('number of matches that could no longer be changed when the job ran'),
  undone: z.number(),
  kept: z.number().describe('number of matches excluded from the undo because of later changes'),
  undo_until: z.string().nullable().describe('null if it cannot be undone'),
  by: z.string(),
  at: z.string(),
})
export type BulkChange = z.infer<typeof bulkChange>

const bulkPath = organizationPath.extend({ bulkId: wireId })
const responseBody = z.object({ bulk_change: bulkChange })

export const prepareBulkChange = route('POST', '/api/organization/{id}/bulk-change', {
  name: 'prepareBulkChange',
  summary: 'Prepare and summarize a bulk change of matches by ID or filter without applying it',
  access: 'write',
  ...inOrganization,
  changes: false,
  status: 201,
  body: z
    .object({
      action: z.enum(bulkActions),
      donation_ids: z.array(wireId).min(1).max(maxBulkIds).optional(),
      filters: donationFilters.optional().describe('selects all current results of the list'),
    })
    .refine(({ donation_ids, filters }) => (donation_ids === undefined) !== (filters === undefined), {
      message: bulkMessages.choose,
      path: ['donation_ids'],
    }),
  response: responseBody,
})

export const listBulkChanges = route('GET', '/api/organization/{id}/bulk-change', {
  name: 'listBulkChanges',
  summary: `List bulk changes of the last ${restorableDays} days`,
  access: 'read',
  ...inOrganization,
  response: z.object({ bulk_changes: z.array(bulkChange) }),
})

export const getBulkChange = route('GET', '/api/organization/{id}/bulk-change/{bulkId}', {
  name: 'getBulkChange',
  summary: 'Retrieve a bulk change and its progress',
  access: 'read',
  scope: 'organization',
  params: bulkPath,
  response: responseBody,
})

export const skippedPageSize = 200

export const listSkippedMatches = route('GET', '/api/organization/{id}/bulk-change/{bulkId}/left', {
  name: 'listLeftOfBulkChange',
  summary: 'List matches that a bulk change skipped, with reasons',
  access: 'read',
  scope: 'organization',
  params: bulkPath,
  query: z.object({
    after: z.coerce.number().int().min(0).default(0).describe('cursor: `place` of the last item received'),
  }),
  response: z.object({
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

export const getBulkCsvTicket = route('GET', '/api/organization/{id}/bulk-change/{bulkId}/csv-token', {
  name: 'getBulkCsvTicket',
  summary: 'Create a one-time download link, valid for 60 seconds, for the results of a bulk change as CSV',
  access: 'read',
  scope: 'organization',
  params: bulkPath,
  response: z.object({ url: z.string() }),
})

export const downloadBulkChange = route('GET', '/api/download/bulk-change.csv', {
  name: 'downloadBulkChange',
  summary: 'Download the results of a bulk change as CSV with a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.string(),
  responseKind: 'csv',
  internal: true,
})

export const runBulkChange = route('POST', '/api/organization/{id}/bulk-change/{bulkId}/run', {
  name: 'runBulkChange',
  summary: 'Run a prepared bulk change; matches changed since the summary are skipped',
  access: 'write',
  scope: 'organization',
  status: 202,
  params: bulkPath,
  response: responseBody,
})

export const undoBulkChange = route('POST', '/api/organization/{id}/bulk-change/{bulkId}/undo', {
  name: 'undoBulkChange',
  summary: `Undo a bulk change within ${bulkUndoMinutes} minutes, or ${restorableDays} days for cancellations`,
  access: 'write',
  scope: 'organization',
  status: 202,
  params: bulkPath,
  response: responseBody,
})
