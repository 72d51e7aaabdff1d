import { contact } from '@twofold/contract'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { systemEmailKind } from '../../email/system-emails/index.ts'

/** Replies go to the sender; typed text never becomes a mail header. */
export const contactFormEmail = systemEmailKind('contact', {
  when: 'Someone sent the contact form.',
  parameters: contact.contactForm,
  prepare: ({ parameters: { name, email, subject, message } }) => ({
    about: { name: oneLine(name), email, subject: oneLine(subject), message },
    replyTo: email,
  }),
})
