import type { FastifyInstance } from 'fastify'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import {
  isOneClick,
  limited,
  oneClickDone,
  pageRate,
  readForms,
  seeOther,
  type TokenRequest,
  unsubscribeRate,
  wordsOnly,
} from '../../../../platform/http/form-pages.ts'
import { html, type PlainPage, sendPlainPage } from '../../../../platform/http/plain-page.ts'
import { oneLine } from '../../../../platform/mail/plain-words.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { writeAudit } from '../../../audit/index.ts'
import { deleteMailings, findStopping } from './mailings.queries.ts'
import { readStopToken, stopPagePath } from './stop-links.ts'

const refused = wordsOnly(
  'One moment, please',
  'There were many requests from your network. Please try again in a few minutes.',
  429,
)
const unknownLink = wordsOnly(
  'We don’t know this link',
  'It may have been cut off on its way, or the report is gone and is not sent any more.',
  404,
)

/** The way out of a report that comes by mail. A GET only asks; a press, or the mail program's post, stops it. */
export async function serveStopPages(http: FastifyInstance, platform: Platform): Promise<void> {
  const { database } = platform
  await http.register(async (pages) => {
    readForms(pages)

    pages.get('/m/r/:token', (request: TokenRequest, reply) =>
      limited(
        platform,
        request,
        reply,
        { name: 'report-mail-page', rate: pageRate, refused: () => refused },
        async () => {
          const { token } = request.params
          const stopping = readStopToken(platform, token)
          const found =
            stopping && (await acrossOrganizations(database, (db) => findStopping(db, stopping), { readOnly: true }))
          return sendPlainPage(reply, found ? stopPage(found, stopPagePath(token)) : unknownLink)
        },
      ),
    )

    pages.post('/m/r/:token', (request: TokenRequest, reply) =>
      limited(
        platform,
        request,
        reply,
        { name: 'report-mail-stop', rate: unsubscribeRate, refused: () => refused },
        async () => {
          const { token } = request.params
          const stopping = readStopToken(platform, token)
          if (!stopping) return sendPlainPage(reply, unknownLink)
          const { organizationId, reportId, userId } = stopping
          await acrossOrganizations(database, async (db) => {
            const found = await findStopping(db, stopping)
            if (!found || !(await deleteMailings(db, organizationId, { reportId, userIds: [userId] }))) return
            const before = { name: found.report, to: found.email }
            const about = { action: 'mailed no more', subject: 'report', subjectId: reportId } as const
            await writeAudit(db, { platform, request }, { organizationId, ...about, before })
          })
          return isOneClick(request.body) ? oneClickDone(reply) : seeOther(reply, stopPagePath(token))
        },
      ),
    )
  })
}

type Stopped = NonNullable<Awaited<ReturnType<typeof findStopping>>>

function stopPage({ organization, report, email, is_on }: Stopped, action: string): PlainPage {
  const name = `“${oneLine(report, 120)}” of ${oneLine(organization, 100)}`
  const address = oneLine(email).replace(/^(.).*(@[^@]*)$/, '$1…$2')
  const title = is_on ? 'Stop this report by email?' : 'Done. This report is not emailed to you'
  const text = is_on
    ? `${address} no longer gets the report ${name} by email. Nothing changes for others who get it.`
    : `${address} does not get the report ${name} by email. You can have it sent again in the portal, under Reports.`
  const form = html`<form method="post" action="${action}"><input type="hidden" name="press" value="stop"><button type="submit">Stop these emails</button></form>`
  return {
    title,
    body: html`<div class="page"><header class="from">Twofold</header><main><h1>${title}</h1><p>${text}</p>${is_on && form}</main></div>`,
  }
}
