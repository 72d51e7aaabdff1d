import type { ImapFlow } from 'imapflow'
import pg from 'pg'
import type { Config } from '../../../config.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import { isOutgoingHeld } from '../../../platform/outgoing/hold-outgoing.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { maxReportBytes, readEmailReport } from './email-report.ts'
import { receiveReport } from './serve-reports.ts'

const everyMs = 60_000
const batchSize = 200
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 } as const

type Mailbox = NonNullable<Config['bounceMailbox']>

async function createClient({ host, port, isSecure, user, password, isHere }: Mailbox): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow')
  return new ImapFlow({
    host,
    port,
    secure: isSecure,
    // Requires TLS for the password, except on this host.
    ...(isSecure || isHere ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...timeouts,
  })
}

/**
 * Marks emails as read after processing; known ones count once. Returns whether to continue immediately. False if flags
 * are not stored, as in a read-only folder, to prevent a loop.
 */
export async function readReportMailbox(platform: Platform, mailbox: Mailbox): Promise<boolean> {
  const client = await createClient(mailbox)
  client.on('error', () => {})
  try {
    await client.connect()
    await client.mailboxOpen(mailbox.folder)
    const searchResult = await client.search({ seen: false }, { uid: true })
    const unreadIds = searchResult || []
    let isMarked = true
    for (const uid of unreadIds.slice(0, batchSize)) {
      const mail = await client.fetchOne(uid, { source: { maxLength: maxReportBytes } }, { uid: true })
      const source = mail ? mail.source : undefined
      if (source) await processMail(platform, source)
      isMarked = (await client.messageFlagsAdd(uid, ['\\Seen'], { uid: true })) && isMarked
    }
    await client.logout()
    return isMarked && unreadIds.length > batchSize
  } finally {
    client.close()
  }
}

/** An email that cannot be processed is skipped, so that it does not block the others. */
async function processMail(platform: Platform, source: Buffer): Promise<void> {
  const logSkipped = (error: Error): null => {
    const problem = error instanceof pg.DatabaseError ? error.code : error.name
    platform.log.error({ problem }, 'an email in the report mailbox could not be processed')
    return null
  }
  const report = await readEmailReport(source).catch(logSkipped)
  if (!report) return
  await receiveReport(platform, 'mailbox', report).catch((error: Error) => {
    if (!isPermanentFailure(error)) throw error
    logSkipped(error)
  })
}

/** SQLSTATE classes of temporary failures. */
const isPermanentFailure = (error: Error): boolean =>
  error instanceof pg.DatabaseError && !/^(?:08|40|53|55|57|58)/.test(error.code ?? '08')

/** A restored copy must not mark emails as read that the other database has to process. */
export const createMailboxRound = (platform: Platform, mailbox: Mailbox) => async (): Promise<boolean> =>
  !(await isOutgoingHeld(platform.database)) && readReportMailbox(platform, mailbox)

export const runMailboxReader = (platform: Platform, mailbox: Mailbox): { stop: () => Promise<void> } =>
  runEvery({
    name: 'mailbox of reports',
    everyMs,
    work: createMailboxRound(platform, mailbox),
    log: platform.log,
  })
