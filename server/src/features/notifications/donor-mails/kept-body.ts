import { promisify } from 'node:util'
import { deflateSync, inflate } from 'node:zlib'
import { z } from 'zod'
import type { Mail } from '../../../platform/mail/transport.ts'
import type { MailLinks } from '../links/links.ts'

/** What a mail said beside its subject and its recipient, which stand with its row. */
const keptBody = z.object({ from: z.string(), replyTo: z.string(), html: z.string(), text: z.string() })
export type KeptBody = z.infer<typeof keptBody>

const unpack = promisify(inflate)

/**
 * At once: handing it to a thread took three times the processor time of the work, and a mail's line waited for it. Level 3 takes half
 * of what the usual one does, for a ninth more bytes; Zstandard at its quickest as long as this, for as many.
 */
export const packBody = (body: KeptBody): Buffer => deflateSync(JSON.stringify(body), { level: 3 })

/** A mail is some 20 kB: more than this was not written here. */
const bytesAtMost = 4 * 1024 * 1024

export async function unpackBody(bytes: Buffer): Promise<KeptBody> {
  const text = await unpack(bytes, { maxOutputLength: bytesAtMost })
  return keptBody.parse(JSON.parse(text.toString('utf8')))
}

const links = /\shref="[^"]*"/g
const noPicture = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC'

/**
 * A mail as staff may see it: its links open the donor's page for whoever has them, so they are taken out before anything is
 * kept. In the HTML nothing leads anywhere and nothing counts as opened; the text shows that a link stood there.
 */
export function withoutLinks(mail: Pick<Mail, 'from' | 'replyTo' | 'html' | 'text'>, own: MailLinks): KeptBody {
  const tokens = [...new Set(Object.values(own).map((link) => link.slice(link.lastIndexOf('/') + 1)))]
  const veiled = (text: string): string => tokens.reduce((left, token) => left.replaceAll(token, '…'), text)
  const { from, replyTo = '', html, text } = mail
  return {
    from: from ? `${from.name} <${from.address}>` : '',
    replyTo,
    html: veiled((html ?? '').replaceAll(own.pixel, noPicture).replaceAll(links, '')),
    text: veiled(text),
  }
}
