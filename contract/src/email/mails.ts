import { z } from 'zod'
import { changedFields } from '../core/organization-changes.ts'
import { route } from '../shared/route.ts'
import { currency, inOrganization, organizationPath, wireId, wireMoney } from '../shared/wire.ts'

/** Above this number of recipients, a second confirmation is required. */
export const confirmSendAbove = 100

/**
 * News about the same gift may follow sooner. A last deadline warning may exceed the organization's `email_limit` by
 * one.
 */
export const donorMailLimits = {
  inDays: 90,
  hoursBetweenGifts: 24,
  /** Hours of the organization's time zone in which emails go out. */
  fromHour: 8,
  untilHour: 20,
} as const

const moment = z.iso.datetime({ offset: true })

export const mailSample = z.object({
  from: z.string().describe('name and address'),
  to: z.string().describe('name and address'),
  subject: z.string(),
  html: z.string(),
})
export type MailSample = z.infer<typeof mailSample>

export const sendReview = z.object({
  mails: z.number().describe('number of emails expected to be sent, including held ones'),
  held: z.number().describe('number of these emails that are held until released'),
  first_at: moment
    .nullable()
    .describe('expected time of the first email, ignoring held emails unless all are held; null if none'),
  last_at: moment
    .nullable()
    .describe(
      'expected time of the last email; emails to one donor are a day apart, and none is sent at night; null if none',
    ),
  not_sent: z
    .array(z.object({ why: z.string(), count: z.number() }))
    .describe('queued emails that will not be sent, by reason, most frequent first'),
  listed: z
    .number()
    .optional()
    .describe(
      'gifts without an email of their own, because an email about another gift of the donor lists them; omitted if 0',
    ),
  email_limit: z.number().optional().describe('the organization’s limit of emails per donor in 90 days'),
  about: z
    .array(z.object({ template_id: z.number(), mails: z.number() }))
    .optional()
    .describe('emails by template, with 0 for one-off messages; only if there are several templates'),
  neutral_greetings: z
    .number()
    .optional()
    .describe('number of emails with the greeting “Hello,” because the donor’s name is ambiguous; omitted if 0'),
  waits_because: z
    .enum(['held', 'held_by_support', 'directory', 'payout', 'bounces', 'no_address'])
    .nullable()
    .describe(
      'reason why no email is sent: held by the team or by support, effects of a directory update not reviewed yet, ' +
        'thank-you emails of a payout not released yet, too many bounces, or no postal address; null if none',
    ),
  warm_up: z
    .object({
      domain: z.string().describe('sending domain during warm-up'),
      by_day: z.array(z.object({ day: z.string(), mails: z.number() })).describe('expected emails per day'),
    })
    .optional()
    .describe('only if a daily limit delays some emails'),
  sample: mailSample.nullable().describe('the first email; null if none'),
  is_whole: z.boolean().describe('false if there are more emails than were included'),
})
export type SendReview = z.infer<typeof sendReview>

export const changedMatches = {
  joined: z.number().describe('gifts added to another match of the donor; not counted as changed matches'),
  moves: z
    .array(z.object({ from_status_id: z.number(), to_status_id: z.number(), count: z.number() }))
    .describe('status changes, most frequent first'),
  examples: z
    .array(
      z.object({
        organization_name: z.string(),
        donation_id: z.number(),
        donor_name: z.string(),
        amount: wireMoney,
        currency,
        from_status_id: z.number(),
        to_status_id: z.number(),
        estimated_from: wireMoney,
        estimated_to: wireMoney,
      }),
    )
    .describe('at most 5 changed matches'),
}

/** `mails.is_whole`: everything was checked. */
export const changeReview = z.object({
  gifts: z.number().describe('gifts to reevaluate'),
  organizations: z.number().describe('organizations with such gifts'),
  matchable: z.number().describe('of these gifts, those that could then be matched'),
  changed: z.number().describe('of these gifts, those with a changed status or estimate'),
  ...changedMatches,
  mails: sendReview,
})
export type ChangeReview = z.infer<typeof changeReview>

const scope = {
  import_id: wireId.optional().describe('only emails of this upload; omit for all waiting emails'),
  payout_report_id: wireId.optional().describe('only thank-you emails of this payout report'),
}
const waiting = z.object({
  review: sendReview,
  sent: z.number().describe('sent emails of the upload or report; 0 if neither is given'),
})
export type WaitingMails = z.infer<typeof waiting>

export const getWaitingMails = route('GET', '/api/organization/{id}/mails/waiting', {
  name: 'getWaitingMails',
  summary: 'Waiting emails to donors: number, times and one sample',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z.object(scope),
  response: waiting,
})

export const getSampleMail = route('GET', '/api/organization/{id}/mails/sample', {
  name: 'getSampleMail',
  summary: 'Sample of the first email to a donor, with an example gift',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: mailSample,
})

export const holdMails = route('POST', '/api/organization/{id}/mails/hold', {
  name: 'holdMails',
  summary: 'Hold waiting emails to donors until they are released',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: z.object(scope),
  response: waiting,
})

export const releaseMails = route('POST', '/api/organization/{id}/mails/release', {
  name: 'releaseMails',
  summary: 'Release held emails to donors',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: z.object(scope),
  response: waiting,
})

/** A caller waits, and each call performs the full computation. */
const previewRate = { max: 30, seconds: 300 }

const couldBeMatched = z.object({
  gifts: z.number().describe('gifts that could be matched'),
  sums: z
    .array(z.object({ currency, sum: wireMoney }))
    .describe('highest possible match amounts by currency, as far as known'),
  is_whole: z.boolean().describe('false if there are more'),
})
export type MatchPotential = z.infer<typeof couldBeMatched>

export const reviewOrganizationChange = route('POST', '/api/organization/{id}/partial/review', {
  name: 'reviewChange',
  summary: 'Preview the emails to donors caused by a change of the organization; changes nothing',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  changes: false,
  body: changedFields,
  response: sendReview.extend({
    could_be_matched: couldBeMatched.optional().describe('only if the change completes the setup'),
  }),
  rate: previewRate,
})

export const reviewChapterRequest = route('POST', '/api/organization/{id}/chapter-request/{requestId}/review', {
  name: 'reviewJoining',
  summary: 'Preview the emails to donors caused by becoming a chapter; changes nothing',
  access: 'admin',
  scope: 'organization',
  changes: false,
  params: organizationPath.extend({ requestId: wireId }),
  body: z.object({}),
  response: sendReview,
  rate: previewRate,
})
