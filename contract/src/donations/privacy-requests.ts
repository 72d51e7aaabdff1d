import { z } from 'zod'
import { route } from '../shared/route.ts'
import { ticketQuery } from '../shared/wire.ts'
import { donorPath } from './donors.ts'

export const privacyMessages = {
  exportFailed: 'Couldn’t download the data',
  erasedPerson:
    'This person’s data was erased, so we don’t keep anything under this name or address. Upload their gifts in a file to count the amounts.',
  eraseFailed: 'Couldn’t erase this person',
  confirm: 'That doesn’t match the address above. Type it exactly.',
  onItsWay: 'We’re sending this person an email right now. Try again in a minute.',
} as const

export const exportDonor = route('POST', '/api/donor/{id}/export', {
  name: 'exportDonor',
  summary: 'Create a one-time download link, valid for 60 seconds, for all data of a donor as a ZIP of JSON and tables',
  access: 'write',
  scope: 'donor',
  params: donorPath,
  response: z.object({ url: z.string() }),
})

export const downloadDonor = route('GET', '/api/download/donor', {
  name: 'downloadDonor',
  summary: 'Download all data of a donor with a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'file',
  internal: true,
})

const erasure = z.object({
  gifts: z.number().describe('number of gifts, which stay in lists and totals without personal data'),
  open_matches: z
    .number()
    .describe('matches that the donor has not requested yet; the donor is no longer emailed about them'),
  mails: z.number().describe('number of emails to the donor; their address and subject are erased'),
  waiting_mails: z.number().describe('number of queued emails, which will not be sent'),
  notes: z.number().describe('number of staff notes to erase'),
  history: z.number().describe('number of history entries, which keep the action and time without personal data'),
  rejected_rows: z.number().describe('number of rejected upload rows about the donor to erase'),
  former_addresses: z.array(z.string()),
  elsewhere: z
    .array(
      z.object({ id: z.number(), organization: z.object({ id: z.number(), name: z.string() }), gifts: z.number() }),
    )
    .describe('donors with the same address in chapters, to be erased separately'),
  confirm: z.string().describe('required confirmation text: the donor’s email address, or the name without one'),
})
export type Erasure = z.infer<typeof erasure>

export const previewErasure = route('GET', '/api/donor/{id}/erasure', {
  name: 'previewErasure',
  summary: 'Preview the erasure of a donor in numbers',
  access: 'admin',
  scope: 'donor',
  params: donorPath,
  response: erasure,
})

export const eraseDonor = route('POST', '/api/donor/{id}/erasure', {
  name: 'eraseDonor',
  summary: 'Erase a donor’s personal data permanently; gift amounts stay in totals',
  access: 'admin',
  scope: 'donor',
  params: donorPath,
  body: z.object({ confirm: z.string().max(300).describe('the donor’s email address, or the name without one') }),
  response: z.object({ gifts: z.number(), mails: z.number() }),
})
