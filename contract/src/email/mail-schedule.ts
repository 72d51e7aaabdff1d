import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'

/** Upcoming emails to donors, which staff can release, hold, or drop. */

export const scheduleDays = 14
export const scheduledPerPage = 50
/** Limit of counting. */
export const maxScheduledCounted = 10_000

const moment = z.iso.datetime({ offset: true })
const key = z.string().regex(/^(planned|waiting)-[1-9]\d{0,14}$/)

export const scheduledMail = z.object({
  key,
  kind: z.enum(['initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last', 'thank_you']),
  status_id: z.number().describe('of which the email speaks'),
  send_at: moment.describe('when it will really go, as things stand'),
  waits: z.boolean().describe('it goes later than it was planned'),
  why_waits: z
    .enum(['day_apart', 'warm_up'])
    .nullable()
    .describe(
      'another email to this donor goes first, a day before; the domain is new to sending, and its day is full',
    ),
  donation_id: z.number(),
  donor_id: z.number(),
  donor_name: z.string(),
  donor_email: z.string(),
  company: z.string(),
  state: z.enum(['goes', 'stops', 'held', 'dropped']).describe('stops: as things stand it will not be sent'),
  why_not: z.string().nullable().describe('of one that stops'),
})
export type ScheduledMail = z.infer<typeof scheduledMail>

/** Restricts to one match or one donor. Without either, applies to the organization and its chapters. */
const about = {
  donation_id: wireId.optional(),
  donor_id: wireId.optional(),
}

const counts = z.object({
  going: z.number().describe('neither held nor dropped; each is looked at again right before it goes'),
  held: z.number(),
  dropped: z.number(),
  is_whole: z.boolean().describe('false: there are more than were counted'),
})
export type ScheduleCounts = z.infer<typeof counts>

export const getMailSchedule = route({
  name: 'getMailSchedule',
  method: 'GET',
  path: '/api/organization/{id}/mails/schedule',
  summary: 'The emails to donors that are to go in the next 14 days, in order, each with what speaks against it',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  query: z.object({ ...about, after: z.string().max(100).optional().describe('`next` of the page before') }),
  answer: z.object({ mails: z.array(scheduledMail), next: z.string().nullable(), counts }),
})

export const changeMailSchedule = route({
  name: 'changeMailSchedule',
  method: 'POST',
  path: '/api/organization/{id}/mails/schedule',
  summary: 'Hold emails that are to go in the next 14 days, release them, drop them, or bring them back',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  body: z.object({
    ...about,
    action: z.enum(['hold', 'release', 'drop', 'bring_back']),
    mail: key.optional().describe('only this one'),
  }),
  answer: z.object({ mails: z.number().describe('that were changed'), counts }),
})
export type ScheduleAction = z.output<typeof changeMailSchedule.body>['action']
