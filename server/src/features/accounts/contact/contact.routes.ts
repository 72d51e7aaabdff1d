import { contact } from '@twofold/contract'
import { withoutTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { emailKey } from '../../core/users/index.ts'
import { insertSystemEmail } from '../../email/system-emails/index.ts'

/** One address must not flood support. */
const messagesPerSender = { max: 5, seconds: 3600 }

export const contactRoutes: ServedRoute[] = [
  serve(contact.sendMessage, async ({ platform, body: { website, ...message } }) => {
    const { supportEmail } = platform.config
    // A bot must not notice that it was detected.
    if (website) return { sent: true } as const
    if (!supportEmail) throw new Refusal('unavailable', 'We can’t take messages here: no support address is set up.')
    await platform.rates.take('contact-sender', messagesPerSender, emailKey(message.email))
    const mail = { kind: 'contact', recipient: supportEmail, parameters: message, now: platform.clock() }
    await withoutTenant(platform.database, (db) => insertSystemEmail(db, mail))
    return { sent: true } as const
  }),

  serve(contact.getContactDetails, async ({ platform }) => ({
    email: platform.config.supportEmail,
    phone: platform.config.supportPhone,
    address: platform.config.supportAddress,
  })),
]
