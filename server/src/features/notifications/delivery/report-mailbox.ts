import { ImapFlow } from 'imapflow'
import type { Config } from '../../../config.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readAtMost, readMailedReport } from './mailed-report.ts'
import { takeReport } from './take-report.ts'

const everyMs = 60_000
const atOnce = 200
const patience = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 } as const

type Mailbox = NonNullable<Config['bounceMailbox']>

const clientOf = ({ host, port, isSecure, user, password, isHere }: Mailbox): ImapFlow =>
  new ImapFlow({
    host,
    port,
    secure: isSecure,
    // A password goes over no line that others can read.
    ...(isSecure || isHere ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...patience,
  })

/**
 * Reads what is new in the mailbox that reports come to, and marks it as read. A mail is marked after it was taken: after a crash in
 * between it is read again, and its report is known. Answers whether there is more.
 */
export async function readReportMailbox(platform: Platform, mailbox: Mailbox): Promise<boolean> {
  const client = clientOf(mailbox)
  client.on('error', () => {}) // whoever waits for an answer is told
  try {
    await client.connect()
    await client.mailboxOpen(mailbox.folder)
    const found = await client.search({ seen: false }, { uid: true })
    const news = found || []
    for (const uid of news.slice(0, atOnce)) {
      const mail = await client.fetchOne(uid, { source: { maxLength: readAtMost } }, { uid: true })
      const source = mail ? mail.source : undefined
      const report = source ? await readMailedReport(source) : null
      if (report) await takeReport(platform, 'mailbox', report)
      await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })
    }
    await client.logout()
    return news.length > atOnce
  } finally {
    client.close()
  }
}

export const runReadingMailbox = (platform: Platform, mailbox: Mailbox): { stop: () => Promise<void> } =>
  runEvery({
    name: 'mailbox of reports',
    everyMs,
    work: () => readReportMailbox(platform, mailbox),
    log: platform.log,
  })
