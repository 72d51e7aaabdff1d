import { z } from 'zod'
import { organizationPath } from '../../core/organizations.ts'
import { route } from '../../shared/route.ts'
import { wireDay, wireId } from '../../shared/wire.ts'
import { giftUpdateKinds, testFields, uploadFields } from './import-form.ts'
import { importOutcome, testAnswer } from './import-review.ts'

export * from './import-form.ts'
export * from './import-questions.ts'
export * from './import-review.ts'

export const importState = z.enum(['queued', 'running', 'done', 'failed', 'undoing', 'undone'])
export type ImportState = z.infer<typeof importState>

/** Phases of an upload in order. The last one occurs only during an undo. */
export const importPhases = ['queued', 'reading', 'evaluating', 'saving', 'finished', 'undoing'] as const
export type ImportPhase = (typeof importPhases)[number]

export const undoMessages = {
  undoFailed: 'Failed to undo the upload',
  notUndone:
    'Something on our side kept going wrong, so this upload was not undone and nothing changed. Please try again.',
  undoing: 'An upload is being undone right now. Please try this file again when that is done.',
} as const

/** `rows` = accepted + rejected + unchanged + not_taken + left_out + joined once the import is done. */
export const importRun = z.object({
  id: z.number(),
  state: importState,
  rows: z.number(),
  accepted: z.number().describe('rows that were recorded, the updated ones among them'),
  updated: z.number(),
  rejected: z.number(),
  unchanged: z.number().describe('rows that were there already'),
  left_out: z
    .number()
    .describe('failed, refunded and pending payments and pledges, and rows of organizations that are not wanted'),
  not_taken: z.number().describe('rows about known gifts with changes that the person did not apply'),
  joined: z.number().describe('rows that are further designations of a gift in an earlier row'),
  news: z.number().describe('of the updated rows those that brought news about gifts that were here'),
  error: z.string().nullable().describe('why it failed, or why it was not undone'),
  phase: z.enum(importPhases),
  phase_done: z
    .number()
    .describe(
      'rows through this phase, and gifts that are out again while it is undone; never goes back within a phase',
    ),
  waits_for_undo: z.boolean().describe('it runs when an earlier upload that is being undone is undone'),
  file_name: z.string(),
  user: z.object({ name: z.string() }),
  opt_in: z.boolean(),
  no_company: z.boolean(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  can_undo: z.boolean(),
  outcome: importOutcome
    .nullable()
    .describe('as it was when the upload ended; null before, and for uploads of long ago'),
  outcome_once_set_up: importOutcome
    .nullable()
    .describe('what it would have been with a finished setup; null where no gift of the upload waited for that'),
})
export type ImportRun = z.infer<typeof importRun>

const file = z
  .custom<Blob>()
  .meta({ type: 'string', format: 'binary', description: 'at most 10 MB and 4000 rows: .csv, .xlsx or .xls' })

export const testImportFile = route({
  name: 'testImportFile',
  method: 'POST',
  path: '/api/organization/{id}/donation/import-file/Test',
  summary: 'Look at a donation file before it is uploaded: its columns, where they go, and what would happen',
  who: 'write',
  within: 'organization',
  params: organizationPath,
  body: testFields.extend({ donations: file }),
  bodyKind: 'multipart',
  answer: testAnswer,
  rate: { max: 120, seconds: 60 },
})

export const uploadImportFile = route({
  name: 'uploadImportFile',
  method: 'POST',
  path: '/api/organization/{id}/donation/import-file/Upload',
  summary: 'Upload a donation file; the import runs in the background',
  who: 'write',
  within: 'organization',
  params: organizationPath,
  body: uploadFields.extend({ donations: file }),
  bodyKind: 'multipart',
  answer: z.object({ import: importRun }),
  status: 202,
  rate: { max: 60, seconds: 60 },
})

export const listImports = route({
  name: 'listImports',
  method: 'GET',
  path: '/api/organization/{id}/import',
  summary: 'Uploads of an organization, newest first',
  who: 'read',
  within: 'organization',
  params: organizationPath,
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ imports: z.array(importRun), total: z.number() }),
})

const importPath = z.object({ id: wireId, importId: wireId })

export const getImport = route({
  name: 'getImport',
  method: 'GET',
  path: '/api/organization/{id}/import/{importId}',
  summary: 'How far an upload is, and what came of it',
  who: 'read',
  within: 'organization',
  params: importPath,
  answer: z.object({
    import: importRun,
    days: z.object({ first: wireDay, last: wireDay }).nullable().describe('of the gifts that it added'),
    with_employer: z
      .array(z.object({ donation_id: z.number(), donor: z.string(), kinds: z.array(z.enum(giftUpdateKinds)) }))
      .describe('matches with news that their employer has already, for the staff to settle with it; at most 100'),
  }),
})

export const downloadImportRejects = route({
  name: 'downloadImportRejects',
  method: 'GET',
  path: '/api/organization/{id}/import/{importId}/rejects',
  summary: 'The rejected rows with their reasons, ready to be fixed and uploaded again',
  who: 'read',
  within: 'organization',
  params: importPath,
  answer: z.string(),
  answerKind: 'csv',
})

export const undoImport = route({
  name: 'undoImport',
  method: 'POST',
  path: '/api/organization/{id}/import/{importId}/undo',
  summary: 'Take an upload back, in the background: for 24 hours, while none of its emails has gone out',
  who: 'write',
  within: 'organization',
  params: importPath,
  answer: z.object({ import: importRun }),
})
