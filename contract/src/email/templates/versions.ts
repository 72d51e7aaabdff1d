import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { inOrganization, organizationPath, wireId } from '../../shared/wire.ts'
import { storedTemplateTexts, templateTextsInput } from './fields.ts'
import { defaultName, versionNames } from './kinds.ts'

const count = z.number().int()
export const templateStats = z.object({
  sent: count,
  opened: count.describe('emails opened by a person'),
  confirm_clicked: count.describe('emails with the button pressed by a person'),
  decline_clicked: count,
  r1_sent: count,
  r1_opened: count,
  r1_confirm_clicked: count,
  r2_sent: count,
  r2_opened: count,
  r2_confirm_clicked: count,
  machine_opened: count.describe('emails opened only by software such as link scanners, including reminders'),
  submitted: count.describe('matches submitted to the company after this email'),
})
export type TemplateStats = z.infer<typeof templateStats>

export const template = storedTemplateTexts.extend({
  id: z.number().describe('version ID; for the Default, the status ID'),
  organization_id: z.number().nullable().describe('null for the Default, which all organizations share'),
  status_id: z.number(),
  name: z.enum([defaultName, ...versionNames]),
  live: z.boolean(),
  version: z.number().describe('revision number, incremented by every change'),
  updated_at: z.string().nullable(),
  updated_by: z.string().nullable(),
  stats: templateStats,
})
export type Template = z.infer<typeof template>

const listPath = organizationPath.extend({ statusId: wireId })
const onePath = organizationPath.extend({
  templateId: wireId.describe('version ID; for the Default, the status ID'),
})
const one = z.object({ template })

export const listTemplates = route('GET', '/api/organization/{id}/mail-templates/{statusId}', {
  name: 'listTemplates',
  summary: 'The versions of an email template: the Default first, then the organization’s own',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: listPath,
  response: z.object({
    templates: z.array(template),
    inherited: z
      .array(z.string())
      .describe('names of the parent’s live versions, used if the organization has no live version'),
  }),
})

export const getTemplateResults = route('GET', '/api/organization/{id}/mail-templates', {
  name: 'getTemplateResults',
  summary: 'Results of each email template across all versions',
  access: 'read',
  ...inOrganization,
  response: z.object({
    templates: z.array(
      z.object({
        status_id: z.number(),
        name: z.string(),
        live: z.array(z.string()).describe('versions being sent, including the Default'),
        stats: templateStats,
      }),
    ),
  }),
})
export type TemplateResult = z.infer<typeof getTemplateResults.response>['templates'][number]

export const getTemplate = route('GET', '/api/organization/{id}/template/{templateId}', {
  name: 'getTemplate',
  summary: 'One version of an email template',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: onePath,
  response: one,
})

const written = templateTextsInput.partial().extend({
  organization_id: wireId.nullable().optional().describe('organization, when creating a version'),
  live: z.boolean().optional(),
  version: z
    .number()
    .int()
    .optional()
    .describe('revision number as read; the update fails if the template has changed since'),
})
export type WrittenTemplate = z.output<typeof written>

export const saveTemplate = route('POST', '/api/organization/{id}/template/{templateId}', {
  name: 'saveTemplate',
  summary:
    'Update, enable or disable a version. With the ID of a Default, `organization_id` and `live: false`, creates a version',
  access: 'write',
  scope: 'organization',
  apiKeys: true,
  params: onePath,
  body: written,
  response: one,
})

export const resetTemplate = route('POST', '/api/organization/{id}/template/{templateId}/reset', {
  name: 'resetTemplate',
  summary: 'Reset a version to the texts of the Default; statistics are kept',
  access: 'write',
  scope: 'organization',
  params: onePath,
  response: one,
})

export const maxRevisionsShown = 50

export const listTemplateRevisions = route('GET', '/api/organization/{id}/template/{templateId}/wordings', {
  name: 'listWordings',
  summary: 'Earlier texts of a version, newest first',
  access: 'read',
  scope: 'organization',
  params: onePath,
  response: z.object({
    wordings: z.array(
      z.object({
        id: z.number(),
        written_at: z.string(),
        written_by: z.string().nullable(),
        texts: storedTemplateTexts,
      }),
    ),
  }),
})
export type TemplateRevision = z.infer<typeof listTemplateRevisions.response>['wordings'][number]
