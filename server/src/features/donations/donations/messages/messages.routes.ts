import { staffMessages } from '@twofold/contract'
import { inTenant, readOnly, type Tenant } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { previewMessage, sendTest } from '../../../email/notifications/index.ts'
import { reviewMessage, sendMessage } from './send-message.ts'

type PreviewCall = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly body: Parameters<typeof previewMessage>[2]
}

const preview = ({ platform, tenant, body }: PreviewCall): ReturnType<typeof previewMessage> =>
  inTenant(readOnly(platform.database), tenant, (db) => previewMessage(db, { platform, tenant }, body))

export const messageRoutes = ({ directory }: { readonly directory: Directory }): ServedRoute[] => [
  serve(staffMessages.previewDonorMessage, async (call) => (await preview(call)).shown),

  serve(staffMessages.testDonorMessage, async (call) => {
    const { shown, sender } = await preview(call)
    return sendTest(call.platform, call.caller.user, { ...shown, sender })
  }),

  serve(staffMessages.reviewDonorMessage, (call) => reviewMessage(call, directory, call.body)),

  serve(staffMessages.sendDonorMessage, async (call) => ({ mails: await sendMessage(call, directory, call.body) })),
]
