import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { wireDay, wireId } from '../../shared/wire.ts'

/** Scheduled emails of a saved report with its figures and a link, sent only to members. */

export const mailingFrequencies = ['weekly', 'monthly'] as const
export type MailingFrequency = (typeof mailingFrequencies)[number]

/** Limit per report. */
export const maxMailings = 50
/** Hour of sending in the organization's time zone. */
export const mailingHour = 7

export const mailingMessages = {
  others: 'Only members who may change gifts can have a report sent to others.',
  personal: 'Only you see this report. Share it first, then it can be sent to others.',
  notMember: 'A report is sent to members of the organization only. Invite them under Organization, Users first.',
  support: 'Reports are sent to members only, and you are not one of this organization.',
  tooMany: `One report can be sent to ${maxMailings} people at most.`,
  day: 'A week has the days 1 (Monday) to 7 (Sunday).',
  saved: 'Emails saved',
  saveFailed: 'The emails could not be saved',
} as const

export const mailing = z.object({
  user_id: z.number(),
  name: z.string(),
  rhythm: z.enum(mailingFrequencies),
  day: z.number().describe('day of the week (1 is Monday) or of the month; shorter months use their last day'),
  next_on: wireDay.describe('date of the next email in the organization’s time zone'),
  set_by: z.string().nullable().describe('member who scheduled the email; null if the recipient did'),
  may_change: z.boolean(),
})
export type Mailing = z.infer<typeof mailing>

const path = '/api/reports/{id}/mailings'
const reportPath = z.object({ id: wireId })
const answer = z.object({ mailings: z.array(mailing) })

export const listReportMailings = route({
  name: 'listReportMailings',
  method: 'GET',
  path,
  summary: 'List the scheduled emails of a report',
  who: 'read',
  within: 'report',
  peopleOnly: true,
  params: reportPath,
  answer,
})

export const setReportMailings = route({
  name: 'setReportMailings',
  method: 'PUT',
  path,
  summary: 'Schedule or stop weekly or monthly emails of a report; scheduling for others requires write access',
  who: 'read',
  within: 'report',
  peopleOnly: true,
  params: reportPath,
  body: z
    .object({
      user_ids: z.array(wireId).min(1).max(maxMailings).describe('recipients to update; others stay unchanged'),
      rhythm: z.enum(['off', ...mailingFrequencies]),
      day: z.int().min(1).max(31).default(1),
    })
    .refine(({ rhythm, day }) => rhythm !== 'weekly' || day <= 7, { message: mailingMessages.day, path: ['day'] }),
  answer,
})
