import { mailSchedule, templates } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { plural } from '../../../ui/format.ts'
import { formatUpcoming, isSameDay } from '../../../ui/format-upcoming.ts'

type Mail = mailSchedule.ScheduledMail

const kinds: Readonly<Record<Mail['kind'], string>> = {
  initial: 'Initial email',
  reminder_1: '1st reminder',
  reminder_2: '2nd reminder',
  deadline: 'Deadline in 21 days',
  deadline_last: 'Deadline in 7 days',
  thank_you: 'Thank-you',
  message: 'Message',
}

export const describeKind = ({ kind }: Mail): string => kinds[kind]

/** In the organization's time zone. */
export function formatSendTime({ send_at }: Pick<Mail, 'send_at'>, timeZone: string, now: Date): string {
  return `${isSameDay(send_at, timeZone, now) ? 'Today, ' : ''}${formatUpcoming(send_at, timeZone, now)}`
}

const reasons: Readonly<Record<Exclude<Mail['kind'], 'initial'>, string>> = {
  reminder_1: 'No answer to the first email.',
  reminder_2: 'No answer to any email.',
  deadline: 'The match hasn’t been requested, and its deadline is near.',
  deadline_last: 'The match hasn’t been requested, and its deadline is a week away.',
  thank_you: 'The employer’s payment arrived.',
  message: 'Your team wrote this to selected donors.',
}

export function describeReason(mail: Mail): string {
  if (mail.why_not) return mail.why_not
  if (mail.kind !== 'initial') return reasons[mail.kind]
  const templateName = templates.isTemplateId(mail.status_id) ? templates.templateNames[mail.status_id] : ''
  return templateName ? `About a new gift: ${quoted(templateName)}.` : 'About a new gift.'
}

const isWarning = ({ kind }: Mail): boolean => kind === 'deadline' || kind === 'deadline_last'

export function formatDelay(mail: Mail): string {
  if (mail.why_waits === 'day_apart') return ' Waits a day after another email to this donor.'
  if (mail.why_waits !== 'warm_up') return ''
  const cause = 'the sending domain is new and has a daily limit.'
  return isWarning(mail) ? ` Late because ${cause}` : ` Delayed because ${cause}`
}

export const stateLabels: Readonly<Record<Mail['state'], string>> = {
  goes: '',
  stops: 'Won’t be sent',
  held: 'Paused',
  dropped: 'Canceled',
}

export const describeCounts = ({ going, held, dropped, is_whole }: mailSchedule.ScheduleCounts): string =>
  [
    `${is_whole ? '' : 'at least '}${plural(going, 'email', 'emails')} in the next ${mailSchedule.scheduleDays} days`,
    held > 0 ? `${held} paused` : '',
    dropped > 0 ? `${dropped} canceled` : '',
  ]
    .filter(Boolean)
    .join(', ')
