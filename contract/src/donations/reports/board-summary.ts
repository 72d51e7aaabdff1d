import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { inOrganization, ticketQuery } from '../../shared/wire.ts'
import { monthText } from './forecasts.ts'

export const boardSummaryMessages = {
  busy: 'We’re busy with other summaries. Try again in a few seconds.',
  failed: 'Couldn’t create the summary',
} as const

export const getBoardSummaryTicket = route('GET', '/api/organization/{id}/statistics/board-summary-token', {
  name: 'getBoardSummaryTicket',
  summary: 'Create a one-time download link, valid for 60 seconds, for a one-page PDF summary of a period',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z
    .object({
      from: monthText.optional().describe('first month of gifts; no lower limit by default'),
      to: monthText.optional().describe('last month of gifts; current month by default'),
    })
    .refine(({ from, to }) => !from || !to || from <= to, { message: 'From must not be after To', path: ['from'] }),
  response: z.object({ url: z.string() }),
})

export const downloadBoardSummary = route('GET', '/api/download/board-summary.pdf', {
  name: 'downloadBoardSummary',
  summary: 'Download the one-page summary with a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'file',
  internal: true,
})
