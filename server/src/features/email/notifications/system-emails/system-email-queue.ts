import { z } from 'zod'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import { domainOf, senderAddress } from '../../../../platform/mail/address-text.ts'
import type { MailQueue, PreparedMail } from '../../../../platform/mail/outbox.ts'
import { renderSystemEmail, type SystemEmail } from '../../../../platform/mail/system-email.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { languageOf, type SystemEmailName, type SystemEmailText } from '../../../core/texts/index.ts'
import { getOrganizationFacts } from '../donor-mails/match-facts.queries.ts'
import { type Sender, signingSenderOf } from '../donor-mails/sender-of-mail.ts'
import type { DueSystemEmail, SystemEmailContent, SystemEmailKinds } from './system-email-kinds.ts'
import { findRecipientLanguage, getQueuedSystemEmail } from './system-emails.queries.ts'

/** Checks at sending time whether a letter is still wanted, and creates its secret. */
export function systemEmailQueue(platform: Platform, kinds: SystemEmailKinds): MailQueue {
  const isName = (name: string): name is SystemEmailName => Object.hasOwn(kinds, name)
  return {
    table: 'account_mails',
    prepare: async (due): Promise<PreparedMail> => {
      const now = platform.clock()
      // Crosses organizations, because a donor's link is a row of an organization.
      return acrossOrganizations(platform.database, async (db) => {
        const { kind, recipient, parameters } = await getQueuedSystemEmail(db, due.id)
        if (!isName(kind)) return { skip: `unknown kind ${kind}` }
        const letter = await compose(kinds, kind, { platform, db, now, recipient, parameters })
        if (!letter) return { skip: 'nobody wants it any more' }
        const to = { name: '', address: recipient }
        const messageId = `${due.message_id.split('@')[0]}@${domainOf(senderAddress(platform.config.mailFrom))}`
        const headers = { ...byMachine, ...(letter.stop ? wayOut(letter.stop.link) : {}) }
        const sender = kinds[kind].isToDonor ? await senderFor(platform, db, parameters) : {}
        return { mail: { ...sender, ...renderSystemEmail(platform, letter), to, messageId, headers } }
      })
    },
  }
}

const aboutOrganization = z.object({ organizationId: z.int().nullable().default(null) })

async function senderFor(platform: Platform, db: Db, parameters: unknown): Promise<Partial<Sender>> {
  const { organizationId } = aboutOrganization.parse(parameters)
  if (organizationId === null) return {}
  return signingSenderOf(db, platform, await getOrganizationFacts(db, organizationId))
}

async function compose<Name extends SystemEmailName>(
  kinds: SystemEmailKinds,
  name: Name,
  due: Omit<DueSystemEmail<unknown>, 'locale'>,
): Promise<SystemEmail | null> {
  const kind: SystemEmailKinds[Name] = kinds[name]
  const { organizationId } = aboutOrganization.catch({ organizationId: null }).parse(due.parameters)
  const language = languageOf(await findRecipientLanguage(due.db, due.recipient, organizationId))
  const said = await kind.prepare({
    ...due,
    parameters: kind.parameters.parse(due.parameters),
    locale: language.locale,
  })
  if (!said) return null
  const from = language.from(due.platform.config.supportEmail)
  return { ...put(language.letters[name](said.about), said, due.platform.publicUrl()), from }
}

function put(
  { button, stop, code, ...text }: SystemEmailText,
  said: SystemEmailContent<SystemEmailName>,
  publicUrl: string,
): Omit<SystemEmail, 'from'> {
  return {
    ...text,
    ...(button && said.path !== undefined ? { button: { label: button, link: `${publicUrl}${said.path}` } } : {}),
    ...(stop && said.stopPath !== undefined ? { stop: { label: stop, link: `${publicUrl}${said.stopPath}` } } : {}),
    ...(code && said.code !== undefined ? { code: { label: code, code: said.code } } : {}),
    ...(said.replyTo ? { replyTo: said.replyTo } : {}),
    ...(said.attachment ? { attachment: said.attachment } : {}),
  }
}

// Suppresses automatic replies. Requested letters have no unsubscribe link, so no List-Unsubscribe.
const byMachine = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }

/** RFC 8058 applies to recurring letters. */
const wayOut = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
