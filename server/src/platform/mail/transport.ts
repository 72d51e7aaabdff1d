import { randomUUID } from 'node:crypto'
import nodemailer from 'nodemailer'
import type { Config } from '../../config.ts'
import { type Database, withoutTenant } from '../database/database.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { domainOf, isPlainAddress, oneLine, senderAddress } from './address-text.ts'
import { watchMailOutages } from './mail-outages.ts'
import { insertStoredMail } from './stored-mails.queries.ts'

export type Attachment = { readonly name: string; readonly type: string; readonly content: string }

export type Mail = {
  readonly to: { readonly name: string; readonly address: string }
  readonly from?: { readonly name: string; readonly address: string }
  readonly replyTo?: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Stable per email, so that a repeat can be recognized. Without angle brackets. */
  readonly messageId: string
  readonly headers?: Readonly<Record<string, string>>
  readonly attachment?: Attachment
  /** The signature of the domain in `from`, if that is not the product's domain. */
  readonly signature?: DkimKey
}

/** Returns a Message-ID, which is stored so that a repeated delivery can be recognized. */
export const newMessageId = (): string => `${randomUUID()}@mail.twofold.example`

/** The public key is in the DNS under the selector; `privateKey` is PEM. */
export type DkimKey = { readonly domain: string; readonly selector: string; readonly privateKey: string }

/** `refused` is permanent, `bounced` means because of the address. `mayHaveArrived`: lost before confirmation. */
export type MailResult =
  | { readonly result: 'sent' }
  | { readonly result: 'later'; readonly problem: string; readonly mayHaveArrived: boolean }
  | { readonly result: 'refused'; readonly problem: string; readonly bounced: boolean }

export type MailTransport = { readonly send: (mail: Mail) => Promise<MailResult>; readonly close: () => Promise<void> }

type TransportOptions = { readonly database: Database; readonly clock: Clock; readonly log: Log }

/** Uses SMTP if configured; otherwise stores every email. */
export function createMailTransport(config: Config, options: TransportOptions): MailTransport {
  const transport = config.smtpUrl ? smtpTransport(config, config.smtpUrl, options) : storingTransport(config, options)
  return {
    close: transport.close,
    send: async (mail) => {
      // A mail server could interpret other addresses as two recipients or as a header.
      if (isPlainAddress(mail.to.address)) return transport.send(mail)
      return { result: 'refused', problem: 'This is not an email address that can be written to.', bounced: false }
    },
  }
}

const toMailbox = ({ name, address }: { readonly name: string; readonly address: string }) => ({
  name: oneLine(name, 100),
  address,
})

/** Returns the message. User input cannot add headers. `Date` uses the product's clock. */
export const messageOf = (config: Config, mail: Mail, at: Date) => ({
  date: at,
  from: mail.from ? toMailbox(mail.from) : config.mailFrom,
  to: toMailbox(mail.to),
  ...(mail.replyTo && isPlainAddress(mail.replyTo) ? { replyTo: mail.replyTo } : {}),
  subject: oneLine(mail.subject, 300),
  text: mail.text,
  html: mail.html,
  textEncoding: 'quoted-printable' as const,
  messageId: `<${mail.messageId}>`,
  headers: Object.fromEntries(Object.entries(mail.headers ?? {}).map(([name, value]) => [name, toSingleLine(value)])),
  ...(mail.attachment
    ? {
        attachments: [
          { filename: mail.attachment.name, contentType: mail.attachment.type, content: mail.attachment.content },
        ],
      }
    : {}),
  // Bounces go to the product's address, whatever `From` is.
  envelope: { from: returnPath(config, mail.messageId), to: mail.to.address },
  ...dkimOf(config, mail),
  // Emails must not make this process read a file or fetch an address.
  disableFileAccess: true,
  disableUrlAccess: true,
})

/** Unique per email, so that a bounce without a message id can be attributed. */
function returnPath({ bounceAddress, mailFrom }: Config, messageId: string): string {
  const [name = ''] = messageId.split('@')
  if (!bounceAddress || !/^[0-9a-f-]{36}$/.test(name)) return bounceAddress ?? senderAddress(mailFrom)
  return bounceAddress.replace('@', `+${name}@`)
}

/** RFC 8058 requires a signed one-click header, which the library does not sign by default. */
const signedHeaderNames =
  'from:sender:reply-to:subject:date:message-id:to:cc:mime-version:content-type:content-transfer-encoding:list-id:list-unsubscribe:list-unsubscribe-post:feedback-id'

function dkimOf(config: Config, { signature }: Mail) {
  const productKey = config.dkim && { ...config.dkim, domain: domainOf(senderAddress(config.mailFrom)) }
  const signer = signature ?? productKey
  if (!signer) return {}
  const { domain: domainName, selector: keySelector, privateKey } = signer
  return { dkim: { domainName, keySelector, privateKey, headerFieldNames: signedHeaderNames } }
}

/** A folded List-Unsubscribe header breaks signatures, so it stays on one line of printable ASCII. */
const toSingleLine = (value: string) => ({
  prepared: true,
  value: value.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 900),
})

function smtpTransport(config: Config, url: string, options: TransportOptions): MailTransport {
  const smtp = nodemailer.createTransport(
    // Few enough connections for every provider. After a freeze, the process must still read the server's reply: a
    // timeout below two minutes would send the email again.
    { url, pool: true, maxConnections: 10, connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 120_000 },
    {},
  )
  const outages = watchMailOutages(options, () => smtp.verify())
  return {
    send: async (mail) => {
      const refusal = findRefusal(config, mail.to.address)
      if (refusal) return { result: 'refused', problem: refusal, bounced: false }
      try {
        await smtp.sendMail(messageOf(config, mail, options.clock()))
        await outages.succeeded()
        return { result: 'sent' }
      } catch (error) {
        const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
        await (isOutage(error) ? outages.failed(problem) : outages.succeeded())
        const reply = findFinalReply(error)
        return reply
          ? { result: 'refused', problem, bounced: reply.bounced }
          : { result: 'later', problem, mayHaveArrived: !wasNotAccepted(error) }
      }
    },
    close: async () => {
      await outages.stop()
      smtp.close()
    },
  }
}

/**
 * RFC 5321: a 5yz reply to the recipient or the data is final; to another command, such as login, it is a configuration
 * error. RFC 3463: 5.1.x means an invalid address.
 */
function findFinalReply(error: unknown): { bounced: boolean } | null {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return null
  const command = 'command' in error ? error.command : undefined
  if (error.responseCode < 500 || (command !== 'RCPT TO' && command !== 'DATA')) return null
  const responseText = 'response' in error ? String(error.response) : ''
  const detail = /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(responseText)?.[1]
  return { bounced: command === 'RCPT TO' && (detail ? detail === '1' : [550, 551, 553].includes(error.responseCode)) }
}

/** Other connection errors may occur after the last byte was sent. */
const wasNotAccepted = (error: unknown): boolean =>
  error instanceof Error &&
  (('responseCode' in error && typeof error.responseCode === 'number') ||
    ('syscall' in error && error.syscall === 'connect'))

/** A reply about one email or recipient is not an outage. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number')) return true
  const command = 'command' in error ? String(error.command) : ''
  return error.responseCode === 421 || !/^(MAIL FROM|RCPT TO|DATA)/.test(command)
}

function findRefusal(config: Config, address: string): string | null {
  if (config.mailAllow === null) return null
  return config.mailAllow.includes(domainOf(address).toLowerCase())
    ? null
    : 'Outside production, emails only go to the domains in MAIL_ALLOW.'
}

function storingTransport(config: Config, { database, clock }: TransportOptions): MailTransport {
  const builder = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    send: async (mail) => {
      const at = clock()
      const builtMail = await builder.sendMail(messageOf(config, mail, at))
      const storedMail = {
        recipient: mail.to.address,
        subject: oneLine(mail.subject, 300),
        messageId: mail.messageId,
        raw: String(builtMail.message),
        at,
      }
      await withoutTenant(database, (db) => insertStoredMail(db, storedMail))
      return { result: 'sent' }
    },
    close: async () => builder.close(),
  }
}
