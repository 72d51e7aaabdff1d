import { acrossOrganizations, readOnly } from '../../../platform/database/database.ts'
import { signedLinks, signLink } from '../../../platform/links/signed-links.ts'
import { domainOf, senderAddress } from '../../../platform/mail/address-text.ts'
import type { DueMail, MailQueue, PreparedMail } from '../../../platform/mail/outbox.ts'
import type { RenderedEmail } from '../../../platform/mail/system-email.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { isWorthSending, readDigestFacts } from './digest-facts.ts'
import { type DueDigest, findDueDigest, recordDigest } from './digests.queries.ts'
import { digestTime } from './plan-digests.queries.ts'
import { digestUnsubscribePath } from './serve-digest-pages.ts'
import { writeDigest } from './write-digest.ts'

/** A digest delayed past this hour waits for the next morning. */
const dayEndsAtHour = 20

export function digestQueue(platform: Platform): MailQueue {
  return { table: 'digests', prepare: (due) => prepare(platform, due) }
}

async function prepare(platform: Platform, due: DueMail): Promise<PreparedMail> {
  const organizationId = due.organization_id
  if (organizationId === null) return { skip: 'This digest belongs to no organization.' }
  const now = platform.clock()
  const { database } = platform
  const digest = await acrossOrganizations(readOnly(database), (db) => findDueDigest(db, organizationId, due.id, now))
  if (!digest) return { skip: 'This digest was canceled.' }
  if (digest.isClosed) return { skip: 'The organization is closed.' }
  if (!digest.isWanted) return { skip: 'This address no longer gets the digest.' }
  const night = untilMorning(digest.hour, now)
  if (night) return { postponeTo: night, reason: null }
  const facts = await readDigestFacts(platform, organizationId, digest.week)
  if (!isWorthSending(facts)) return { skip: 'There was nothing to report.' }
  const publicUrl = platform.publicUrl()
  const token = signLink(platform, signedLinks.digest, { organizationId, digestId: due.id })
  const links = { publicUrl, unsubscribe: `${publicUrl}${digestUnsubscribePath}/${token}` }
  const written = writeDigest(platform, facts, links, { isPrimaryContact: digest.isPrimaryContact, now })
  const mail = { emailKey: digest.emailKey, subject: written.subject, now }
  const isFirst = await acrossOrganizations(database, (db) =>
    recordDigest(db, { organizationId, digestId: due.id }, mail),
  )
  if (!isFirst) return { skip: 'This address got a digest less than a week ago.' }
  return { mail: addressed(platform, due, digest, { ...written, unsubscribe: links.unsubscribe }) }
}

function untilMorning(hour: number, now: Date): Date | null {
  if (hour >= digestTime.fromHour && hour < dayEndsAtHour) return null
  const hours = (digestTime.fromHour - hour + 24) % 24
  // Full hours from the current one. Checked again then, because the UTC offset may change at night.
  return new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000 + hours * 3_600_000)
}

function addressed(
  platform: Platform,
  due: DueMail,
  digest: DueDigest,
  written: RenderedEmail & { readonly unsubscribe: string },
) {
  const domain = domainOf(senderAddress(platform.config.mailFrom))
  const { unsubscribe, ...mail } = written
  return {
    ...mail,
    to: { name: '', address: digest.recipient },
    ...(platform.config.supportEmail ? { replyTo: platform.config.supportEmail } : {}),
    messageId: `${due.message_id}@${domain}`,
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-Id': `<organization-${due.organization_id}.digest.${domain}>`,
      'Feedback-ID': `digest:organization-${due.organization_id}:weekly:twofold`,
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'OOF, AutoReply',
    },
  }
}
