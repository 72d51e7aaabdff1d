import { z } from 'zod'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'
import { namedCompany } from './directory-fields.ts'

/** Change log of the directory. Super users can undo each change. */

/** Limit of listed entries that could not be restored. */
export const maxNotRestoredShown = 50

export const directoryChange = z.object({
  id: z.number(),
  at: z.string(),
  by: z.string(),
  kind: z.enum(['added', 'company', 'policy', 'merge', 'platform', 'rate', 'form', 'file']),
  company: namedCompany.nullable().describe('as it is called now; null: it is about none, or it is gone'),
  subject: z.string().describe('what was changed, as it was called then'),
  changes: z.array(z.object({ term: z.string(), from: z.string(), to: z.string() })),
  gifts: z.number().describe('open gifts that the rules look at again because of it'),
  left: z.number().describe('of these, those that are still waiting for it'),
  undone_by: z.string().nullable(),
  not_restored: z
    .array(z.number())
    .describe(
      'of an undone change: matches that it moved and that did not go back, because something else changed since',
    ),
  can_undo: z.boolean(),
})
export type DirectoryChange = z.infer<typeof directoryChange>

export const directoryPageSize = 20

export const listDirectoryChanges = route({
  name: 'listDirectoryChanges',
  method: 'GET',
  path: '/api/directory/change',
  summary:
    'What super users changed about the directory, the latest first, and how far its matches have been looked at',
  who: 'super',
  query: z.object({ before: wireId.optional().describe('only changes before this one') }),
  answer: z.object({ changes: z.array(directoryChange), has_more: z.boolean() }),
})

export const undoDirectoryChange = route({
  name: 'undoDirectoryChange',
  method: 'POST',
  path: '/api/directory/change/{changeId}/undo',
  summary: 'Take back a change of the directory; open matches are looked at again',
  who: 'super',
  params: z.object({ changeId: wireId }),
  answer: z.object({ change: directoryChange }),
})
