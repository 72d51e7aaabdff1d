import { contact } from '@twofold/contract'
import { html } from '../../platform/http/plain-page.ts'
import type { Mail } from '../../platform/mail/transport.ts'

/** The message as support reads it. An answer goes to the sender; nothing that was typed becomes a header of its own. */
export function contactMail(parameters: unknown): Pick<Mail, 'subject' | 'text' | 'html' | 'replyTo'> {
  const { name, email, subject, message } = contact.contactForm.parse(parameters)
  const who = `${onOneLine(name)} <${email}>`
  const { html: body } = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${onOneLine(subject)}</title></head>
<body style="font:16px/1.6 -apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">
<p>From ${who}, by the contact form:</p>
<h1 style="font-size:20px">${onOneLine(subject)}</h1>
<p style="white-space:pre-wrap">${message}</p>
</body></html>`
  return {
    replyTo: email,
    subject: `Contact: ${onOneLine(subject)}`,
    text: `From ${who}, by the contact form.\n\n${message}\n`,
    html: body,
  }
}

/** Line ends and other control characters have no place in a header. */
const onOneLine = (text: string): string =>
  text
    .replaceAll(/\p{C}+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
