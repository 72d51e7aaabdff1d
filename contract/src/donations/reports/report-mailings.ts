import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { wireDay, wireId } from '../../shared/wire.ts'

export const mailingFrequencies = ['weekly', 'monthly'] as const
export type MailingFrequency = (typeof mailingFrequencies)[number]

export const maxMailings = 50
/** Hour in the organization's time zone. */
export const mailingHour = 7

export const mailingMessages = {
  others: 'Only members with write access can send reports to others.',
  personal: 'Only you see this report. Share it first to send it to others.',
  notMember: 'You can only send reports to members. Invite people under Organization, Users first.',
  support: 'Reports are only sent to members, and you aren’t a member of this organization.',
  tooMany: `You can send a report to up to ${maxMailings} people.`,
  day: 'For a weekly email, use day 1 (Monday) to 7 (Sunday).',
  saved: 'Emails saved',
  saveFailed: 'Couldn’t save the emails',
} as const

export const mailing = z.object({
  user_id: z.number(),
  name: z.string(),
  frequency: z.enum(mailingFrequencies),
  day: z.number().describe('day of the week (1 is Monday) or of the month; shorter months use their last day'),
  next_on: wireDay.describe('date of the next email in the organization’s time zone'),
  set_by: z.string().nullable().describe('member who scheduled the email; null if the recipient did'),
  may_change: z.boolean(),
})
export type Mailing = z.infer<typeof mailing>

const path = '/api/reports/{id}/mailings'
const reportPath = z.object({ id: wireId })
const responseBody = z.object({ mailings: z.array(mailing) })

export const listReportMailings = route('GET', path, {
  name: 'listReportMailings',
  summary: 'List the scheduled emails of a report',
  access: 'read',
  scope: 'report',
  params: reportPath,
  response: responseBody,
})

export const setReportMailings = route('PUT', path, {
  name: 'setReportMailings',
  summary: 'Schedule or stop weekly or monthly emails of a report; scheduling for others requires write access',
  access: 'read',
  scope: 'report',
  params: reportPath,
  body: z
    .object({
      user_ids: z.array(wireId).min(1).max(maxMailings).describe('recipients to update; others stay unchanged'),
      frequency: z.enum(['off', ...mailingFrequencies]),
      day: z.int().min(1).max(31).default(1),
    })
    .refine(({ frequency, day }) => frequency !== 'weekly' || day <= 7, {
      message: mailingMessages.day,
      path: ['day'],
    }),
  response: responseBody,
})
