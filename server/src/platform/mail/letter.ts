import type { Platform } from '../services/platform.ts'
import { fillMail } from './layout/fill-layout.ts'
import type { Attachment } from './transport.ts'

/** What a mail of the product says to somebody who works with it or writes to it. How it looks is said once, here. */
export type Letter = {
  readonly subject: string
  readonly heading: string
  /** Paragraphs: what this is about, and by whom. Line ends in them stay. */
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  /** A code to type instead of following the link, as on another device. */
  readonly code?: { readonly label: string; readonly code: string }
  /** Small print below: what to do when it was not meant for whoever reads it. */
  readonly after?: string
  /** The line below the sheet: why this person gets this mail. */
  readonly why: string
  /** The last line: who sends it, and where to ask. */
  readonly from: string
  /** The way out of a mail that comes again and again; mail programs get it too. */
  readonly stop?: { readonly label: string; readonly link: string }
  readonly replyTo?: string
  readonly attachment?: Attachment
}

export type WrittenMail = {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo?: string
  readonly attachment?: Attachment
}

type Sender = Pick<Platform, 'publicUrl'>

/** The same words as HTML in the one layout of all mails, and as text with each link on a line of its own. */
export function writeLetter(sender: Sender, letter: Letter): WrittenMail {
  const { subject, heading, before, button, code, after = '', why, from, stop, replyTo, attachment } = letter
  const html = fillMail({
    ...productBrand(sender),
    from_line: from,
    header: heading,
    preheader: before[0] ?? '',
    opening: before.join('\n\n'),
    ...(button ? { act_url: button.link, act_label: button.label } : {}),
    ...(code ? { code: code.code, code_label: code.label } : {}),
    small: after,
    why,
    ...(stop ? { unsubscribe: stop.label, unsubscribe_url: stop.link } : {}),
  })
  const parts = [
    heading,
    ...before,
    button ? `${button.label}\n${button.link}` : '',
    code ? `${code.label}\n${code.code}` : '',
    after,
    ['--', why, ...(stop ? [`${stop.label}\n${stop.link}`] : []), from].join('\n'),
  ]
  return {
    subject,
    html,
    text: `${parts.filter(Boolean).join('\n\n')}\n`,
    ...(replyTo ? { replyTo } : {}),
    ...(attachment ? { attachment } : {}),
  }
}

/** The head of a mail that the product itself sends. */
export const productBrand = (sender: Sender) => ({
  brand_mark: `${sender.publicUrl()}${brandMarkPath}`,
  brand_name: 'Twofold',
})

/** The logo as a picture: mail programs show no SVG. */
export const brandMarkPath = '/m/twofold.png'
