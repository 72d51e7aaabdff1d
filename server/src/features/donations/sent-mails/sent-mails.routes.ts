import { sentMails } from '@twofold/contract'
import { z } from 'zod'
import { inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { findSentMail, type SentMailRow } from './sent-mails.queries.ts'

const purpose = 'sent-mail'
const ticketParameters = z.object({ notificationId: z.number() })

export function sentMailRoutes(authenticators: Authenticators): ServedRoute[] {
  return [
    serve(sentMails.getSentMail, async ({ platform, tenant, params }) =>
      present(await get(platform, tenant, params.id)),
    ),

    serve(sentMails.getSentMailTicket, async ({ platform, tenant, caller, params }) => {
      const { html } = await get(platform, tenant, params.id)
      if (html === null) throw notFound()
      const ticketOptions = { caller, purpose, parameters: { notificationId: params.id } }
      return { url: `${sentMails.showSentMail.path}?ticket=${await issueTicket(platform, tenant, ticketOptions)}` }
    }),

    serve(sentMails.showSentMail, async ({ platform, request, reply, query: { ticket } }) => {
      const { authorization } = request.headers
      const { tenant, parameters } = await openDownload(platform, authenticators, { purpose, ticket, authorization })
      const { html } = await get(platform, tenant, ticketParameters.parse(parameters).notificationId)
      if (html === null) throw notFound()
      return reply
        .header('cache-control', 'no-store')
        .header('x-frame-options', 'SAMEORIGIN')
        .header(
          // The HTML of an email has inline styles. The sandbox blocks scripts.
          'content-security-policy',
          "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'",
        )
        .type('text/html; charset=utf-8')
        .send(html)
    }),
  ]
}

async function get(platform: Platform, tenant: Tenant, id: number): Promise<SentMailRow> {
  return orNotFound(await inTenant(readOnly(platform.database), tenant, (db) => findSentMail(db, tenant, id)))
}

function present({ from, reply_to, html, text, is_erased, ...mail }: SentMailRow): sentMails.SentMail {
  const nothing = { from: '', reply_to: '', text: null }
  if (is_erased) return { ...mail, ...nothing, missing: 'erased' }
  if (html === null) return { ...mail, ...nothing, missing: 'not_kept' }
  return { ...mail, from: from ?? '', reply_to: reply_to ?? '', text, missing: null }
}
