import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { platformId, reviewRate } from './directory-fields.ts'
import { listDirectoryPlatforms } from './directory-platforms.ts'

export const platformMergeForm = z.object({ other_id: platformId.describe('the platform that is merged and removed') })
export type PlatformMergeForm = z.output<typeof platformMergeForm>

export const platformMergeReview = z.object({
  other: z.object({ id: z.string(), name: z.string() }),
  companies: z.number().describe('companies moved to the remaining platform'),
  changes: z
    .array(z.object({ term: z.string(), from: z.string(), to: z.string() }))
    .describe('data copied from the removed platform: names and missing fields'),
  review: changeReview,
})
export type PlatformMergeReview = z.infer<typeof platformMergeReview>

const merging = { access: 'super', params: z.object({ platformId }), body: platformMergeForm } as const

export const reviewPlatformMerge = route({
  ...merging,
  name: 'reviewPlatformMerge',
  method: 'POST',
  path: '/api/directory/platform/{platformId}/merge/review',
  summary: 'Preview merging another platform into this one; changes nothing',
  changes: false,
  response: platformMergeReview,
  rate: reviewRate,
})

export const mergePlatforms = route({
  ...merging,
  name: 'mergePlatforms',
  method: 'POST',
  path: '/api/directory/platform/{platformId}/merge',
  summary: 'Merge another platform into this one; policies move immediately and matches are reevaluated',
  response: listDirectoryPlatforms.response,
})
