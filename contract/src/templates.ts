import { z } from 'zod'
import { organizationPath } from './organization-path.ts'
import { route } from './route.ts'
import { unknownVariablesIn } from './template-words.ts'
import { wireId } from './wire.ts'

/** Email templates and their versions. Spec 2, sections 2.10, 2.11, 3, 4 and 7. */

export const templateMessages = {
  loadFailed: 'Failed to load email templates',
  updateFailed: 'Failed to update template',
  saveFailed: 'Failed to save template',
  createFailed: 'Failed to create template version',
  previewFailed: 'Failed to preview template',
  testFailed: 'Failed to send the test email',
  resetFailed: 'Failed to reset template',
  saved: 'Template saved successfully',
  enabled: 'Template enabled',
  disabled: 'Template disabled',
  created: 'New template version created',
  readOnly: 'The Default can’t be changed. Add a version of your own instead.',
  tooMany: 'A template has at most 5 versions besides the Default. Change one you no longer need.',
  lost: 'Somebody else changed this version after you opened it. Look at what it says now before you save.',
  notLive: 'This version can’t go live until what is marked is fixed.',
  staysLive: 'This version is live, so donors would get this. Fix what is marked, or turn it off first.',
  long: 'Shorten this: it has more than 4,000 characters',
  longLine: 'Shorten this: it has more than 200 characters',
  emptySubject: 'A live version needs a subject',
  emptyButton: 'A live version needs words on its button',
  unknown: (names: readonly string[]) =>
    `${names.map((name) => `{${name}}`).join(', ')} ${names.length === 1 ? 'isn’t a variable' : 'aren’t variables'} we can fill in`,
} as const

/** A status whose beginning is told to the donor, or 102: what is written when a deadline comes near. */
export const templateIds = [6, 7, 8, 9, 10, 11, 15, 19, 23, 24, 25, 102] as const
export type TemplateId = (typeof templateIds)[number]

/** In the order of the selection page; `offered` are its cards. */
export const templateNames: Readonly<Record<TemplateId, string>> = {
  7: 'CSR Vendor Online Portal',
  8: 'Manual Email Matching',
  9: 'Company Matching Policy Incomplete',
  10: 'Donation Below Minimum',
  11: 'Against Company Policy',
  23: 'Match Requested Without Company Name',
  19: 'Company Has No Matching Program',
  24: 'Donor Opt-In',
  15: 'Direct Debit Only',
  102: 'Match Deadline Approaching',
  6: 'Paper Form to Sign and Mail',
  25: 'Form to Sign',
}
export const offeredTemplates: readonly TemplateId[] = [7, 8, 9, 10, 11, 23, 19, 24, 15, 102]

export const isTemplateId = (id: number): id is TemplateId => templateIds.some((known) => known === id)

/** Initial Email, 1st Reminder and 2nd Reminder; the others are one email. */
export const remindedTemplates: readonly TemplateId[] = [6, 7, 8, 25]
export const partsOf = (id: TemplateId): 1 | 3 => (remindedTemplates.includes(id) ? 3 : 1)

export const versionNames = ['A', 'B', 'C', 'D', 'E'] as const
export type VersionName = (typeof versionNames)[number]
export const defaultName = 'Default'

const lineFields = [
  'subject1',
  'subject2',
  'subject3',
  'preheader1',
  'preheader2',
  'preheader3',
  'header1',
  'header2',
  'header3',
  'step_one_title',
  'step_one_btn',
  'step_two_title',
  'step_two_btn',
] as const
const areaFields = [
  'greeting',
  'paragraph_one_1',
  'paragraph_one_2',
  'paragraph_one_3',
  'paragraph_two',
  'paragraph_three',
  'salutation',
  'step_one_text',
  'step_one_note',
  'step_two_text',
  'step_two_note',
] as const
export const templateFields = [...lineFields, ...areaFields] as const
export type TemplateField = (typeof templateFields)[number]
export type TemplateWords = Readonly<Record<TemplateField, string>>

export const isOneLine = (field: TemplateField): boolean => lineFields.some((line) => line === field)

/** Of another part than those that the template has: `subject2` of a template without reminders. */
export const isFieldOf = (id: TemplateId, field: TemplateField): boolean => partsOf(id) === 3 || !/[23]$/.test(field)

// Object.fromEntries forgets which names it was given
const shapesOf = <const Fields extends readonly string[], Shape extends z.ZodType>(fields: Fields, shape: Shape) =>
  Object.fromEntries(fields.map((field) => [field, shape])) as Record<Fields[number], Shape>

const line = z.string().trim().max(200, templateMessages.longLine)
const area = z.string().trim().max(4_000, templateMessages.long)
const words = z.object({ ...shapesOf(lineFields, line), ...shapesOf(areaFields, area) })
const readWords = z.object(shapesOf(templateFields, z.string()))

/** What stands against a version being live, by field; empty: nothing. */
export function notLiveBecause(id: TemplateId, texts: Partial<TemplateWords>): Partial<Record<TemplateField, string>> {
  const problems: Partial<Record<TemplateField, string>> = {}
  for (const field of templateFields) {
    if (!isFieldOf(id, field)) continue
    const text = texts[field]
    if (text === undefined) continue
    const unknown = unknownVariablesIn(text)
    if (unknown.length > 0) problems[field] = templateMessages.unknown(unknown)
    else if (text.trim() === '' && field.startsWith('subject')) problems[field] = templateMessages.emptySubject
    else if (text.trim() === '' && field === 'step_one_btn') problems[field] = templateMessages.emptyButton
  }
  return problems
}

const count = z.number().int()
export const templateStats = z.object({
  sent: count,
  opened: count.describe('emails that a person opened'),
  confirm_clicked: count.describe('emails whose button a person pressed'),
  decline_clicked: count,
  r1_sent: count,
  r1_opened: count,
  r1_confirm_clicked: count,
  r2_sent: count,
  r2_opened: count,
  r2_confirm_clicked: count,
  machine_opened: count.describe('emails of all three that only programs fetched, such as link scanners'),
  submitted: count.describe('matches that were asked for at the company after this email'),
})
export type TemplateStats = z.infer<typeof templateStats>

export const template = readWords.extend({
  id: z.number().describe('of the Default, the id of its status'),
  organization_id: z.number().nullable().describe('null: the Default, which is everybody’s'),
  status_id: z.number(),
  name: z.enum([defaultName, ...versionNames]),
  live: z.boolean(),
  version: z.number().describe('moves on with every change'),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
  stats: templateStats,
})
export type Template = z.infer<typeof template>

const listPath = organizationPath.extend({ statusId: wireId })
const onePath = organizationPath.extend({
  templateId: wireId.describe('of a version; of a Default the id of its status'),
})
const one = z.object({ template })

export const listTemplates = route({
  name: 'listTemplates',
  method: 'GET',
  path: '/api/organization/{id}/mail-templates/{statusId}',
  summary: 'The versions of an email template: the Default first, then the organization’s own',
  who: 'read',
  within: 'organization',
  params: listPath,
  answer: z.object({
    templates: z.array(template),
    inherited: z
      .array(z.string())
      .describe('names of the parent’s live versions, which go out where the organization has no live one of its own'),
  }),
})

export const getTemplateResults = route({
  name: 'getTemplateResults',
  method: 'GET',
  path: '/api/organization/{id}/mail-templates',
  summary: 'How each email template does, over all of its versions',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  answer: z.object({
    templates: z.array(
      z.object({
        status_id: z.number(),
        name: z.string(),
        live: z.array(z.string()).describe('versions that go out, the Default among them'),
        stats: templateStats,
      }),
    ),
  }),
})
export type TemplateResult = z.infer<typeof getTemplateResults.answer>['templates'][number]

export const getTemplate = route({
  name: 'getTemplate',
  method: 'GET',
  path: '/api/organization/{id}/template/{templateId}',
  summary: 'One version of an email template',
  who: 'read',
  within: 'organization',
  params: onePath,
  answer: one,
})

const written = words.partial().extend({
  organization_id: wireId.nullable().optional().describe('with a new version: the organization'),
  live: z.boolean().optional(),
  version: z.number().int().optional().describe('as it was read; a change on top of somebody else’s is refused'),
})
export type WrittenTemplate = z.output<typeof written>

export const saveTemplate = route({
  name: 'saveTemplate',
  method: 'POST',
  path: '/api/organization/{id}/template/{templateId}',
  summary:
    'Save a version, turn it on or off, or, at the id of a Default with organization_id and live false, create a new one',
  who: 'write',
  within: 'organization',
  params: onePath,
  body: written,
  answer: one,
})

export const resetTemplate = route({
  name: 'resetTemplate',
  method: 'POST',
  path: '/api/organization/{id}/template/{templateId}/reset',
  summary: 'Give a version the words of the Default again; its numbers stay',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: onePath,
  answer: one,
})

/** Former wordings that are kept of a version. */
export const wordingsShown = 50

export const listWordings = route({
  name: 'listWordings',
  method: 'GET',
  path: '/api/organization/{id}/template/{templateId}/wordings',
  summary: 'What a version said before, the newest first',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: onePath,
  answer: z.object({
    wordings: z.array(
      z.object({ id: z.number(), written_at: z.string(), written_by: z.string().nullable(), words: readWords }),
    ),
  }),
})
export type Wording = z.infer<typeof listWordings.answer>['wordings'][number]

const shown = words.partial().extend({
  status_id: z.literal(templateIds, 'There is no template of this number'),
  part: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .default(1)
    .describe('1st email, 1st and 2nd reminder'),
  donation_id: wireId.nullable().optional().describe('whose donor it is written to; none: one that is made up'),
})
export type ShownTemplate = z.output<typeof shown>

export const previewTemplate = route({
  name: 'previewTemplate',
  method: 'POST',
  path: '/api/organization/{id}/preview-template',
  summary: 'A template as the email that a donor would get',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  body: shown,
  answer: z.string(),
  answerKind: 'html',
  changes: false,
})

export const renderTemplate = route({
  name: 'renderTemplate',
  method: 'POST',
  path: '/api/organization/{id}/preview-template/parts',
  summary: 'A template as the email that a donor would get, with its subject, its plain text and what is missing in it',
  who: 'read',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  body: shown,
  changes: false,
  answer: z.object({
    to: z.string(),
    subject: z.string(),
    preheader: z.string(),
    html: z.string(),
    text: z.string(),
    empty: z
      .array(z.object({ field: z.enum(templateFields), variables: z.array(z.string()) }))
      .describe('of which nothing is known for this donor: the Default’s words stand in for the field'),
  }),
})
export type RenderedTemplate = z.infer<typeof renderTemplate.answer>

export const testTemplate = route({
  name: 'testTemplate',
  method: 'POST',
  path: '/api/organization/{id}/preview-template/test',
  summary: 'Email a template to whoever asks; its links lead nowhere',
  who: 'write',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  body: shown,
  changes: false,
  rate: { max: 20, seconds: 3600 },
  answer: z.object({ to: z.string() }),
})
