import { quoted } from '@twofold/matching'
import type { FastifyInstance } from 'fastify'
import type { PlainPage } from '../../../../platform/http/plain-page.ts'
import { renderUnsubscribePage, serveUnsubscribePage } from '../../../../platform/http/unsubscribe-page.ts'
import { readSignedLink, signedLinks } from '../../../../platform/links/signed-links.ts'
import { maskEmail, oneLine } from '../../../../platform/mail/address-text.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import { deleteMailings, findUnsubscribeTarget } from './mailings.queries.ts'

export const unsubscribePath = '/m/r'

export const serveReportUnsubscribePages = (http: FastifyInstance, platform: Platform): Promise<void> =>
  serveUnsubscribePage(http, platform, {
    name: 'report-mail',
    path: unsubscribePath,
    readToken: (token) => readSignedLink(platform, signedLinks.report, token),
    find: findUnsubscribeTarget,
    page: stopPage,
    unknown: 'The link may have been cut off, or the report was deleted.',
    leave: async (db, target, request) => {
      const { organizationId, reportId, userId } = target
      const found = await findUnsubscribeTarget(db, target)
      if (!found || !(await deleteMailings(db, organizationId, { reportId, userIds: [userId] }))) return
      const before = { name: found.report, to: found.email }
      const subject = { action: 'mailed no more', subject: 'report', subjectId: reportId } as const
      await writeAudit(db, { platform, request }, { organizationId, ...subject, before })
    },
  })

type UnsubscribeTarget = NonNullable<Awaited<ReturnType<typeof findUnsubscribeTarget>>>

function stopPage({ organization, report, email, is_on }: UnsubscribeTarget, action: string): PlainPage {
  const name = `${quoted(oneLine(report, 120))} (${oneLine(organization, 100)})`
  return is_on
    ? renderUnsubscribePage(
        'Stop this report by email?',
        `${maskEmail(email)} will no longer get the report ${name} by email. Others still get it.`,
        { action, press: 'stop', label: 'Stop these emails' },
      )
    : renderUnsubscribePage(
        'Done. We won’t email you this report',
        `${maskEmail(email)} won’t get the report ${name} by email. You can turn it back on in the portal, under Reports.`,
        null,
      )
}
