import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { route } from '../shared/route.ts'
import { platformId, reviewRate } from './directory-fields.ts'
import { listDirectoryPlatforms } from './directory-platforms.ts'

/** Merging two entries of the same platform. */

export const platformMergeForm = z.object({ other_id: platformId.describe('the one that goes') })
export type PlatformMergeForm = z.output<typeof platformMergeForm>

export const platformMergeReview = z.object({
  other: z.object({ id: z.string(), name: z.string() }),
  companies: z.number().describe('whose policy leads to the one that stays from then on'),
  changes: z
    .array(z.object({ term: z.string(), from: z.string(), to: z.string() }))
    .describe('what the entry that stays takes from the other one: its names, and what it lacks'),
  review: changeReview,
})
export type PlatformMergeReview = z.infer<typeof platformMergeReview>

const merging = { who: 'super', params: z.object({ platformId }), body: platformMergeForm } as const

export const reviewPlatformMerge = route({
  ...merging,
  name: 'reviewPlatformMerge',
  method: 'POST',
  path: '/api/directory/platform/{platformId}/merge/review',
  summary: 'What would move to a platform if another one turned out to be the same; nothing is changed',
  changes: false,
  answer: platformMergeReview,
  rate: reviewRate,
})

export const mergePlatforms = route({
  ...merging,
  name: 'mergePlatforms',
  method: 'POST',
  path: '/api/directory/platform/{platformId}/merge',
  summary: 'Merge another platform into this one; policies lead here at once, and matches are looked at again',
  answer: listDirectoryPlatforms.answer,
})
