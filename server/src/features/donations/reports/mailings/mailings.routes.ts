import { reportMailings } from '@twofold/contract'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { readMailings, setMailings } from './set-mailings.ts'

export const mailingRoutes: readonly ServedRoute[] = [
  serve(reportMailings.listReportMailings, async (call) => ({
    mailings: await readMailings(call, call.params.id),
  })),

  serve(reportMailings.setReportMailings, async (call) => {
    const { user_ids: userIds, frequency, day } = call.body
    return { mailings: await setMailings(call, call.params.id, { userIds, frequency, day }) }
  }),
]
