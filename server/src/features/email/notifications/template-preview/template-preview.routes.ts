import { randomUUID } from 'node:crypto'
import { templates } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { domainOf } from '../../../../platform/mail/address-text.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { renderPreview } from './render-preview.ts'

type Showing = { readonly platform: Platform; readonly tenant: Tenant; readonly body: templates.ShownTemplate }

const render = ({ platform, tenant, body }: Showing): ReturnType<typeof renderPreview> =>
  inTenant(platform.database, tenant, (db) => renderPreview(db, { platform, tenant }, body), { readOnly: true })

export const templatePreviewRoutes: ServedRoute[] = [
  serve(templates.previewTemplate, async (call) => {
    // Email HTML uses inline styles. The sandbox runs no scripts.
    const { html } = (await render(call)).rendered
    return call.reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:")
      .type('text/html; charset=utf-8')
      .send(html)
  }),

  serve(templates.renderTemplate, async (call) => (await render(call)).rendered),

  /** Bypasses the queue, so that the caller immediately sees a rejection by the mail server. */
  serve(templates.testTemplate, async (call) => {
    const { platform, caller } = call
    const { rendered, sender } = await render(call)
    const { subject, html, text } = rendered
    const { email: to, name } = caller.user
    const outcome = await platform.mail.send({
      ...sender,
      to: { name, address: to },
      subject: `Test: ${subject}`,
      html,
      text,
      messageId: `${randomUUID()}@${domainOf(sender.from.address)}`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' },
    })
    if (outcome.result !== 'sent') {
      throw new Refusal('unavailable', `The mail server didn’t accept the email: ${outcome.problem}`)
    }
    return { to }
  }),
]
