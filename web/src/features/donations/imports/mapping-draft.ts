import { imports } from '@twofold/contract'
import { z } from 'zod'
import { onBeforeLogout } from '../../../api/pending-saves.ts'
import { type KeyStorage, safeStorage } from '../../../api/storage.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { UploadOptions } from './upload-form.ts'

/**
 * Stays in the tab until the upload, another file or sign-out. The server does not store drafts: it would have to keep
 * a file that was never submitted.
 */

const key = 'twofold.upload-work'

const storedDraft = z.object({
  whose: z.string(),
  choices: z.record(z.string(), z.string()),
  options: z.object({
    optIn: z.boolean(),
    noCompany: z.boolean(),
    answers: imports.questionAnswers,
    takeRows: z.array(z.number()),
    dateOrder: imports.dateOrder.nullable(),
    giftDate: z.string(),
    sheet: z.string().nullable(),
    organizations: z.record(z.string(), imports.organizationMapping),
    everyRow: z.number().nullable(),
    news: z.array(z.enum(imports.giftUpdateKinds)).nullable(),
    corrections: imports.corrections,
  }),
})

export type MappingDraft = { readonly choices: ColumnMapping; readonly options: UploadOptions }
export type MappingDraftKey = {
  readonly userId: number
  readonly organizationId: number
  readonly file: Pick<File, 'name' | 'size' | 'lastModified'>
  readonly sheet: string | null
}

/** A modified file counts as a different file, because its rows may have moved. */
const ownerOf = ({ userId, organizationId, file, sheet }: MappingDraftKey): string =>
  JSON.stringify([userId, organizationId, file.name, file.size, file.lastModified, sheet])

export function findMappingDraft(draftKey: MappingDraftKey, storage: KeyStorage = tabStorage): MappingDraft | null {
  const found = storedDraft.safeParse(jsonIn(storage.getItem(key)))
  return found.success && found.data.whose === ownerOf(draftKey) ? found.data : null
}

/** Stores only work that differs from the mapper's initial state. */
export function saveMappingDraft(
  draftKey: MappingDraftKey,
  start: MappingDraft,
  draft: MappingDraft,
  storage: KeyStorage = tabStorage,
): void {
  const isUnchanged = JSON.stringify([start.choices, start.options]) === JSON.stringify([draft.choices, draft.options])
  if (isUnchanged) {
    deleteMappingDraft(storage)
    return
  }
  onBeforeLogout(deleteTabDraft)
  storage.setItem(key, JSON.stringify({ whose: ownerOf(draftKey), ...draft }))
}

export const deleteMappingDraft = (storage: KeyStorage = tabStorage): void => storage.removeItem(key)

const tabStorage = safeStorage('sessionStorage')
const deleteTabDraft = async (): Promise<void> => deleteMappingDraft()

function jsonIn(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
