import { z } from 'zod'
import { route } from '../shared/route.ts'
import { inOrganization, wireId } from '../shared/wire.ts'

export const scheduleDays = 14
export const scheduledPerPage = 50
export const maxScheduledCounted = 10_000

const moment = z.iso.datetime({ offset: true })
const key = z.string().regex(/^(planned|waiting)-[1-9]\d{0,14}$/)

export const scheduledMail = z.object({
  key,
  kind: z.enum(['initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last', 'thank_you', 'message']),
  status_id: z.number().describe('status that the email is about'),
  send_at: moment.describe('currently expected time of sending'),
  waits: z.boolean().describe('true if it will be sent later than planned'),
  why_waits: z
    .enum(['day_apart', 'warm_up'])
    .nullable()
    .describe(
      'day_apart: another email to this donor is sent a day earlier; warm_up: the daily limit of the domain is reached',
    ),
  donation_id: z.number(),
  donor_id: z.number(),
  donor_name: z.string(),
  donor_email: z.string(),
  company: z.string(),
  state: z.enum(['goes', 'stops', 'held', 'dropped']).describe('goes: will be sent; stops: will currently not be sent'),
  why_not: z.string().nullable().describe('reason if the state is stops; null otherwise'),
})
export type ScheduledMail = z.infer<typeof scheduledMail>

/** Without a match or donor, applies to the organization and its chapters. */
const about = {
  donation_id: wireId.optional(),
  donor_id: wireId.optional(),
}

const counts = z.object({
  going: z.number().describe('neither held nor dropped; checked again before sending'),
  held: z.number(),
  dropped: z.number(),
  is_whole: z.boolean().describe('false if the counts are incomplete'),
})
export type ScheduleCounts = z.infer<typeof counts>

export const getMailSchedule = route('GET', '/api/organization/{id}/mails/schedule', {
  name: 'getMailSchedule',
  summary: 'Emails to donors scheduled for the next 14 days, in order of sending, with any reason not to send',
  access: 'read',
  ...inOrganization,
  query: z.object({ ...about, after: z.string().max(100).optional().describe('`next` of the previous page') }),
  response: z.object({ mails: z.array(scheduledMail), next: z.string().nullable(), counts }),
})

export const changeMailSchedule = route('POST', '/api/organization/{id}/mails/schedule', {
  name: 'changeMailSchedule',
  summary: 'Hold, release, drop or restore emails scheduled for the next 14 days',
  access: 'write',
  ...inOrganization,
  body: z.object({
    ...about,
    action: z.enum(['hold', 'release', 'drop', 'bring_back']),
    mail: key.optional().describe('only this email'),
  }),
  response: z.object({ mails: z.number().describe('number of changed emails'), counts }),
})
export type ScheduleAction = z.output<typeof changeMailSchedule.body>['action']
