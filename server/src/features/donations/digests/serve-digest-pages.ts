import type { FastifyInstance } from 'fastify'
import type { PlainPage } from '../../../platform/http/plain-page.ts'
import { renderUnsubscribePage, serveUnsubscribePage } from '../../../platform/http/unsubscribe-page.ts'
import { readSignedLink, signedLinks } from '../../../platform/links/signed-links.ts'
import { maskEmail, oneLine } from '../../../platform/mail/address-text.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import {
  type DigestSubscription,
  findDigestSubscription,
  findRecipientKey,
  resubscribeToDigest,
  unsubscribeFromDigest,
} from './digests.queries.ts'

export const digestUnsubscribePath = '/m/g'

export const serveDigestPages = (http: FastifyInstance, platform: Platform): Promise<void> =>
  serveUnsubscribePage(http, platform, {
    name: 'digest',
    path: digestUnsubscribePath,
    readToken: (token) => readSignedLink(platform, signedLinks.digest, token),
    find: findDigestSubscription,
    page: subscriptionPage,
    unknown: 'It may have been cut off. Open it from the email again.',
    leave: async (db, mail, request) => {
      const { organizationId } = mail
      const unsubscribed = await unsubscribeFromDigest(db, mail, platform.clock())
      if (!unsubscribed) return
      const auditEntry = { action: 'unsubscribed', subject: 'weekly mail' } as const
      await writeAudit(
        db,
        { platform, request },
        { organizationId, ...auditEntry, before: { email: unsubscribed.email } },
      )
    },
    undo: async (db, mail, request) => {
      const { organizationId } = mail
      const emailKey = await findRecipientKey(db, mail)
      const resubscribed =
        emailKey && (await resubscribeToDigest(db, { organizationId, emailKey, now: platform.clock() }))
      if (!resubscribed) return
      const auditEntry = { action: 'subscribed', subject: 'weekly mail' } as const
      await writeAudit(
        db,
        { platform, request },
        { organizationId, ...auditEntry, after: { email: resubscribed.email } },
      )
    },
  })

function subscriptionPage({ organizationName, email, refused: isOut }: DigestSubscription, action: string): PlainPage {
  const name = oneLine(organizationName, 100)
  return isOut
    ? renderUnsubscribePage(
        'Done. No more weekly emails',
        `${maskEmail(email)} won’t get weekly emails about employer matching at ${name}. Your administrators can see this under Organization, Settings.`,
        { action: `${action}/undo`, press: 'undo', label: 'Undo, keep emailing me', variant: 'quiet' },
      )
    : renderUnsubscribePage(
        'No more weekly emails?',
        `${maskEmail(email)} gets an email about employer matching at ${name} at most once a week. Others who get it aren’t affected.`,
        { action, press: 'unsubscribe', label: 'Unsubscribe' },
      )
}
