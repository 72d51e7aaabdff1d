import type { mails } from '@twofold/contract'
import { dayAt, readDonorName } from '@twofold/matching'
import type { Db, Tenant } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { isTemplateStatus } from '../../../core/texts/index.ts'
import { sendingDayZone } from '../../sending-addresses/index.ts'
import { donorMailKinds } from '../donor-mails/donor-mail-kinds.ts'
import { listOpenGifts } from '../donor-mails/listed-gifts.queries.ts'
import { findMailLogo } from '../donor-mails/logo-of-mail.ts'
import { findMatchFacts } from '../donor-mails/match-facts.queries.ts'
import { renderDonorMail } from '../donor-mails/render-donor-mail.ts'
import { formatRecipient, formatSender, senderOf } from '../donor-mails/sender-of-mail.ts'
import { sampleLinks } from '../links/links.ts'
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

type Reviewing = { readonly platform: Platform; readonly tenant: Tenant }

/**
 * The same decision as right before sending. To preview before queuing, use a `rehearsal` transaction and the scope `of
 * this transaction`.
 */
export async function reviewMails(
  db: Db,
  { platform, tenant }: Reviewing,
  scope: MailScope,
): Promise<mails.SendReview> {
  const now = platform.clock()
  const found = await listWaitingMails(db, tenant, scope, now)
  const waiting = found.slice(0, maxReviewedMails)
  if (waiting.length === 0) return nothing
  const senders = await listSenders(db, tenant, now)
  const keys = waiting.map(({ donorKey }) => donorKey)
  const recent = await listRecentMails(db, tenant, keys, now)
  const { mailDelaySeconds: delaySeconds } = platform.config
  const forecast = createForecast({ senders, recent, now, delaySeconds })
  const { leaving: leavingAlone, notSent, listed } = foresee(waiting, forecast)
  const places = await forecastSlots(db, { platform, tenant, now }, foreseenOf(waiting, leavingAlone))
  const leaving = leavingAlone.map((each) => ({ ...each, at: places.later.get(keyOf(each.mail)) ?? each.at }))
  const free = leaving.filter(({ mail }) => mail.heldBecause === null)
  const told = free.length > 0 ? free : leaving
  const times = told.map(({ at }) => at.getTime()).sort((one, other) => one - other)
  const [sample] = told
  const first = sample?.mail
  return {
    mails: leaving.length,
    held: leaving.length - free.length,
    first_at: momentOf(times.at(0)),
    last_at: momentOf(times.at(-1)),
    not_sent: [...notSent].map(([why, count]) => ({ why, count })).sort((one, other) => other.count - one.count),
    ...(listed === 0 ? {} : { listed }),
    email_limit: senders.get(tenant.organizationId)?.emailLimit,
    ...aboutOf(told),
    ...neutralOf(leaving),
    waits_because: first ? waitsBecause(first, senders) : null,
    ...warmUpOf(told, places, senders.get(tenant.organizationId)?.timeZone ?? sendingDayZone),
    sample: sample ? await sampleOf(db, platform, sample, now) : null,
    is_whole: found.length <= maxReviewedMails,
  }
}

const nothing: mails.SendReview = {
  mails: 0,
  held: 0,
  first_at: null,
  last_at: null,
  not_sent: [],
  waits_because: null,
  sample: null,
  is_whole: true,
}

const momentOf = (time: number | undefined): string | null => (time === undefined ? null : new Date(time).toISOString())

const keyOf = ({ id }: WaitingMail): string => `waiting-${id}`

function foreseenOf(waiting: readonly WaitingMail[], leaving: Foreseen['leaving']): Map<string, ForecastMail | null> {
  const foreseen = new Map<string, ForecastMail | null>(waiting.map((mail) => [keyOf(mail), null]))
  for (const { mail, at } of leaving) foreseen.set(keyOf(mail), { at, to: mail })
  return foreseen
}

function warmUpOf(
  leaving: Foreseen['leaving'],
  { later, domains }: SlotForecast,
  timeZone: string,
): Pick<mails.SendReview, 'warm_up'> {
  const limited = leaving.find(({ mail }) => mail.isMovedByLimit || later.has(keyOf(mail)))
  const domain = limited && domains.get(limited.mail.organizationId)
  if (!domain) return {}
  const days = new Map<string, number>()
  for (const { at } of leaving) {
    const day = dayAt(at, timeZone) ?? ''
    days.set(day, (days.get(day) ?? 0) + 1)
  }
  const inOrder = [...days].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const by_day = inOrder.map(([day, count]) => ({ day, mails: count }))
  return { warm_up: { domain, by_day } }
}

/** The name does not determine whom to greet, so the greeting is "Hello,". */
function neutralOf(leaving: Foreseen['leaving']): Pick<mails.SendReview, 'neutral_greetings'> {
  const count = leaving.filter(
    ({ mail }) => mail.kind !== 'message' && readDonorName(mail.donorName).greeting === '',
  ).length
  return count === 0 ? {} : { neutral_greetings: count }
}

const ofMessages = 0

function templateOf({ kind, statusId }: WaitingMail): number | null {
  if (kind === 'message') return ofMessages
  return isTemplateStatus(statusId) ? donorMailKinds[kind].templateOf(statusId) : null
}

function aboutOf(leaving: Foreseen['leaving']): Pick<mails.SendReview, 'about'> {
  const counts = new Map<number, number>()
  for (const { mail } of leaving) {
    const id = templateOf(mail)
    if (id === null) continue
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  if (counts.size < 2) return {}
  return { about: [...counts].map(([template_id, count]) => ({ template_id, mails: count })) }
}

type Foreseen = {
  readonly leaving: readonly { readonly mail: WaitingMail; readonly at: Date }[]
  readonly notSent: ReadonlyMap<string, number>
  /** Gifts without a separate mail, because another mail lists them. */
  readonly listed: number
}

/** Assumes that waiting mails are sent on time: `waits_because` reports the wait. */
function foresee(waiting: readonly WaitingMail[], forecast: ReturnType<typeof createForecast>): Foreseen {
  const leaving: { mail: WaitingMail; at: Date }[] = []
  const notSent = new Map<string, number>()
  let listed = 0
  for (const mail of waiting) {
    const isHeld = mail.heldBecause !== null
    const outlook = forecast.next(mail, isHeld)
    if ('at' in outlook) {
      leaving.push({ mail, at: outlook.at })
      forecast.leaves(mail, outlook.at, isHeld)
    } else if (outlook.isListed) listed += 1
    else notSent.set(outlook.whyNot, (notSent.get(outlook.whyNot) ?? 0) + 1)
  }
  return { leaving, notSent, listed }
}

const heldWords = { team: 'held', support: 'held_by_support', directory: 'directory', payout: 'payout' } as const

function waitsBecause(mail: WaitingMail, senders: ReadonlyMap<number, Sender>): mails.SendReview['waits_because'] {
  const sender = senders.get(mail.organizationId)
  if (mail.heldBecause) return heldWords[mail.heldBecause]
  if (sender?.isPaused) return 'bounces'
  return sender?.hasAddress === false ? 'no_address' : null
}

async function sampleOf(
  db: Db,
  platform: Platform,
  { mail, at }: Foreseen['leaving'][number],
  now: Date,
): Promise<mails.MailSample | null> {
  const facts = await findMatchFacts(db, { ...mail, now })
  if (!facts) return null
  const { mailDelaySeconds: delaySeconds } = platform.config
  const logo = await findMailLogo(platform, facts)
  const others = await listOpenGifts(db, mail, facts, { now: at, delaySeconds })
  const rendered = await renderDonorMail(db, mail, { facts, links: sampleLinks, logo, others })
  if (!rendered) return null
  const { subject, html } = rendered
  return { from: formatSender(senderOf(platform, facts)), to: formatRecipient(facts), subject, html }
}
