import { z } from 'zod'
import { route } from '../shared/route.ts'
import { ticketQuery } from '../shared/wire.ts'
import { donorPath } from './donors.ts'

/** Data subject rights: export and erasure of all data of a person. */

export const privacyMessages = {
  exportFailed: 'The data was not downloaded',
  erasedPerson:
    'The data of this person was erased, so nothing is kept under this name or address. Their gifts still count when they come with a file.',
  eraseFailed: 'Nothing was erased',
  confirm: 'That doesn’t match the address above. Type it exactly, so we can be sure it’s the right person.',
  onItsWay: 'An email to this person is being sent right now. Please try again in a minute.',
} as const

export const exportDonor = route({
  name: 'exportDonor',
  method: 'POST',
  path: '/api/donor/{id}/export',
  summary:
    'A link, good for one download within 60 seconds, to all that is kept of a donor: a ZIP of one JSON file and the same as tables',
  who: 'write',
  within: 'donor',
  peopleOnly: true,
  params: donorPath,
  answer: z.object({ url: z.string() }),
})

export const downloadDonor = route({
  name: 'downloadDonor',
  method: 'GET',
  path: '/api/download/donor',
  summary: 'All that is kept of a donor, for the holder of a ticket',
  who: 'public',
  query: ticketQuery,
  answer: z.unknown(),
  answerKind: 'file',
  internal: true,
})

const erasure = z.object({
  gifts: z.number().describe('that stay in lists and sums, without anything that names the person'),
  open_matches: z.number().describe('of these, matches that the donor was still to ask for: nobody asks them any more'),
  mails: z.number().describe('emails to them whose address and subject go'),
  waiting_mails: z.number().describe('emails that wait to be sent, and will not be'),
  notes: z.number().describe('notes of the staff that go'),
  history: z.number().describe('lines of history that keep what happened and when, without names'),
  rejected_rows: z.number().describe('rejected rows of uploads that name them, and go'),
  former_addresses: z.array(z.string()),
  elsewhere: z
    .array(
      z.object({ id: z.number(), organization: z.object({ id: z.number(), name: z.string() }), gifts: z.number() }),
    )
    .describe('the same address in chapters: erased there separately'),
  confirm: z.string().describe('what has to be typed: their email address, or the name where there is none'),
})
export type Erasure = z.infer<typeof erasure>

export const previewErasure = route({
  name: 'previewErasure',
  method: 'GET',
  path: '/api/donor/{id}/erasure',
  summary: 'What erasing a donor would take out, in numbers',
  who: 'admin',
  within: 'donor',
  params: donorPath,
  answer: erasure,
})

export const eraseDonor = route({
  name: 'eraseDonor',
  method: 'POST',
  path: '/api/donor/{id}/erasure',
  summary: 'Erase a person: amounts stay in sums, whatever names them goes at once and for good',
  who: 'admin',
  within: 'donor',
  params: donorPath,
  body: z.object({ confirm: z.string().max(300).describe('their email address, or the name where there is none') }),
  answer: z.object({ gifts: z.number(), mails: z.number() }),
})
