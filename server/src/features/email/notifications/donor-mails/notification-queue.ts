import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import { domainOf, oneLine, senderAddress } from '../../../../platform/mail/address-text.ts'
import type { DueMail, MailQueue, PreparedMail } from '../../../../platform/mail/outbox.ts'
import type { Mail } from '../../../../platform/mail/transport.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { isTemplateStatus, languageOf } from '../../../core/texts/index.ts'
import { headersForReports } from '../../delivery/index.ts'
import { linksOf } from '../../donor-links/index.ts'
import { findMatchFacts, type MatchFacts } from '../../match-facts/index.ts'
import { type ChosenVersion, chooseVersion, theDefault } from '../../templates/index.ts'
import { planFollowUps } from '../schedule/plan-follow-ups.ts'
import { queueDueMails } from '../schedule/planned-mails.queries.ts'
import { freeSlot, nextSlot, takeSlot } from '../warm-up/daily-limit.ts'
import { hasQuietHours } from './daytime.queries.ts'
import { decideMail, isYearEnd } from './decide-mail.ts'
import { donorMailKinds } from './donor-mail-kinds.ts'
import {
  claimRequestMail,
  type DueNotification,
  findDueNotification,
  findSendContext,
  insertSentMail,
  lockRecipient,
  queueCopy,
  recordMail,
} from './due-mails.queries.ts'
import { insertListedGifts, listOpenGifts, markCovered } from './listed-gifts.queries.ts'
import { findMailLogo } from './logo-of-mail.ts'
import { type MailKey, recordSending } from './mail-results.queries.ts'
import { recordBounce } from './notifications.queries.ts'
import { renderDonorMail } from './render-donor-mail.ts'
import { type Sender, signingSenderOf } from './sender-of-mail.ts'
import { withoutLinks } from './sent-body.ts'

/** Decided when the email is due, with all changes since it was queued. */
export function notificationQueue(platform: Platform): MailQueue {
  return {
    table: 'notifications',
    fill: async () => (await queuePlanned(platform)) >= planBatchSize,
    prepare: (due) => prepare(platform, due),
    sent: async (db, due, mail, at) => {
      const key = getMailKey(due)
      await insertSentMail(db, key, withoutLinks(mail, linksOf(platform, toLinkKey(key))))
      await planFollowUps(db, [key], at)
      await recordSending(db, key)
    },
    notAccepted: (db, _due, mail) => freeSlot(db, platform, mail.from?.address, platform.clock()),
    bounced: async (db, due, at) => {
      const { organizationId, id } = getMailKey(due)
      await recordBounce(db, organizationId, id, at)
    },
  }
}

const planBatchSize = 500

export const queuePlanned = (platform: Platform): Promise<number> =>
  acrossOrganizations(platform.database, (db) => queueDueMails(db, platform.clock(), planBatchSize))

function getMailKey({ organization_id: organizationId, id }: DueMail): MailKey {
  if (organizationId === null) throw new Error('an email to a donor belongs to an organization')
  return { organizationId, id }
}

const toLinkKey = ({ organizationId, id }: MailKey) => ({ organizationId, notificationId: id })

const requestMailLimitText =
  'A match request on a public page may name anybody’s address, so no address gets more than one email a day about them.'

/** One email per address at a time, so that the limits per address apply. */
const prepare = (platform: Platform, due: DueMail): Promise<PreparedMail> =>
  acrossOrganizations(platform.database, (db) => decideAndRender(db, platform, due), { keepsPlans: true })

async function decideAndRender(db: Db, platform: Platform, due: DueMail): Promise<PreparedMail> {
  const now = platform.clock()
  const key = getMailKey(due)
  await lockRecipient(db, key)
  const [notification, sending] = await Promise.all([
    findDueNotification(db, { ...key, attempts: due.attempts }),
    findSendContext(db, key, now),
  ])
  if (!notification || !sending) return { skip: 'This email was canceled before it was sent.' }
  const { kind, statusId, donationId, donorId, recipientKey, isUnconfirmedRequest, hasFormerRecipient } = notification
  const { organizationId } = key
  if (kind !== 'message' && !isTemplateStatus(statusId)) return { skip: missingTemplateText }
  const facts = await findMatchFacts(db, { organizationId, donationId, donorId, now })
  if (!facts) return { skip: 'The gift now belongs to another donor.' }
  const daytime = hasQuietHours(platform.config) ? sending.daytime : now
  const decision = decideMail(kind, facts, { ...sending, daytime })
  if (!('send' in decision)) {
    if ('skip' in decision && decision.isCovered) await markCovered(db, key)
    if ('skip' in decision && decision.isWithinReducedFrequency) await planFollowUps(db, [key], now)
    return decision
  }
  if (hasFormerRecipient) {
    await queueCopy(db, key, now)
    return { skip: 'The donor’s address changed while this email was being sent. The new address gets its own.' }
  }
  if (isUnconfirmedRequest) {
    const nextAllowedAt = await claimRequestMail(db, { recipientKey, messageId: due.message_id, now })
    if (nextAllowedAt) return { postponeTo: nextAllowedAt, reason: requestMailLimitText }
  }
  // Before the daily limit, whose row is locked: the file store may be slow.
  const logo = await findMailLogo(platform, facts)
  const sender = await signingSenderOf(db, platform, facts)
  const limit = await takeSlot(db, platform, sender.from.address, now)
  if (limit) return nextSlot(db, platform, key, { ...limit, kind, now })
  const links = linksOf(platform, toLinkKey(key))
  const { mailDelaySeconds: delaySeconds } = platform.config
  const otherGifts = await listOpenGifts(db, { ...key, kind }, facts, { now, delaySeconds })
  const version = await chooseMailVersion(db, key, notification, facts)
  const writing = {
    facts,
    links,
    logo,
    others: otherGifts,
    own: version.words,
    isYearEnd: isYearEnd(now, sending.timeZone),
  }
  const rendered = await renderDonorMail(db, { ...key, kind, statusId }, writing)
  if (!rendered) return { skip: missingTemplateText }
  await recordMail(db, key, { recipient: facts.donor.email, subject: rendered.subject, chosen: version })
  await insertListedGifts(db, { ...key, attempts: due.attempts }, otherGifts)
  return { mail: createMail(platform, due, facts, { ...rendered, sender, kind, unsubscribe: links.unsubscribe }) }
}

const missingTemplateText = 'There is no template for this email.'

async function chooseMailVersion(
  db: Db,
  key: MailKey,
  { kind, statusId, donationId }: DueNotification,
  { donor, organization }: MatchFacts,
): Promise<ChosenVersion> {
  if (kind === 'message' || !isTemplateStatus(statusId)) return theDefault
  return chooseVersion(db, {
    ...key,
    donationId,
    templateId: donorMailKinds[kind].templateOf(statusId),
    isReadable: languageOf(donor.language) === languageOf(organization.language),
  })
}

function createMail(
  platform: Platform,
  due: DueMail,
  facts: MatchFacts,
  rendered: { sender: Sender; kind: string; subject: string; html: string; text: string; unsubscribe: string },
): Mail {
  // The product's domain for every sender: the id must not change with the sending domain.
  const domain = domainOf(senderAddress(platform.config.mailFrom))
  const { organization, donor, donation } = facts
  return {
    ...rendered.sender,
    to: { name: oneLine(donor.name, 100), address: donor.email },
    subject: rendered.subject,
    html: rendered.html,
    text: rendered.text,
    messageId: `${due.message_id}@${domain}`,
    headers: {
      ...headersForReports(platform.config, `${due.message_id}@${domain}`),
      'List-Unsubscribe': `<${rendered.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<organization-${organization.id}.matches.${domain}>`,
      // Campaign, organization, kind, sender: mailbox providers use this in complaint reports.
      'Feedback-ID': `status-${donation.statusId}:organization-${organization.id}:${rendered.kind}:twofold`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
  }
}
