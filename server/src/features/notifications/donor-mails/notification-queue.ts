import { acrossOrganizations } from '../../../platform/database/database.ts'
import type { DueMail, MailQueue, Prepared } from '../../../platform/mail/outbox.ts'
import { domainOf, oneLine, senderAddress } from '../../../platform/mail/plain-words.ts'
import type { Mail } from '../../../platform/mail/transport.ts'
import type { Platform } from '../../../platform/platform.ts'
import { chooseVersion } from '../../templates/index.ts'
import { isSpokenStatus, languageOf } from '../../texts/index.ts'
import { headersForReports } from '../delivery/serve-reports.ts'
import { linksOf } from '../links/links.ts'
import { planAfter } from '../schedule/plan-follow-ups.ts'
import { dealPlaces, returnPlace, takesPlace } from '../warm-up/deal-places.ts'
import { keepsNight } from './daytime.ts'
import { donorMailKinds, isDonorMail } from './donor-mail-kinds.ts'
import { packBody, withoutLinks } from './kept-body.ts'
import { findMailLogo } from './logo-of-mail.ts'
import { findMatchFacts, type MatchFacts } from './match-facts.queries.ts'
import {
  findDueNotification,
  getSending,
  keepSentMail,
  lockRecipient,
  recordBounce,
  recordMail,
  takeRequestMail,
} from './notifications.queries.ts'
import { renderMail } from './render-mail.ts'
import { type Sender, signingSenderOf } from './sender-of-mail.ts'

/** Mail to donors. Whether a mail still may go out is decided when it is due, with all that changed since it was queued. */
export function notificationQueue(platform: Platform): MailQueue {
  return {
    table: 'notifications',
    beforeClaim: (now) => dealPlaces(platform, now),
    prepare: (due) => prepare(platform, due),
    sent: async (db, due, mail, at) => {
      if (due.organization_id === null) return
      const sent = { organizationId: due.organization_id, id: due.id }
      const own = linksOf(platform, { organizationId: sent.organizationId, notificationId: sent.id })
      await keepSentMail(db, sent, await packBody(withoutLinks(mail, own)))
      await planAfter(db, sent, at)
    },
    notTaken: async (db, due, mail) => {
      const { organization_id: organizationId, id } = due
      if (organizationId !== null && mail.from)
        await returnPlace(db, platform, { organizationId, id, from: mail.from.address })
    },
    bounced: async (db, due, _mail, at) => {
      if (due.organization_id !== null) await recordBounce(db, due.organization_id, due.id, at)
    },
  }
}

async function prepare(platform: Platform, due: DueMail): Promise<Prepared> {
  const organizationId = due.organization_id
  if (organizationId === null) return { skip: 'This email belongs to no organization.' }
  const now = platform.clock()
  return acrossOrganizations(platform.database, async (db): Promise<Prepared> => {
    const notification = await findDueNotification(db, organizationId, due.id)
    if (!notification) return { skip: 'This email was undone before it was sent.' }
    const { donationId, donorId, statusId } = notification
    if (!isDonorMail(notification.kind) || !isSpokenStatus(statusId))
      return { skip: 'There is no template for this email.' }
    const kind = donorMailKinds[notification.kind]
    await lockRecipient(db, notification.family, notification.recipientKey)
    const facts = await findMatchFacts(db, { organizationId, donationId, donorId, now })
    if (!facts) return { skip: 'The gift now belongs to another donor.' }
    const sending = await getSending(db, { organizationId, id: due.id, due: notification, now })
    const decision = kind.decide(facts, keepsNight(platform.config) ? sending : { ...sending, daytime: now })
    if ('skip' in decision && decision.hadEnough) await planAfter(db, { organizationId, id: due.id }, now)
    if (!('send' in decision)) return decision
    if (notification.isStrangersWord) {
      const next = await takeRequestMail(db, {
        recipientKey: notification.recipientKey,
        messageId: String(due.message_id),
        now,
      })
      if (next) return { postponeTo: next, reason: oneRequestADay }
    }

    // Before the place: a file store that keeps silent must not keep the domain's row from everybody else.
    const logo = await findMailLogo(platform, facts)
    const sender = await signingSenderOf(db, platform, facts)
    const noPlace = await takesPlace(db, platform, { organizationId, id: due.id, from: sender.from.address, now })
    if (noPlace) return noPlace

    const templateId = kind.templateOf(statusId)
    const isReadable = languageOf(facts.donor.language) === languageOf(facts.organization.language)
    const chosen = await chooseVersion(db, { organizationId, id: due.id, donationId, templateId, isReadable })
    const links = linksOf(platform, { organizationId, notificationId: due.id })
    const rendered = renderMail({
      kind,
      statusId,
      facts,
      links,
      logo,
      own: chosen.words,
    })
    const { subject } = rendered
    await recordMail(db, { organizationId, id: due.id, recipient: facts.donor.email, subject, chosen })
    return {
      mail: addressed(platform, due, facts, {
        ...rendered,
        sender,
        kind: notification.kind,
        unsubscribe: links.unsubscribe,
      }),
    }
  })
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
