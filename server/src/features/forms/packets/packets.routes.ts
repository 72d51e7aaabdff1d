import { Readable } from 'node:stream'
import { packets } from '@twofold/contract'
import { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { getPacketMatch, makePacket } from './make-packet.ts'

const packetTicket = 'packet'
const ticketParameters = z.object({ donationId: z.number() })

// Each holds its pages in memory, up to tens of megabytes.
const maxConcurrentPackets = 3

export function packetRoutes(authenticators: Authenticators): ServedRoute[] {
  let runningCount = 0
  return [
    serve(packets.getPacketTicket, async ({ platform, tenant, caller, params }) => {
      await getPacketMatch(platform, tenant, params.id)
      const ticketRequest = { caller, purpose: packetTicket, parameters: { donationId: params.id } }
      return { url: `${packets.downloadPacket.path}?ticket=${await issueTicket(platform, tenant, ticketRequest)}` }
    }),

    serve(packets.downloadPacket, async ({ platform, request, reply, query: { ticket } }) => {
      if (runningCount >= maxConcurrentPackets)
        throw new Refusal('unavailable', packets.packetMessages.busy, { retryAfterSeconds: 10 })
      runningCount++
      try {
        const { authorization } = request.headers
        const download = await openDownload(platform, authenticators, { purpose: packetTicket, ticket, authorization })
        const { donationId } = ticketParameters.parse(download.parameters)
        const bytes = await makePacket(platform, download.tenant, donationId)
        return reply
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="match-packet-${donationId}.pdf"`)
          .header('content-length', bytes.length)
          .type('application/pdf')
          .send(Readable.from(chunksOf(bytes)))
      } finally {
        runningCount--
      }
    }),
  ]
}

const chunkBytes = 64 * 1024

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}
