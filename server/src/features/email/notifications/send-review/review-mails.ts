import type { mails } from '@twofold/contract'
import { dayAt, readDonorName } from '@twofold/matching'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { isTemplateStatus } from '../../../core/texts/index.ts'
import { sampleLinks } from '../../donor-links/index.ts'
import { findMatchFacts } from '../../match-facts/index.ts'
import { sendingDayZone } from '../../sending-addresses/index.ts'
import { donorMailKinds } from '../donor-mails/donor-mail-kinds.ts'
import { listOpenGifts } from '../donor-mails/listed-gifts.queries.ts'
import { findMailLogo } from '../donor-mails/logo-of-mail.ts'
import { renderDonorMail } from '../donor-mails/render-donor-mail.ts'
import { formatRecipient, formatSender, senderOf } from '../donor-mails/sender-of-mail.ts'
import { type ForecastMail, forecastSlots, type SlotForecast } from '../warm-up/forecast-slots.ts'
import { createForecast } from './forecast-mails.ts'
import {
  listRecentMails,
  listSenders,
  listWaitingMails,
  type MailScope,
  maxReviewedMails,
  type Sender,
  type WaitingMail,
} from './waiting-mails.queries.ts'

type ReviewContext = { readonly platform: Platform; readonly tenant: Tenant }

/**
 * The same decision as right before sending. To preview before queuing, use a `dryRun` transaction and the scope `of
 * this transaction`.
 */
export async function reviewMails(
  db: Db,
  { platform, tenant }: ReviewContext,
  scope: MailScope,
): Promise<mails.SendReview> {
  const now = platform.clock()
  const waitingMails = await listWaitingMails(db, tenant, scope, now)
  const reviewedMails = waitingMails.slice(0, maxReviewedMails)
  if (reviewedMails.length === 0) return emptyReview
  const senders = await listSenders(db, tenant, now)
  const keys = reviewedMails.map(({ donorKey }) => donorKey)
  const recent = await listRecentMails(db, tenant, keys, now)
  const { mailDelaySeconds: delaySeconds } = platform.config
  const forecast = createForecast({ senders, recent, now, delaySeconds })
  const { leaving: forecastLeaving, notSent, listed } = forecastAll(reviewedMails, forecast)
  const slots = await forecastSlots(db, { platform, tenant, now }, createSlotInput(reviewedMails, forecastLeaving))
  const leaving = forecastLeaving.map((forecastMail) => ({
    ...forecastMail,
    at: slots.later.get(getSlotKey(forecastMail.mail)) ?? forecastMail.at,
  }))
  const releasedMails = leaving.filter(({ mail }) => mail.heldBecause === null)
  const shownMails = releasedMails.length > 0 ? releasedMails : leaving
  const times = shownMails.map(({ at }) => at.getTime()).sort((a, b) => a - b)
  const [sampleMail] = shownMails
  const firstMail = sampleMail?.mail
  return {
    mails: leaving.length,
    held: leaving.length - releasedMails.length,
    first_at: toIsoTime(times.at(0)),
    last_at: toIsoTime(times.at(-1)),
    not_sent: [...notSent].map(([why, count]) => ({ why, count })).sort((a, b) => b.count - a.count),
    ...(listed === 0 ? {} : { listed }),
    email_limit: senders.get(tenant.organizationId)?.emailLimit,
    ...countTemplates(shownMails),
    ...countNeutralGreetings(leaving),
    waits_because: firstMail ? getWaitReason(firstMail, senders) : null,
    ...summarizeWarmUp(shownMails, slots, senders.get(tenant.organizationId)?.timeZone ?? sendingDayZone),
    sample: sampleMail ? await renderSample(db, platform, sampleMail, now) : null,
    is_whole: waitingMails.length <= maxReviewedMails,
  }
}

const emptyReview: mails.SendReview = {
  mails: 0,
  held: 0,
  first_at: null,
  last_at: null,
  not_sent: [],
  waits_because: null,
  sample: null,
  is_whole: true,
}

const toIsoTime = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()

const getSlotKey = ({ id }: WaitingMail): string => `waiting-${id}`

function createSlotInput(
  waiting: readonly WaitingMail[],
  leaving: ForecastResult['leaving'],
): Map<string, ForecastMail | null> {
  const slotInput = new Map<string, ForecastMail | null>(waiting.map((mail) => [getSlotKey(mail), null]))
  for (const { mail, at } of leaving) slotInput.set(getSlotKey(mail), { at, to: mail })
  return slotInput
}

function summarizeWarmUp(
  leaving: ForecastResult['leaving'],
  { later, domains }: SlotForecast,
  timeZone: string,
): Pick<mails.SendReview, 'warm_up'> {
  const limitedMail = leaving.find(({ mail }) => mail.isMovedByLimit || later.has(getSlotKey(mail)))
  const domain = limitedMail && domains.get(limitedMail.mail.organizationId)
  if (!domain) return {}
  const days = new Map<string, number>()
  for (const { at } of leaving) {
    const day = dayAt(at, timeZone) ?? ''
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  const sortedDays = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const by_day = sortedDays.map(([day, count]) => ({ day, mails: count }))
  return { warm_up: { domain, by_day } }
}

/** The name does not determine whom to greet, so the greeting is "Hello,". */
function countNeutralGreetings(leaving: ForecastResult['leaving']): Pick<mails.SendReview, 'neutral_greetings'> {
  const count = leaving.filter(
    ({ mail }) => mail.kind !== 'message' && readDonorName(mail.donorName).greeting === '',
  ).length
  return count === 0 ? {} : { neutral_greetings: count }
}

const messageTemplateId = 0

function getTemplateId({ kind, statusId }: WaitingMail): number | null {
  if (kind === 'message') return messageTemplateId
  return isTemplateStatus(statusId) ? donorMailKinds[kind].templateOf(statusId) : null
}

function countTemplates(leaving: ForecastResult['leaving']): Pick<mails.SendReview, 'about'> {
  const counts = new Map<number, number>()
  for (const { mail } of leaving) {
    const id = getTemplateId(mail)
    if (id === null) continue
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  if (counts.size < 2) return {}
  return { about: [...counts].map(([template_id, count]) => ({ template_id, mails: count })) }
}

type ForecastResult = {
  readonly leaving: readonly { readonly mail: WaitingMail; readonly at: Date }[]
  readonly notSent: ReadonlyMap<string, number>
  /** Gifts without a separate mail, because another mail lists them. */
  readonly listed: number
}

/** Assumes that waiting emails are sent on time: `waits_because` reports the wait. */
function forecastAll(waiting: readonly WaitingMail[], forecast: ReturnType<typeof createForecast>): ForecastResult {
  const leaving: { mail: WaitingMail; at: Date }[] = []
  const notSent = new Map<string, number>()
  let listed = 0
  for (const mail of waiting) {
    const isHeld = mail.heldBecause !== null
    const mailForecast = forecast.next(mail, isHeld)
    if ('at' in mailForecast) {
      leaving.push({ mail, at: mailForecast.at })
      forecast.leaves(mail, mailForecast.at, isHeld)
    } else if (mailForecast.isListed) listed += 1
    else notSent.set(mailForecast.whyNot, (notSent.get(mailForecast.whyNot) ?? 0) + 1)
  }
  return { leaving, notSent, listed }
}

const holdReasons = { team: 'held', support: 'held_by_support', directory: 'directory', payout: 'payout' } as const

function getWaitReason(mail: WaitingMail, senders: ReadonlyMap<number, Sender>): mails.SendReview['waits_because'] {
  const sender = senders.get(mail.organizationId)
  if (mail.heldBecause) return holdReasons[mail.heldBecause]
  if (sender?.isPaused) return 'bounces'
  return sender?.hasAddress === false ? 'no_address' : null
}

async function renderSample(
  db: Db,
  platform: Platform,
  { mail, at }: ForecastResult['leaving'][number],
  now: Date,
): Promise<mails.MailSample | null> {
  const facts = await findMatchFacts(db, { ...mail, now })
  if (!facts) return null
  const { mailDelaySeconds: delaySeconds } = platform.config
  const logo = await findMailLogo(platform, facts)
  const otherGifts = await listOpenGifts(db, mail, facts, { now: at, delaySeconds })
  const rendered = await renderDonorMail(db, mail, { facts, links: sampleLinks, logo, others: otherGifts })
  if (!rendered) return null
  const { subject, html } = rendered
  return { from: formatSender(senderOf(platform, facts)), to: formatRecipient(facts), subject, html }
}
