import { contact } from '@twofold/contract'
import { oneLine } from '../../../platform/mail/plain-words.ts'
import { letterKind } from '../../email/notifications/index.ts'

/** The message to support. Replies go to the sender; typed text never becomes a mail header. */
export const contactLetter = letterKind('contact', {
  when: 'Someone sent the contact form.',
  parameters: contact.contactForm,
  prepare: ({ parameters: { name, email, subject, message } }) => ({
    about: { name: oneLine(name), email, subject: oneLine(subject), message },
    replyTo: email,
  }),
})
