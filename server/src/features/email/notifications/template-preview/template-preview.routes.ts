import { templates } from '@twofold/contract'
import { inTenant, readOnly, type Tenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { renderPreview } from './render-preview.ts'
import { sendTest } from './send-test.ts'

type PreviewCall = { readonly platform: Platform; readonly tenant: Tenant; readonly body: templates.ShownTemplate }

const renderInTenant = ({ platform, tenant, body }: PreviewCall): ReturnType<typeof renderPreview> =>
  inTenant(readOnly(platform.database), tenant, (db) => renderPreview(db, { platform, tenant }, body))

export const templatePreviewRoutes: ServedRoute[] = [
  serve(templates.previewTemplate, async (call) => {
    // Email HTML uses inline styles. The sandbox runs no scripts.
    const { html } = (await renderInTenant(call)).rendered
    return call.reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:")
      .type('text/html; charset=utf-8')
      .send(html)
  }),

  serve(templates.renderTemplate, async (call) => (await renderInTenant(call)).rendered),

  serve(templates.testTemplate, async (call) => {
    const { rendered, sender } = await renderInTenant(call)
    return sendTest(call.platform, call.caller.user, { ...rendered, sender })
  }),
]
