import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { hasVisibleText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { asOf, boundedText, difference, platformId, reviewRate, webAddress } from './directory-fields.ts'
import { directoryMessages } from './directory-messages.ts'

export const platformKind = z.enum(['workplace', 'payer'])
type PlatformKind = z.output<typeof platformKind>

export const platformKindLabels: Readonly<Record<PlatformKind, string>> = {
  workplace: 'Employees request matches there',
  payer: 'It only pays money on',
}

const lines = z.array(boundedText(400).min(1)).max(30, 'Use at most 30 lines')

export const platformForm = z.object({
  name: z
    .string()
    .trim()
    .min(2, directoryMessages.platformName)
    .max(100, 'Use at most 100 characters')
    .refine(hasVisibleText, directoryMessages.platformName),
  kind: platformKind
    .optional()
    .describe('workplace: employees request matches there; payer: only forwards payments; unchanged if omitted'),
  employee_url: webAddress.describe('sign-in address for employees; COMPANY is replaced by the part of the company'),
  employee_steps: lines.describe('steps to request a match for a gift made elsewhere'),
  nonprofit_url: webAddress,
  nonprofit_steps: lines.describe('steps for a nonprofit to verify gifts and receive payments'),
  payer_names: lines
    .optional()
    .describe('payer names in bank statements and reports, most common first; unchanged if omitted'),
  source_url: webAddress,
  as_of: asOf,
})
export type PlatformForm = z.output<typeof platformForm>

const platform = z.object({
  id: z.string(),
  name: z.string(),
  kind: platformKind,
  employee_url: z.string(),
  employee_steps: z.array(z.string()),
  nonprofit_url: z.string(),
  nonprofit_steps: z.array(z.string()),
  payer_names: z.array(z.string()),
  source_url: z.string(),
  as_of: z.string(),
  companies: z.number().describe('number of companies on the platform'),
  is_edited: z.boolean().describe('true if changed by a super user; directory updates skip it'),
})
export type DirectoryPlatform = z.infer<typeof platform>
const platforms = z.object({ platforms: z.array(platform) })
const platformPath = z.object({ platformId })

export const listDirectoryPlatforms = route('GET', '/api/directory/platform', {
  name: 'listDirectoryPlatforms',
  summary: 'Giving platforms by name, with sign-in addresses and steps for employees and nonprofits',
  access: 'super',
  response: platforms,
})

export const saveDirectoryPlatform = route('PUT', '/api/directory/platform/{platformId}', {
  name: 'saveDirectoryPlatform',
  summary: 'Update a giving platform; open matches of its companies are reevaluated',
  access: 'super',
  params: platformPath,
  body: platformForm,
  response: platforms,
})

export const reviewDirectoryPlatform = route('POST', '/api/directory/platform/{platformId}/review', {
  name: 'reviewDirectoryPlatform',
  summary: 'Preview the effect of a platform update on open matches and emails; changes nothing',
  access: 'super',
  changes: false,
  params: platformPath,
  body: platformForm,
  response: changeReview,
  rate: reviewRate,
})

export const platformMergeForm = z.object({ other_id: platformId.describe('the platform that is merged and removed') })
export type PlatformMergeForm = z.output<typeof platformMergeForm>

export const platformMergeReview = z.object({
  other: z.object({ id: z.string(), name: z.string() }),
  companies: z.number().describe('companies moved to the remaining platform'),
  changes: z.array(difference).describe('data copied from the removed platform: names and missing fields'),
  review: changeReview,
})
export type PlatformMergeReview = z.infer<typeof platformMergeReview>

const merging = { access: 'super', params: platformPath, body: platformMergeForm } as const

export const reviewPlatformMerge = route('POST', '/api/directory/platform/{platformId}/merge/review', {
  ...merging,
  name: 'reviewPlatformMerge',
  summary: 'Preview merging another platform into this one; changes nothing',
  changes: false,
  response: platformMergeReview,
  rate: reviewRate,
})

export const mergePlatforms = route('POST', '/api/directory/platform/{platformId}/merge', {
  ...merging,
  name: 'mergePlatforms',
  summary: 'Merge another platform into this one; policies move immediately and matches are reevaluated',
  response: platforms,
})
