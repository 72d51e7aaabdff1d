import { closing } from '@twofold/contract'
import { serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type Authenticators, openDownload } from '../../core/users/index.ts'
import { createFileSender } from '../../donations/reports/index.ts'
import { closeOrganization, reopenOrganization } from './close-organization.ts'
import { runErasure } from './erase-organizations.ts'
import { exportPurpose, requestExport, writeExport } from './export-organization.ts'

export { erasureWarningEmail } from './erasure-warning-email.ts'

type ClosingServices = { readonly platform: Platform; readonly authenticators: Authenticators }

export const closingFeature = ({ platform: services, authenticators }: ClosingServices): Feature => {
  const sendFile = createFileSender()
  return {
    routes: [
      serve(closing.closeOrganization, (call) => closeOrganization(call, call.body)),
      serve(closing.reopenOrganization, reopenOrganization),
      serve(closing.exportOrganization, async (call) => ({ url: await requestExport(call) })),
      serve(closing.downloadOrganization, async ({ platform, request, reply, query: { ticket } }) => {
        const { authorization } = request.headers
        const { tenant, level } = await openDownload(platform, authenticators, {
          purpose: exportPurpose,
          ticket,
          authorization,
        })
        if (level !== 'admin' && level !== 'super') throw new Refusal('forbidden', closing.closingMessages.notAdmin)
        return sendFile({ platform, reply, name: 'twofold-export', format: 'zip' }, (output) =>
          writeExport(platform, tenant, output),
        )
      }),
    ],
    workers: [() => runErasure(services)],
  }
}
