import type { Mail } from '../../../../platform/mail/transport.ts'
import type { MailLinks } from '../../donor-links/index.ts'

export type SentBody = { readonly from: string; readonly replyTo: string; readonly html: string; readonly text: string }

const linkPattern = /\shref="[^"]*"/g
const blankPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC'

/** Links open the donor's page without a password, so they are removed before storage. */
export function withoutLinks(mail: Pick<Mail, 'from' | 'replyTo' | 'html' | 'text'>, mailLinks: MailLinks): SentBody {
  const tokens = [...new Set(Object.values(mailLinks).map((link) => link.slice(link.lastIndexOf('/') + 1)))]
  const maskTokens = (text: string): string => tokens.reduce((masked, token) => masked.replaceAll(token, '…'), text)
  const { from, replyTo = '', html, text } = mail
  return {
    from: from ? `${from.name} <${from.address}>` : '',
    replyTo,
    html: html
      .split(linkPattern)
      .map((htmlPart) => maskTokens(htmlPart.replaceAll(mailLinks.pixel, blankPicture)))
      .join(''),
    text: maskTokens(text),
  }
}
