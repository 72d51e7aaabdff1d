import { mails } from '@twofold/contract'
import { formatCount, formatDay, plural } from '../../../ui/format.ts'
import { formatUpcoming, formatUpcomingDay, isSameDay } from '../../../ui/format-upcoming.ts'

type Review = mails.SendReview

/** If only some emails are held, the summary describes the others. */
export const outgoingCount = ({ mails: all, held, waits_because: waits }: Review): number =>
  waits !== null && held === all ? all : all - held

export function outgoingSentence(review: Review, timeZone: string, now: Date): string {
  const { mails: all, first_at: first, last_at: last } = review
  if (all === 0 || first === null) return 'No donor emails will go out.'
  const count = outgoingCount(review)
  if (count === 0) return 'No donor emails will go out.'
  const number = review.is_whole ? plural(count, 'donor email') : `At least ${plural(count, 'donor email')}`
  if (review.waits_because) return `${number} ${count === 1 ? 'is' : 'are'} waiting.`
  const at = `${isSameDay(first, timeZone, now) ? 'at' : 'on'} ${formatUpcoming(first, timeZone, now)}`
  if (count === 1 || first === last) return `${number} will go out ${at}.`
  return `${number} will go out, starting ${at}.`
}

/** `50 today, 100 tomorrow, 480 after that, the last on Nov 26, 2026`. For a null `today`, every day is a date. */
export function formatDays(days: NonNullable<Review['warm_up']>['by_day'], today: string | null): string {
  const time = days
    .slice(0, maxListedDays)
    .map(({ day, mails: count }) => `${formatCount(count)} ${describeDay(day, today)}`)
  const rest = days.slice(maxListedDays)
  const last = rest.at(-1)
  if (last) {
    const count = rest.reduce((sum, { mails: dayCount }) => sum + dayCount, 0)
    time.push(
      `${formatCount(count)} after that, the last on ${today === null ? formatDay(last.day) : formatUpcomingDay(last.day, today)}`,
    )
  }
  return time.join(', ')
}

const maxListedDays = 4

function describeDay(day: string, today: string | null): string {
  if (today === null) return `on ${formatDay(day)}`
  const daysAhead = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000)
  if (daysAhead <= 0) return 'today'
  return daysAhead === 1 ? 'tomorrow' : `on ${formatUpcomingDay(day, today)}`
}

/** `479 with match instructions`, the most useful first. Empty if all have the same purpose. */
export function describeContents({ about = [] }: Pick<Review, 'about'>): string[] {
  const counts = new Map<Purpose, number>()
  for (const { template_id: id, mails: count } of about) {
    const purpose = purposeByTemplate.get(id) ?? 'request'
    counts.set(purpose, (counts.get(purpose) ?? 0) + count)
  }
  if (counts.size < 2) return []
  return purposes.flatMap((purpose) => {
    const count = counts.get(purpose)
    return count ? [`${formatCount(count)} ${count === 1 ? purposeTexts[purpose][0] : purposeTexts[purpose][1]}`] : []
  })
}

const purposes = ['request', 'employer', 'rules', 'consent', 'below', 'none', 'deadline', 'thanks', 'message'] as const
type Purpose = (typeof purposes)[number]

const purposeByTemplate: ReadonlyMap<number, Purpose> = new Map<number, Purpose>([
  [0, 'message'],
  [9, 'rules'],
  [10, 'below'],
  [11, 'none'],
  [15, 'none'],
  [19, 'none'],
  [23, 'employer'],
  [24, 'consent'],
  [102, 'deadline'],
  [103, 'thanks'],
])

const purposeTexts: Readonly<Record<Purpose, readonly [one: string, several: string]>> = {
  request: ['with match instructions', 'with match instructions'],
  employer: ['asking where the donor works', 'asking where donors work'],
  rules: ['asking a donor about their employer’s program', 'asking donors about their employers’ programs'],
  consent: ['asking for consent', 'asking for consent'],
  below: ['about a gift below the employer’s minimum', 'about gifts below the employer’s minimum'],
  none: ['about a gift that won’t be matched', 'about gifts that won’t be matched'],
  deadline: ['deadline reminder', 'deadline reminders'],
  thanks: ['thank-you', 'thank-yous'],
  message: ['message from your team', 'messages from your team'],
}

/** Undefined for several organizations: the text then names their setting. */
export function describeLimits(emailLimit: number | undefined): string {
  const { inDays, fromHour, untilHour } = mails.donorMailLimits
  const number = emailLimit === undefined ? 'as many as each organization allows' : `at most ${emailLimit}`
  return (
    `Each donor gets at most one email a day, between ${formatHour(fromHour)} and ${formatHour(untilHour)}, and ${number} in ${inDays} days. ` +
    'News about the same gift and final deadline reminders don’t wait.'
  )
}

/** `8 AM` */
const formatHour = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

export const waitReasons: Record<NonNullable<Review['waits_because']>, string> = {
  held: 'Your team paused these emails. Release them to send.',
  held_by_support: 'Our support team paused these emails. Release them to send.',
  directory: 'About employer changes. Review and release them to send.',
  payout: 'Thank-yous for paid matches. Review and release them to send.',
  bounces: 'Sending is paused because too many recent emails bounced. An administrator can resume it.',
  no_address: 'Add your organization’s mailing address to send. Every email must show it.',
}

export const needsConfirmation = ({ mails: count, waits_because: waits }: Review): boolean =>
  count > mails.confirmSendAbove && (waits === null || waits === 'directory' || waits === 'payout')
