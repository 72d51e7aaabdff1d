/** The end of an organization: closing with its chapters, export, reopening, and erasure after the waiting period. */
import { closing } from '@twofold/contract'
import { serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import { type Doors, openDownload } from '../../accounts/auth/index.ts'
import { createFileSender } from '../../donations/donations/index.ts'
import { closeOrganization, reopenOrganization } from './close-organization.ts'
import { runErasing } from './erase-organizations.ts'
import { askForExport, exportPurpose, writeExport } from './export-organization.ts'

export { erasureLetter } from './erasure-letter.ts'

type Given = { readonly platform: Platform; readonly doors: Doors }

export const closingRoom = ({ platform: house, doors }: Given): Room => {
  const sendFile = createFileSender()
  return {
    routes: [
      serve(closing.closeOrganization, (call) => closeOrganization(call, call.body)),
      serve(closing.reopenOrganization, reopenOrganization),
      serve(closing.exportOrganization, async (call) => ({ url: await askForExport(call) })),
      serve(closing.downloadOrganization, async ({ platform, request, reply, query: { ticket } }) => {
        const { authorization } = request.headers
        const { tenant, level } = await openDownload(platform, doors, { purpose: exportPurpose, ticket, authorization })
        if (level !== 'admin' && level !== 'super') throw new Refusal('forbidden', closing.closingMessages.notAdmin)
        return sendFile({ platform, reply, name: 'twofold-export', format: 'zip' }, (output) =>
          writeExport(platform, tenant, output),
        )
      }),
    ],
    workers: [() => runErasing(house)],
  }
}
