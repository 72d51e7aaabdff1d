import type { Mail } from '../../../../platform/mail/transport.ts'
import type { MailLinks } from '../links/links.ts'

export type SentBody = { readonly from: string; readonly replyTo: string; readonly html: string; readonly text: string }

const links = /\shref="[^"]*"/g
const noPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC'

/** Links open the donor's page without a password, so they are removed before storage. */
export function withoutLinks(mail: Pick<Mail, 'from' | 'replyTo' | 'html' | 'text'>, own: MailLinks): SentBody {
  const tokens = [...new Set(Object.values(own).map((link) => link.slice(link.lastIndexOf('/') + 1)))]
  const veiled = (text: string): string => tokens.reduce((left, token) => left.replaceAll(token, '…'), text)
  const { from, replyTo = '', html, text } = mail
  return {
    from: from ? `${from.name} <${from.address}>` : '',
    replyTo,
    html: html
      .split(links)
      .map((part) => veiled(part.replaceAll(own.pixel, noPicture)))
      .join(''),
    text: veiled(text),
  }
}
