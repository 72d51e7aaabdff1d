import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import type { DueMail, MailQueue, Prepared, SentMail } from '../../../platform/mail/outbox.ts'
import { domainOf, oneLine, senderAddress } from '../../../platform/mail/plain-words.ts'
import type { Mail } from '../../../platform/mail/transport.ts'
import type { Platform } from '../../../platform/platform.ts'
import { chooseVersions } from '../../templates/index.ts'
import { isSpokenStatus, languageOf, type SpokenStatusId } from '../../texts/index.ts'
import { headersForReports } from '../delivery/serve-reports.ts'
import { linksOf } from '../links/links.ts'
import { planAfter, planningAfter } from '../schedule/plan-follow-ups.ts'
import type { ToldMatch } from '../schedule/planned-mails.queries.ts'
import { dealingPlaces, type Place, takesPlaces } from '../warm-up/deal-places.ts'
import { freePlace } from '../warm-up/warm-up.queries.ts'
import { keepsNight } from './daytime.ts'
import { type DonorMailName, donorMailKinds, isDonorMail } from './donor-mail-kinds.ts'
import {
  type ClaimedMail,
  type DueNotification,
  hasKnownDeadline,
  type KeptMail,
  keepingSentMails,
  keepSentMails,
  listDueNotifications,
  listSendings,
  lockRecipients,
  type MailKey,
  type RecordedMail,
  recordMails,
  takeRequestMail,
} from './due-mails.queries.ts'
import { packBody, withoutLinks } from './kept-body.ts'
import { findMailLogo } from './logo-of-mail.ts'
import { isUnconfirmed, listFactsOfMails, type MatchFacts } from './match-facts.queries.ts'
import { recordBounce } from './notifications.queries.ts'
import { renderMail } from './render-mail.ts'
import { type Sender, signingSenderOf } from './sender-of-mail.ts'

/** All is found by keys. To plan these statements takes longer than to run them. */
const keptPlans = { keepsPlans: true } as const

/** Mails are prepared so many at a time at most. What they need of each other's tables is asked once for all. */
const preparesAtOnce = 60
/** Longer than a slow lot whose mails are then tried one by one, and shorter than a lease. */
const preparesWithinMs = 20_000

/** Mail to donors. Whether a mail still may go out is decided when it is due, with all that changed since it was queued. */
export function notificationQueue(platform: Platform): MailQueue {
  /** The place of a mail, as long as it is in hand: once it is handed over, its row says no more that it has one. */
  const places = new WeakMap<DueMail, Place>()
  /** Of first mails in hand: what follows them. */
  const told = new WeakMap<DueMail, Told>()
  return {
    table: 'notifications',
    preparesAtOnce,
    preparesWithinMs,
    beforeClaim: dealingPlaces(platform),
    prepare: (lot) => prepare(platform, lot, { places, told }),
    sent: async (db, sent, at, marked) => {
      const mails = sent.flatMap((each) => keptOf(platform, each))
      await Promise.all([keepSentMails(db, mails), planAfter(db, mails, at, marked)])
    },
    sentAtOnce: (sent, at) => {
      const mails = sent.flatMap((each) => keptOf(platform, each))
      const followed = sent.flatMap(({ due }) => told.get(due) ?? [])
      const known = followed.map(({ organizationId, mailId, deadlineAt }) => ({
        organization_id: organizationId,
        id: mailId,
        deadline_at: deadlineAt?.toISOString() ?? null,
      }))
      return {
        isAsKnown: hasKnownDeadline(known),
        statements: [keepingSentMails(mails), planningAfter(followed, at)],
      }
    },
    notTaken: async (db, due) => {
      const place = places.get(due)
      if (place) await freePlace(db, place)
    },
    letGo: async (db, mails) => {
      await takesPlaces(db, platform, { lot: inHand(mails), leaving: [], now: platform.clock() })
    },
    bounced: async (db, due, _mail, at) => {
      if (due.organization_id !== null) await recordBounce(db, due.organization_id, due.id, at)
    },
  }
}

const inHand = (mails: readonly DueMail[]): ClaimedMail[] =>
  mails.flatMap(({ organization_id: organizationId, id, attempts }) =>
    organizationId === null ? [] : [{ organizationId, id, attempts }],
  )

type Told = Omit<ToldMatch, 'sentAt'>
/** What is known of mails in hand. */
type InHand = { readonly places: WeakMap<DueMail, Place>; readonly told: WeakMap<DueMail, Told> }

function keptOf(platform: Platform, { due, mail }: SentMail): KeptMail[] {
  const { organization_id: organizationId, id, attempts } = due
  if (organizationId === null) return []
  const own = linksOf(platform, { organizationId, notificationId: id })
  return [{ organizationId, id, attempts, body: packBody(withoutLinks(mail, own)) }]
}

/** A mail that nothing speaks against, on its way to being written. */
type Going = MailKey & {
  readonly due: DueMail
  readonly notification: DueNotification & { readonly kind: DonorMailName; readonly statusId: SpokenStatusId }
  readonly facts: MatchFacts
}

async function prepare(
  platform: Platform,
  lot: readonly DueMail[],
  { places, told }: InHand,
): Promise<readonly Prepared[]> {
  const now = platform.clock()
  const { settled, having } = await acrossOrganizations(
    platform.database,
    async (db) => {
      const { settled, going } = await decideOn(db, platform, lot, now)
      const { sending, having } = await allowed(db, platform, { lot, settled, going, now })
      const chosen = await chooseVersions(
        db,
        sending.map(({ notification, facts, organizationId, id }) => ({
          organizationId,
          id,
          donationId: notification.donationId,
          templateId: donorMailKinds[notification.kind].templateOf(notification.statusId),
          isReadable: languageOf(facts.donor.language) === languageOf(facts.organization.language),
        })),
      )
      const records = sending.map(
        ({ due, notification, facts, logo, sender, organizationId, id, attempts }, place): RecordedMail => {
          const version = chosen[place]
          if (!version) throw new Error('a mail without a version')
          const { kind, statusId } = notification
          const links = linksOf(platform, { organizationId, notificationId: id })
          const rendered = renderMail({ kind: donorMailKinds[kind], statusId, facts, links, logo, own: version.words })
          const written = { ...rendered, sender, kind, unsubscribe: links.unsubscribe }
          const { donationId, deadlineAt } = notification
          if (kind === 'initial' && !isUnconfirmed(facts))
            told.set(due, { organizationId, donationId, mailId: id, statusId, deadlineAt })
          settled.set(due, { mail: addressed(platform, due, facts, written) })
          return {
            organizationId,
            id,
            attempts,
            recipient: facts.donor.email,
            subject: rendered.subject,
            chosen: version,
          }
        },
      )
      if (records.length > 0) await recordMails(db, records)
      return { settled, having }
    },
    keptPlans,
  )
  for (const due of lot) places.delete(due)
  for (const [due, place] of having) places.set(due, place)
  return lot.map((due) => settled.get(due) ?? { afterOthers: true })
}

/** What of the lot may go, and what becomes of the others. Of several to one person the first is decided on, and then the next. */
async function decideOn(db: Db, platform: Platform, lot: readonly DueMail[], now: Date) {
  const settled = new Map<DueMail, Prepared>()
  const going: Going[] = []
  const hadEnough: MailKey[] = []
  const keys = inHand(lot)
  const [, notifications, matches, sendings] = await Promise.all([
    lockRecipients(db, keys),
    listDueNotifications(db, keys),
    listFactsOfMails(db, keys, now),
    listSendings(db, keys, now),
  ])
  const notificationOf = new Map(notifications.map((each) => [each.id, each]))
  const factsOf = new Map(
    matches.map((each) => [matchKey(each.organization.id, each.donation.id, each.donor.id), each]),
  )
  const sendingOf = new Map(sendings.map((each) => [each.id, each]))
  const recipients = new Set<string>()
  for (const due of lot) {
    const notification = notificationOf.get(due.id)
    const sending = sendingOf.get(due.id)
    if (!notification || !sending) {
      settled.set(due, { skip: 'This email was undone before it was sent.' })
      continue
    }
    const { organizationId, id, kind, statusId, donationId, donorId, recipientKey } = notification
    if (!isDonorMail(kind) || !isSpokenStatus(statusId)) {
      settled.set(due, { skip: 'There is no template for this email.' })
      continue
    }
    if (recipients.has(recipientKey)) continue
    recipients.add(recipientKey)
    const facts = factsOf.get(matchKey(organizationId, donationId, donorId))
    if (!facts) {
      settled.set(due, { skip: 'The gift now belongs to another donor.' })
      continue
    }
    const decision = donorMailKinds[kind].decide(
      facts,
      keepsNight(platform.config) ? sending : { ...sending, daytime: now },
    )
    if ('skip' in decision && decision.hadEnough) hadEnough.push({ organizationId, id })
    if ('send' in decision)
      going.push({ due, organizationId, id, notification: { ...notification, kind, statusId }, facts })
    else settled.set(due, decision)
  }
  await planAfter(db, hadEnough, now)
  return { settled, going }
}

const matchKey = (...ids: readonly [organization: number, donation: number, donor: number]): string => ids.join(' ')

type Allowing = {
  readonly lot: readonly DueMail[]
  readonly settled: Map<DueMail, Prepared>
  readonly going: readonly Going[]
  readonly now: Date
}

/** Those of them that have a mail of the day left, where a stranger may have asked for it, and a place, where their domain is new. */
async function allowed(db: Db, platform: Platform, { lot, settled, going, now }: Allowing) {
  const left: Going[] = []
  for (const each of going) {
    const { isStrangersWord, recipientKey } = each.notification
    const next = isStrangersWord
      ? await takeRequestMail(db, { recipientKey, messageId: String(each.due.message_id), now })
      : null
    if (next) settled.set(each.due, { postponeTo: next, reason: oneRequestADay })
    else left.push(each)
  }
  // Before the places: a file store that keeps silent must not keep the domain's row from everybody else.
  const logos = await Promise.all(left.map(({ facts }) => findMailLogo(platform, facts)))
  const senders = await Promise.all(left.map(({ facts }) => signingSenderOf(db, platform, facts)))
  const leaving = left.flatMap((each, place) => {
    const sender = senders[place]
    const { attempts } = each.due
    return sender ? [{ ...each, attempts, sender, logo: logos[place] ?? null, from: sender.from.address }] : []
  })
  const { without, having } = await takesPlaces(db, platform, { lot: inHand(lot), leaving, now })
  for (const [{ due }, noPlace] of without) settled.set(due, noPlace)
  return {
    sending: leaving.filter((each) => !without.has(each)),
    having: new Map([...having].map(([{ due }, place]) => [due, place])),
  }
}

const oneRequestADay =
  'A match request on a public page may name anybody’s address, so no address gets more than one email a day about them.'

function addressed(
  platform: Platform,
  due: DueMail,
  facts: MatchFacts,
  written: { sender: Sender; kind: string; subject: string; html: string; text: string; unsubscribe: string },
): Mail {
  // The product's own, whatever the sender: the same mail keeps its name when a domain comes or goes between two tries.
  const domain = domainOf(senderAddress(platform.config.mailFrom))
  const { organization, donor, donation } = facts
  return {
    ...written.sender,
    to: { name: oneLine(donor.name, 100), address: donor.email },
    subject: written.subject,
    html: written.html,
    text: written.text,
    messageId: `${due.message_id}@${domain}`,
    headers: {
      ...headersForReports(platform.config, `${due.message_id}@${domain}`),
      'List-Unsubscribe': `<${written.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<organization-${organization.id}.matches.${domain}>`,
      // Campaign, organization, kind, sender: how mailbox providers report complaints back.
      'Feedback-ID': `status-${donation.statusId}:organization-${organization.id}:${written.kind}:twofold`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
  }
}
