import { z } from 'zod'
import { donorPath } from './donors.ts'
import { route } from './route.ts'

/** What law gives a person: a copy of all that is kept of them. */

export const dataMessages = {
  exportFailed: 'The data was not downloaded',
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
  query: z.object({ ticket: z.string().min(20).max(200) }),
  answer: z.unknown(),
  answerKind: 'file',
  internal: true,
})
