import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { inOrganization, wireId } from '../../shared/wire.ts'
import { templateFields, templateTextsInput } from './fields.ts'
import { templateIds } from './kinds.ts'

const shown = templateTextsInput.partial().extend({
  status_id: z.literal(templateIds, 'There is no template of this number'),
  part: z
    .union([z.literal(1), z.literal(2), z.literal(3)])
    .default(1)
    .describe('1: initial email, 2: first reminder, 3: second reminder'),
  donation_id: wireId.nullable().optional().describe('match for the preview; omit to use example data'),
})
export type ShownTemplate = z.output<typeof shown>

export const previewTemplate = route('POST', '/api/organization/{id}/preview-template', {
  name: 'previewTemplate',
  summary: 'Preview a template as HTML',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  body: shown,
  response: z.string(),
  responseKind: 'html',
  changes: false,
})

export const renderTemplate = route('POST', '/api/organization/{id}/preview-template/parts', {
  name: 'renderTemplate',
  summary: 'Preview a template with subject, HTML, plain text and missing values',
  access: 'read',
  ...inOrganization,
  body: shown,
  changes: false,
  response: z.object({
    from: z.string().describe('sender name and address'),
    reply_to: z.string().describe('reply address; empty if unknown'),
    to: z.string(),
    subject: z.string(),
    preheader: z.string(),
    html: z.string(),
    text: z.string(),
    empty: z
      .array(z.object({ field: z.enum(templateFields), variables: z.array(z.string()) }))
      .describe('variables without a value for this donor; the field uses the text of the Default instead'),
  }),
})
export type RenderedTemplate = z.infer<typeof renderTemplate.response>

export const testTemplate = route('POST', '/api/organization/{id}/preview-template/test', {
  name: 'testTemplate',
  summary: 'Email a test of a template to the caller, with inactive links',
  access: 'write',
  ...inOrganization,
  body: shown,
  changes: false,
  rate: { max: 20, seconds: 3600 },
  response: z.object({ to: z.string() }),
})
