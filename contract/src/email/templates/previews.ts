import { z } from 'zod'
import { organizationPath } from '../../shared/organization-path.ts'
import { route } from '../../shared/route.ts'
import { wireId } from '../../shared/wire.ts'
import { templateFields, templateTextsInput } from './fields.ts'
import { templateIds } from './kinds.ts'

const shown = templateTextsInput.partial().extend({
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
    from: z.string().describe('name and address'),
    reply_to: z.string().describe("empty where nobody's address is known"),
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
