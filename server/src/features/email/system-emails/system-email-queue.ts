import { z } from 'zod'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { domainOf, senderAddress } from '../../../platform/mail/address-text.ts'
import type { MailQueue, PreparedMail } from '../../../platform/mail/outbox.ts'
import { renderSystemEmail, type SystemEmail } from '../../../platform/mail/system-email.ts'
import type { Mail } from '../../../platform/mail/transport.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { languageOf, type SystemEmailName, type SystemEmailText } from '../../core/texts/index.ts'
import type { DueSystemEmail, SystemEmailContent, SystemEmailKinds } from './system-email-kinds.ts'
import { findRecipientLanguage, getQueuedSystemEmail } from './system-emails.queries.ts'

type Sender = Pick<Mail, 'from' | 'replyTo' | 'signature'>

type SystemEmailQueue = {
  readonly kinds: SystemEmailKinds
  readonly senderOfOrganization: (db: Db, platform: Platform, organizationId: number) => Promise<Sender>
}

/** Checks at sending time whether an email is still wanted, and creates its secret. */
export function systemEmailQueue(platform: Platform, { kinds, senderOfOrganization }: SystemEmailQueue): MailQueue {
  const isName = (name: string): name is SystemEmailName => Object.hasOwn(kinds, name)
  return {
    table: 'account_mails',
    prepare: async (due): Promise<PreparedMail> => {
      const now = platform.clock()
      // Crosses organizations, because a donor's link is a row of an organization.
      return acrossOrganizations(platform.database, async (db) => {
        const { kind, recipient, parameters } = await getQueuedSystemEmail(db, due.id)
        if (!isName(kind)) return { skip: `unknown kind ${kind}` }
        const systemEmail = await composeSystemEmail(kinds, kind, { platform, db, now, recipient, parameters })
        if (!systemEmail) return { skip: 'nobody wants it any more' }
        const to = { name: '', address: recipient }
        const messageId = `${due.message_id.split('@')[0]}@${domainOf(senderAddress(platform.config.mailFrom))}`
        const headers = {
          ...automaticMailHeaders,
          ...(systemEmail.stop ? getUnsubscribeHeaders(systemEmail.stop.link) : {}),
        }
        const organizationId = organizationIn(parameters)
        const isFromOrganization = kinds[kind].isToDonor && organizationId !== null
        const sender = isFromOrganization ? await senderOfOrganization(db, platform, organizationId) : {}
        return { mail: { ...sender, ...renderSystemEmail(platform, systemEmail), to, messageId, headers } }
      })
    },
  }
}

const organizationScope = z.object({ organizationId: z.int().nullable().default(null) }).catch({ organizationId: null })
const organizationIn = (parameters: unknown): number | null => organizationScope.parse(parameters).organizationId

async function composeSystemEmail<Name extends SystemEmailName>(
  kinds: SystemEmailKinds,
  name: Name,
  due: Omit<DueSystemEmail<unknown>, 'locale'>,
): Promise<SystemEmail | null> {
  const kind: SystemEmailKinds[Name] = kinds[name]
  const organizationId = organizationIn(due.parameters)
  const language = languageOf(await findRecipientLanguage(due.db, due.recipient, organizationId))
  const content = await kind.prepare({
    ...due,
    parameters: kind.parameters.parse(due.parameters),
    locale: language.locale,
  })
  if (!content) return null
  const from = language.from(due.platform.config.supportEmail)
  return { ...fillSystemEmail(language.letters[name](content.about), content, due.platform.publicUrl()), from }
}

function fillSystemEmail(
  { button, stop, code, ...text }: SystemEmailText,
  content: SystemEmailContent<SystemEmailName>,
  publicUrl: string,
): Omit<SystemEmail, 'from'> {
  return {
    ...text,
    ...(button && content.path !== undefined ? { button: { label: button, link: `${publicUrl}${content.path}` } } : {}),
    ...(stop && content.stopPath !== undefined
      ? { stop: { label: stop, link: `${publicUrl}${content.stopPath}` } }
      : {}),
    ...(code && content.code !== undefined ? { code: { label: code, code: content.code } } : {}),
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    ...(content.attachment ? { attachment: content.attachment } : {}),
  }
}

// Suppresses automatic replies. Requested emails have no unsubscribe link, so no List-Unsubscribe.
const automaticMailHeaders = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/** RFC 8058 applies to recurring emails. */
const getUnsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
