import { z } from 'zod'
import { inProduct } from '../../platform/database/database.ts'
import type { MailQueue, Prepared } from '../../platform/mail/outbox.ts'
import type { Mail } from '../../platform/mail/transport.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf, randomToken } from '../../platform/secrets.ts'
import { getAccountMail, replaceLoginLink } from './auth.queries.ts'
import { magicLinkMail } from './magic-link-mail.ts'

export const magicLinkMinutes = 10

const magicLinkParameters = z.object({ userId: z.number(), redirect: z.string() })

/** Mails of other features that go through this queue: what is said, made from the row's parameters. */
export type OtherMails = Readonly<Record<string, (parameters: unknown) => Omit<Mail, 'to' | 'messageId'>>>

/** Mail about an account. Secrets are made here, when the mail is sent, so that the queue never holds one. */
export function accountMailQueue(platform: Platform, others: OtherMails = {}): MailQueue {
  return {
    table: 'account_mails',
    prepare: async (due): Promise<Prepared> => {
      const now = platform.clock()
      return inProduct(platform.database, async (db) => {
        const row = await getAccountMail(db, due.id)
        const other = others[row.kind]
        if (other) {
          const mail = other(row.parameters)
          return { mail: { ...mail, to: { name: '', address: row.recipient }, messageId: due.message_id } }
        }
        if (row.kind !== 'magic-link') return { skip: `unknown kind ${row.kind}` }
        const { userId, redirect } = magicLinkParameters.parse(row.parameters)
        const token = randomToken()
        const expiresAt = new Date(now.getTime() + magicLinkMinutes * 60_000)
        await replaceLoginLink(db, { tokenHash: digestOf(token), userId, redirect, now, expiresAt })
        const link = `${platform.publicUrl()}/portal/magic-link?token=${token}`
        return { mail: { ...magicLinkMail(link), to: { name: '', address: row.recipient }, messageId: due.message_id } }
      })
    },
  }
}
