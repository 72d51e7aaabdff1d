import { z } from 'zod'
import { route } from '../../shared/route.ts'
import { inOrganization, wireDay, wireId } from '../../shared/wire.ts'
import { giftUpdateKinds, testFields, uploadFields } from './import-form.ts'
import { importOutcome, testResult } from './import-review.ts'

export * from './import-form.ts'
export * from './import-questions.ts'
export * from './import-review.ts'

export const importState = z.enum(['queued', 'running', 'done', 'failed', 'undoing', 'undone'])
export type ImportState = z.infer<typeof importState>

export const importPhases = ['queued', 'reading', 'evaluating', 'saving', 'finished', 'undoing'] as const
export type ImportPhase = (typeof importPhases)[number]

export const undoMessages = {
  undoFailed: 'Failed to undo the upload',
  notUndone: 'Something went wrong on our side, so this upload wasn’t undone. Nothing changed. Try again.',
  undoing: 'We’re undoing an upload. Try this file again when that’s done.',
} as const

/** Once done: `rows` = accepted + rejected + unchanged + not_taken + left_out + joined. */
export const importRun = z.object({
  id: z.number(),
  state: importState,
  rows: z.number(),
  accepted: z.number().describe('imported rows, including updates'),
  updated: z.number(),
  rejected: z.number(),
  unchanged: z.number().describe('rows with an existing gift'),
  left_out: z.number().describe('failed, refunded, and pending payments, pledges, and rows of excluded organizations'),
  not_taken: z.number().describe('rows about known gifts with updates that were not applied'),
  joined: z.number().describe('rows with additional designations of a gift in an earlier row'),
  news: z.number().describe('updated rows with new information about known gifts'),
  error: z
    .string()
    .nullable()
    .describe('reason why the import or its undo failed, or what an undo did not restore; null if none'),
  phase: z.enum(importPhases),
  phase_done: z
    .number()
    .describe('rows processed in this phase, or gifts removed during an undo; never decreases within a phase'),
  waits_for_undo: z.boolean().describe('whether the import is waiting for the undo of an earlier upload'),
  file_name: z.string(),
  user: z.object({ name: z.string() }),
  opt_in: z.boolean(),
  no_company: z.boolean(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  can_undo: z.boolean(),
  outcome: importOutcome.nullable().describe('result at the end of the import; null before that and for old imports'),
  outcome_once_set_up: importOutcome
    .nullable()
    .describe('result if the setup had been complete; null if no gift waited for it'),
})
export type ImportRun = z.infer<typeof importRun>

const file = z
  .custom<Blob>()
  .meta({ type: 'string', format: 'binary', description: 'CSV, XLSX, or XLS file of at most 10 MB and 4,000 rows' })

export const testImportFile = route('POST', '/api/organization/{id}/donation/import-file/Test', {
  name: 'testImportFile',
  summary: 'Test a donation file before uploading it: columns, mapping, and expected results',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: testFields.extend({ donations: file }),
  bodyKind: 'multipart',
  response: testResult,
  rate: { max: 120, seconds: 60 },
})

export const uploadImportFile = route('POST', '/api/organization/{id}/donation/import-file/Upload', {
  name: 'uploadImportFile',
  summary: 'Upload a donation file; the import runs in the background',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: uploadFields.extend({ donations: file }),
  bodyKind: 'multipart',
  response: z.object({ import: importRun }),
  status: 202,
  rate: { max: 60, seconds: 60 },
})

export const listImports = route('GET', '/api/organization/{id}/import', {
  name: 'listImports',
  summary: 'List uploads of an organization, newest first',
  access: 'read',
  apiKeys: true,
  ...inOrganization,
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(20),
  }),
  response: z.object({ imports: z.array(importRun), total: z.number() }),
})

const importPath = z.object({ id: wireId, importId: wireId })

export const getImport = route('GET', '/api/organization/{id}/import/{importId}', {
  name: 'getImport',
  summary: 'Retrieve the progress and results of an upload',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: importPath,
  response: z.object({
    import: importRun,
    days: z
      .object({ first: wireDay, last: wireDay })
      .nullable()
      .describe('date range of the added gifts; null if none'),
    with_employer: z
      .array(z.object({ donation_id: z.number(), donor: z.string(), kinds: z.array(z.enum(giftUpdateKinds)) }))
      .describe('updated matches already submitted to the employer, for staff to resolve with it; at most 100'),
  }),
})

export const downloadImportRejects = route('GET', '/api/organization/{id}/import/{importId}/rejects', {
  name: 'downloadImportRejects',
  summary: 'Download the rejected rows with reasons, to correct and upload again',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: importPath,
  response: z.string(),
  responseKind: 'csv',
})

export const undoImport = route('POST', '/api/organization/{id}/import/{importId}/undo', {
  name: 'undoImport',
  summary: 'Undo an upload in the background, within 24 hours and before any of its emails is sent',
  access: 'write',
  scope: 'organization',
  apiKeys: true,
  params: importPath,
  response: z.object({ import: importRun }),
})
