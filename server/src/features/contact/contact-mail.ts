import { contact } from '@twofold/contract'
import type { Letter } from '../../platform/mail/letter.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'

/** The message as support reads it. An answer goes to the sender; nothing that was typed becomes a header of its own. */
export function contactMail(parameters: unknown): Letter {
  const { name, email, subject, message } = contact.contactForm.parse(parameters)
  const about = oneLine(subject)
  return {
    replyTo: email,
    subject: `Contact: ${about}`,
    heading: about,
    before: [`From ${oneLine(name)} <${email}>, by the contact form.`, message],
    after: 'An answer to this mail goes to the sender. The address was typed and is not checked.',
    why: 'You get this mail because your address is the support address of Twofold.',
  }
}
