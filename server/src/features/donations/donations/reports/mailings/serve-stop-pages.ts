import { quoted } from '@twofold/matching'
import type { FastifyInstance } from 'fastify'
import type { PlainPage } from '../../../../../platform/http/plain-page.ts'
import { serveWayOut, wayOutPage } from '../../../../../platform/http/ways-out.ts'
import { readSignedLink, signedLinks } from '../../../../../platform/links/signed-links.ts'
import { oneLine, shortened } from '../../../../../platform/mail/plain-words.ts'
import type { Platform } from '../../../../../platform/services/platform.ts'
import { writeAudit } from '../../../../core/audit/index.ts'
import { deleteMailings, findStopping } from './mailings.queries.ts'

export const stopPages = '/m/r'

/** Serves the unsubscribe pages of emailed reports. */
export const serveStopPages = (http: FastifyInstance, platform: Platform): Promise<void> =>
  serveWayOut(http, platform, {
    name: 'report-mail',
    path: stopPages,
    readToken: (token) => readSignedLink(platform, signedLinks.report, token),
    find: findStopping,
    page: stopPage,
    unknown: 'It may have been cut off on its way, or the report is gone and is not sent any more.',
    leave: async (db, stopping, request) => {
      const { organizationId, reportId, userId } = stopping
      const found = await findStopping(db, stopping)
      if (!found || !(await deleteMailings(db, organizationId, { reportId, userIds: [userId] }))) return
      const before = { name: found.report, to: found.email }
      const about = { action: 'mailed no more', subject: 'report', subjectId: reportId } as const
      await writeAudit(db, { platform, request }, { organizationId, ...about, before })
    },
  })

type Stopped = NonNullable<Awaited<ReturnType<typeof findStopping>>>

function stopPage({ organization, report, email, is_on }: Stopped, action: string): PlainPage {
  const name = `${quoted(oneLine(report, 120))} of ${oneLine(organization, 100)}`
  return is_on
    ? wayOutPage(
        'Stop this report by email?',
        `${shortened(email)} no longer gets the report ${name} by email. Nothing changes for others who get it.`,
        { action, press: 'stop', label: 'Stop these emails' },
      )
    : wayOutPage(
        'Done. This report is not emailed to you',
        `${shortened(email)} does not get the report ${name} by email. You can have it sent again in the portal, under Reports.`,
        null,
      )
}
