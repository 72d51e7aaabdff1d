import { boardSummary } from '@twofold/contract'
import { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { drawSummary } from './draw-summary.ts'
import { readSummary } from './read-summary.ts'

const purpose = 'board-summary'
const downloadParameters = z.object({ from: z.string().nullable(), to: z.string().nullable() })

const madeAtOnce = 3

export function boardSummaryRoutes(authenticators: Authenticators): ServedRoute[] {
  let running = 0
  return [
    serve(boardSummary.getBoardSummaryTicket, async ({ platform, tenant, caller, query: { from, to } }) => {
      const ticketOptions = { caller, purpose, parameters: { from: from ?? null, to: to ?? null } }
      return {
        url: `${boardSummary.downloadBoardSummary.path}?ticket=${await issueTicket(platform, tenant, ticketOptions)}`,
      }
    }),

    serve(boardSummary.downloadBoardSummary, async ({ platform, request, reply, query: { ticket } }) => {
      if (running >= madeAtOnce) {
        throw new Refusal('unavailable', boardSummary.boardSummaryMessages.busy, { retryAfterSeconds: 5 })
      }
      running++
      try {
        const { authorization } = request.headers
        const { tenant, parameters } = await openDownload(platform, authenticators, { purpose, ticket, authorization })
        const now = platform.clock()
        const bytes = await drawSummary(
          await readSummary(platform.database, tenant, { ...downloadParameters.parse(parameters), now }),
        )
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="board-summary-${now.toISOString().slice(0, 10)}.pdf"`)
          .type('application/pdf')
          .send(bytes)
      } finally {
        running--
      }
    }),
  ]
}
