import type { FastifyInstance } from 'fastify'
import type { Config } from '../../../config.ts'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findReportedMail, markBounced, recordReport, suppressReported } from './delivery.queries.ts'
import type { DeliveryReport, ReportReader } from './delivery-report.ts'
import { readMailgun } from './mailgun.ts'
import { postmarkHeaders, readPostmark } from './postmark.ts'
import { readSendgrid } from './sendgrid.ts'
import { type FetchUrl, readSes } from './ses.ts'

const providers = ['ses', 'postmark', 'sendgrid', 'mailgun'] as const
type Provider = (typeof providers)[number]

// SendGrid's largest batch.
const bodyLimit = 2 * 1024 * 1024
const amazonTimeoutMs = 10_000

const fetchFromAmazon: FetchUrl = async (url) => {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(amazonTimeoutMs) })
  if (!response.ok) throw new Error(`Amazon answered ${response.status}`)
  return response.text()
}

function createReaders(platform: Platform, fetchUrl: FetchUrl): Readonly<Record<Provider, ReportReader | null>> {
  const { sesTopics, postmarkWebhookLogin, sendgridWebhookKey, mailgunWebhookKey } = platform.config
  return {
    ses: sesTopics && readSes(sesTopics, fetchUrl, platform.clock),
    postmark: postmarkWebhookLogin === null ? null : readPostmark(postmarkWebhookLogin),
    sendgrid: sendgridWebhookKey === null ? null : readSendgrid(sendgridWebhookKey, platform.clock),
    mailgun: mailgunWebhookKey === null ? null : readMailgun(mailgunWebhookKey, platform.clock),
  }
}

/** Responds with 200 even for unknown emails: providers retry refused requests and stop after too many. */
export const serveMailReports =
  (fetchUrl: FetchUrl = fetchFromAmazon) =>
  async (http: FastifyInstance, platform: Platform): Promise<void> => {
    const readers = createReaders(platform, fetchUrl)
    await http.register(async (pages) => {
      // The signature covers the raw bytes, whatever the content type.
      pages.removeAllContentTypeParsers()
      pages.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
      for (const provider of providers) {
        pages.post(`/api/mail-reports/${provider}`, async ({ headers, body }, reply) => {
          const readReports = orNotFound(readers[provider])
          const reports = await readReports({ headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
          for (const report of reports) await receiveReport(platform, provider, report)
          return reply.header('cache-control', 'no-store').send({ ok: true })
        })
      }
    })
  }

/** A separate transaction each: in an interrupted batch, processed reports stay and the rest is retried. */
export async function receiveReport(
  platform: Platform,
  provider: Provider | 'mailbox',
  report: DeliveryReport,
): Promise<void> {
  const now = platform.clock()
  const messageId = /^<?([\w-]{1,100})@/.exec(report.messageId)?.[1]
  if (!messageId) return
  const { eventId, kind } = report
  await acrossOrganizations(platform.database, async (db) => {
    const mail = await findReportedMail(db, messageId)
    if (!mail || !(await recordReport(db, { provider, eventId: oneLine(eventId, 300), now }))) return
    if (kind === 'bounced' && !(await markBounced(db, mail))) return
    await suppressReported(db, { mail, kind, detail: oneLine(report.detail, 300), now })
  })
}

/** Headers that let a provider identify the email in its reports. */
export const headersForReports = ({ postmarkWebhookLogin }: Config, messageId: string): Record<string, string> =>
  postmarkWebhookLogin === null ? {} : postmarkHeaders(messageId)
