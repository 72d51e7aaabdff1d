import { z } from 'zod'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'
import { difference, namedCompany } from './directory-fields.ts'

export const maxNotRestoredShown = 50

export const directoryChange = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string(),
  kind: z.enum(['added', 'company', 'policy', 'merge', 'platform', 'rate', 'form', 'file']),
  company: namedCompany
    .nullable()
    .describe('current name; null if the change affects no company or the company no longer exists'),
  subject: z.string().describe('name of the changed entry at that time'),
  changes: z.array(difference),
  gifts: z.number().describe('open gifts to reevaluate because of the change'),
  left: z.number().describe('gifts not reevaluated yet'),
  undone_by: z.string().nullable(),
  not_restored: z
    .array(z.number())
    .describe('after an undo: matches that were not restored because they changed since'),
  can_undo: z.boolean(),
})
export type DirectoryChange = z.infer<typeof directoryChange>

export const directoryPageSize = 20

export const listDirectoryChanges = route('GET', '/api/directory/change', {
  name: 'listDirectoryChanges',
  summary: 'Directory changes by super users, newest first, with the progress of reevaluation',
  access: 'super',
  query: z.object({ before: wireId.optional().describe('return only changes before this ID') }),
  response: z.object({ changes: z.array(directoryChange), has_more: z.boolean() }),
})

export const undoDirectoryChange = route('POST', '/api/directory/change/{changeId}/undo', {
  name: 'undoDirectoryChange',
  summary: 'Undo a directory change; open matches are reevaluated',
  access: 'super',
  params: z.object({ changeId: wireId }),
  response: z.object({ change: directoryChange }),
})
