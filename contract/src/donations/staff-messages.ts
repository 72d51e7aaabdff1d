import { z } from 'zod'
import { sendReview } from '../email/mails.ts'
import { variablesIn } from '../email/template-variables.ts'
import { templateMessages } from '../email/templates/messages.ts'
import { route } from '../shared/route.ts'
import { inOrganization, wireId } from '../shared/wire.ts'
import { maxBulkIds } from './bulk-changes.ts'
import { donationFilters } from './donations.ts'

export const maxMessageGifts = 20_000
export const maxSubject = 150
export const maxBody = 5_000

/** Every gift has a value; a neutral word replaces an unknown name. */
export const messageVariables = [
  'donor_first_name',
  'receiving_org_name',
  'gift_amount',
  'donation_date',
  'matching_employer_name',
] as const
export type MessageVariable = (typeof messageVariables)[number]

/** Returns the variables of a message that `messageVariables` does not contain. */
export const unknownIn = (text: string): string[] =>
  variablesIn(text).filter((name) => !messageVariables.some((known) => known === name))

const count = (number: number): string => number.toLocaleString('en-US')

export const texts = {
  choose: 'Choose gifts by their ids or by a filter.',
  noSubject: 'Add a subject',
  longSubject: `Use at most ${maxSubject} characters`,
  noBody: 'Write your message',
  longBody: `Use at most ${count(maxBody)} characters`,
  nothing: 'No gifts found to email about.',
  tooMany: `You can email donors of at most ${count(maxMessageGifts)} gifts at once. Narrow the list first.`,
  changed: (confirmed: number, now: number) =>
    `The number of donors changed from ${count(confirmed)} to ${count(now)}. Nothing was sent. Review again.`,
} as const

const withKnownVariables = (text: z.ZodString) =>
  text.superRefine((value, context) => {
    const unknown = unknownIn(value)
    if (unknown.length > 0) context.addIssue({ code: 'custom', message: templateMessages.unknown(unknown) })
  })

export const messageText = z.object({
  subject: withKnownVariables(z.string().trim().min(1, texts.noSubject).max(maxSubject, texts.longSubject)).describe(
    `one line; variables in braces: ${messageVariables.join(', ')}`,
  ),
  body: withKnownVariables(z.string().trim().min(1, texts.noBody).max(maxBody, texts.longBody)).describe(
    'plain text with the same variables',
  ),
})
export type MessageText = z.output<typeof messageText>

const selection = {
  donation_ids: z.array(wireId).min(1).max(maxBulkIds).optional(),
  filters: donationFilters.optional().describe('selects all current results of the list'),
}
const isOneSelection = ({ donation_ids, filters }: { donation_ids?: unknown; filters?: unknown }) =>
  (donation_ids === undefined) !== (filters === undefined)
const oneSelection = { message: texts.choose, path: ['donation_ids'] }

/** Any one gift; the email is about the last selected one of its donor. */
const shown = messageText.extend({ donation_id: wireId.describe('gift whose facts fill the variables') })

export const previewDonorMessage = route('POST', '/api/organization/{id}/message/preview', {
  name: 'previewDonorMessage',
  summary: 'Preview a one-off message as the donor of one gift would receive it',
  access: 'read',
  ...inOrganization,
  changes: false,
  body: shown,
  response: z.object({
    from: z.string().describe('sender name and address'),
    to: z.string(),
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  }),
})

export const testDonorMessage = route('POST', '/api/organization/{id}/message/test', {
  name: 'testDonorMessage',
  summary: 'Email a test of a one-off message to the caller, with inactive links',
  access: 'write',
  ...inOrganization,
  changes: false,
  body: shown,
  rate: { max: 20, seconds: 3600 },
  response: z.object({ to: z.string() }),
})

export const reviewDonorMessage = route('POST', '/api/organization/{id}/message/review', {
  name: 'reviewDonorMessage',
  summary: 'Count the donors a one-off message would reach, with reasons for the others; sends nothing',
  access: 'write',
  ...inOrganization,
  changes: false,
  body: messageText.extend(selection).refine(isOneSelection, oneSelection),
  response: sendReview,
  rate: { max: 60, seconds: 300 },
})

export const sendDonorMessage = route('POST', '/api/organization/{id}/message', {
  name: 'sendDonorMessage',
  summary: 'Email a one-off message to the donors of selected gifts, one email per donor',
  access: 'write',
  ...inOrganization,
  status: 201,
  body: messageText
    .extend({
      ...selection,
      mails: z.number().int().min(1).describe('confirmed number of the review; refused if it has changed'),
    })
    .refine(isOneSelection, oneSelection),
  response: z.object({ mails: z.number().describe('number of emails scheduled') }),
  rate: { max: 30, seconds: 3600 },
})
