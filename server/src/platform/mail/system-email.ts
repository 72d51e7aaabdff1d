import type { Platform } from '../services/platform.ts'
import { fillMail } from './layout/fill-layout.ts'
import type { Attachment } from './transport.ts'

export type SystemEmail = {
  readonly subject: string
  readonly heading: string
  /** Paragraphs about the reason and sender of the email. Line breaks are kept. */
  readonly before: readonly string[]
  readonly button?: { readonly label: string; readonly link: string }
  readonly code?: { readonly label: string; readonly code: string }
  readonly after?: string
  /** The line below the content: why this person receives the email. */
  readonly why: string
  readonly from: string
  readonly stop?: { readonly label: string; readonly link: string }
  readonly replyTo?: string
  readonly attachment?: Attachment
}

export type RenderedEmail = {
  readonly subject: string
  readonly html: string
  readonly text: string
  readonly replyTo?: string
  readonly attachment?: Attachment
}

type Sender = Pick<Platform, 'publicUrl'>

/** Returns the email as HTML in the common layout and as text with each link on its own line. */
export function renderSystemEmail(sender: Sender, systemEmail: SystemEmail): RenderedEmail {
  const { subject, heading, before, button, code, after = '', why, from, stop, replyTo, attachment } = systemEmail
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

/** The header of emails that the product itself sends. */
export const productBrand = (sender: Sender) => ({
  brand_mark: `${sender.publicUrl()}${brandMarkPath}`,
  brand_name: 'Twofold',
})

/** A PNG, because mail programs do not show SVG. */
export const brandMarkPath = '/m/twofold.png'
