import { z } from 'zod'
import { hasNoUrl, nameWithoutUrlMessage, requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { emailAddress, inOrganization } from '../shared/wire.ts'

export const chapterMessages = {
  nameNeeded: 'Chapter name is required',
  invalidEmail: 'Please enter a valid email address',
  nameTaken: 'You already have a chapter with this name.',
  notOfChapters: 'Chapters can’t have their own chapters. Only the parent organization can.',
  tooMany: 'You can have up to 400 chapters. Contact us if you need more.',
} as const

export const chapter = z.object({
  id: z.number(),
  name: z.string(),
  ein: z.string(),
  city: z.string(),
  state: z.string(),
  complete: z.boolean(),
  is_premium: z.string().nullable().describe("'parent' if the parent is billed"),
  users: z.number().describe('number of members, without those of the parent'),
  created_at: z.string(),
  closed: z.boolean(),
  erases_at: z.string().nullable().describe('time of erasure; null if not closed, or closed by support'),
})
export type Chapter = z.infer<typeof chapter>

const chaptersResponse = z.object({ chapters: z.array(chapter) })

export const listChapters = route('GET', '/api/organization/{id}/chapter', {
  name: 'listChapters',
  summary: 'The chapters of an organization',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  response: chaptersResponse,
})

/** An empty address sends no invitation. */
const maybeEmail = z.union([z.literal(''), emailAddress(chapterMessages.invalidEmail)], chapterMessages.invalidEmail)

export const newChapter = z.object({
  name: requiredText(chapterMessages.nameNeeded).max(150).refine(hasNoUrl, nameWithoutUrlMessage),
  ein: z.string().trim().max(20).default('').describe("empty to use the parent's EIN"),
  city: z.string().trim().max(100).default(''),
  state: z.string().trim().max(2).default(''),
  email: maybeEmail.default('').describe('address that is invited as admin; empty for no invitation'),
  contact_name: z.string().trim().max(100).default(''),
})

export type NewChapter = z.output<typeof newChapter>

export const createChapter = route('POST', '/api/organization/{id}/chapter', {
  name: 'createChapter',
  summary: 'Create a chapter that is billed to this organization, and invite its admin',
  access: 'admin',
  ...inOrganization,
  body: newChapter,
  response: chaptersResponse.extend({ chapter }),
})
