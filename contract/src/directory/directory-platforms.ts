import { z } from 'zod'
import { changeReview } from '../email/mails.ts'
import { hasVisibleText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { asOf, boundedText, platformId, reviewRate, webAddress } from './directory-fields.ts'
import { directoryMessages } from './directory-messages.ts'

/** Giving platforms, maintained by super users. */

export const platformKind = z.enum(['workplace', 'payer'])
export type PlatformKind = z.output<typeof platformKind>

/** Labels. */
export const platformKindWords: Readonly<Record<PlatformKind, string>> = {
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
    .describe('workplace: employees request matches there; payer: it only pays money on; without it the kind stays'),
  employee_url: webAddress.describe(
    'where employees of any company sign in; COMPANY stands for the company’s own part',
  ),
  employee_steps: lines.describe('how a match is requested for a gift made elsewhere'),
  nonprofit_url: webAddress,
  nonprofit_steps: lines.describe('how a nonprofit verifies gifts and is paid'),
  payer_names: lines
    .optional()
    .describe('under which it pays, as banks and reports write them, the usual one first; without it they stay'),
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
  companies: z.number().describe('whose policy leads there'),
  is_edited: z.boolean().describe('a super user changed it: editions leave it alone'),
})
export type DirectoryPlatform = z.infer<typeof platform>
const platforms = z.object({ platforms: z.array(platform) })
const platformPath = z.object({ platformId })

export const listDirectoryPlatforms = route({
  name: 'listDirectoryPlatforms',
  method: 'GET',
  path: '/api/directory/platform',
  summary: 'Giving platforms by name: where employees and nonprofits enter, and what they do there',
  who: 'super',
  answer: platforms,
})

export const saveDirectoryPlatform = route({
  name: 'saveDirectoryPlatform',
  method: 'PUT',
  path: '/api/directory/platform/{platformId}',
  summary: 'Change the entry of a giving platform; open matches of the companies on it are looked at again',
  who: 'super',
  params: platformPath,
  body: platformForm,
  answer: platforms,
})

export const reviewDirectoryPlatform = route({
  name: 'reviewDirectoryPlatform',
  method: 'POST',
  path: '/api/directory/platform/{platformId}/review',
  summary: 'What saving a platform would make of open matches, and the mails it would start; nothing is changed',
  who: 'super',
  changes: false,
  params: platformPath,
  body: platformForm,
  answer: changeReview,
  rate: reviewRate,
})
