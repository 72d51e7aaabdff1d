import { contact } from '@twofold/contract'
import { oneLine } from '../../../platform/mail/plain-words.ts'
import { letterKind } from '../../email/notifications/index.ts'

/** The message as support reads it. An answer goes to the sender; nothing that was typed becomes a header of its own. */
export const contactLetter = letterKind('contact', {
  when: 'Someone sent the contact form.',
  parameters: contact.contactForm,
  prepare: ({ parameters: { name, email, subject, message } }) => ({
    about: { name: oneLine(name), email, subject: oneLine(subject), message },
    replyTo: email,
  }),
})
