import { z } from 'zod'
import { route } from '../shared/route.ts'
import { ticketQuery, wireId } from '../shared/wire.ts'

/** Spec 2, section 7. */

export const packetMessages = {
  notForm: 'Match packets are for companies that use a form.',
  notYet: 'The match packet will be ready once the donor signs the form and the request is submitted.',
  busy: 'We’re busy preparing other packets. Try again in a minute.',
  failed: 'Failed to download the match packet.',
} as const

/** Returns whether the match has a packet. The button uses the same rule. */
export const hasPacket = (match: { readonly match_method: string | null; readonly status_id: number }): boolean =>
  match.match_method === 'form' && (match.status_id === 1 || match.status_id === 4)

export const getPacketTicket = route('GET', '/api/packet/{id}/pdf-token', {
  name: 'getPacketTicket',
  summary: 'Create a one-time download link to the packet of a match, valid for 60 seconds',
  access: 'read',
  scope: 'donation',
  apiKeys: true,
  params: z.object({ id: wireId }),
  response: z.object({ url: z.string() }),
})

export const downloadPacket = route('GET', '/api/download/packet.pdf', {
  name: 'downloadPacket',
  summary: 'The packet of a match, for the holder of a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'file',
  internal: true,
})
