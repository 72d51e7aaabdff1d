import { companyForms, documents } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import {
  deleteIfUnreferenced,
  markFileReferenced,
  markFileUnreferenced,
  storeFile,
} from '../../../platform/files/stored-files.ts'
import {
  ActivePdfError,
  type CleanPdf,
  cleanPdf,
  refuseActiveContent,
  UnsupportedPdfError,
} from '../../../platform/pdf/pdf-files.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type DirectoryChangeContext, recordChange } from '../../directory/changes/index.ts'
import {
  archiveForm,
  deleteOldFormRevisions,
  findForm,
  insertForm,
  lockCompany,
  restoreFormRevision,
  type StoredForm,
  updatePlacements,
} from './forms.queries.ts'
import { guessPlacements } from './guess-placements.ts'

const { formLimits, formMessages: messages } = companyForms

export type UploadedForm = { readonly name: string; readonly bytes: Uint8Array }

type Entry = { readonly from: string; readonly to: string }
type FormChange = { readonly before: StoredForm | null; readonly userId: number | null; readonly now: Date }

/**
 * Without an author (`context` is null), there is no line in the change log. Matches are evaluated again, because
 * instructions change. @throws Refusal not_found
 */
async function changeForm(
  platform: Platform,
  companyId: number,
  context: DirectoryChangeContext | null,
  change: (db: Db, formChange: FormChange) => Promise<Entry>,
): Promise<void> {
  const obsolete = await acrossOrganizations(platform.database, async (db, client) => {
    const subject = await lockCompany(db, companyId)
    if (subject === null) throw notFound()
    const before = await findForm(db, companyId)
    const entry = await change(db, { before, userId: context?.caller.user.id ?? null, now: platform.clock() })
    const changedCompanyIds = entry.from === '' || entry.to === '' ? [companyId] : []
    const changes = [{ term: 'Form', ...entry }]
    if (context)
      await recordChange({ db, client }, context, {
        kind: 'form',
        companyId,
        subject,
        changes,
        reevaluatedIds: changedCompanyIds,
      })
    const unreferencedKeys = await deleteOldFormRevisions(db, companyId)
    for (const key of unreferencedKeys) await markFileUnreferenced(db, key)
    return unreferencedKeys
  })
  // the change is committed; the sweeper removes what cannot be removed now
  for (const key of obsolete) {
    await deleteIfUnreferenced(platform, key).catch((error: Error) =>
      platform.log.warn({ problem: error.message }, 'unreferenced files were not deleted'),
    )
  }
}

/**
 * Placements stay if the new file has the same pages; otherwise they are guessed. @throws Refusal not_found, invalid
 * for an unacceptable PDF
 */
export async function replaceForm(
  platform: Platform,
  companyId: number,
  file: UploadedForm,
  context: DirectoryChangeContext | null,
): Promise<void> {
  const clean = await readPdf(file.bytes)
  await storeFile(platform, clean.bytes, (file_key) =>
    changeForm(platform, companyId, context, async (db, { before, userId, now }) => {
      await archiveForm(db, companyId, { userId, now })
      await markFileReferenced(db, file_key)
      await insertForm(db, {
        company_id: companyId,
        name: file.name.slice(0, 200) || 'form.pdf',
        file_key,
        sha256: digestOf(clean.bytes),
        pages: clean.pages,
        fields: clean.fields,
        placements: placementsOf(before, clean),
        userId,
        now,
      })
      return { from: before?.name ?? '', to: file.name }
    }),
  )
}

const placementsOf = (before: StoredForm | null, { pages, fields }: CleanPdf): companyForms.Placement[] =>
  before && JSON.stringify(before.pages) === JSON.stringify(pages) ? before.placements : guessPlacements(fields)

/** @throws Refusal not_found */
export const removeForm = (context: DirectoryChangeContext, companyId: number): Promise<void> =>
  changeForm(context.platform, companyId, context, async (db, { before, ...replacement }) => {
    if (!before) throw new Refusal('not_found', messages.noForm)
    await archiveForm(db, companyId, replacement)
    return { from: before.name, to: '' }
  })

/** @throws Refusal not_found */
export const restoreForm = (context: DirectoryChangeContext, companyId: number, formerId: number): Promise<void> =>
  changeForm(context.platform, companyId, context, async (db, { before, ...replacement }) => {
    await archiveForm(db, companyId, replacement)
    const name = await restoreFormRevision(db, companyId, formerId)
    if (name === null) throw new Refusal('not_found', messages.noFormer)
    return { from: before?.name ?? '', to: name }
  })

/** @throws Refusal not_found, invalid if a place is outside its page */
export const changePlacements = (
  platform: Platform,
  companyId: number,
  placements: readonly companyForms.Placement[],
  context: DirectoryChangeContext | null,
): Promise<void> =>
  changeForm(platform, companyId, context, async (db, { before }) => {
    if (!before) throw new Refusal('not_found', messages.noForm)
    refusePlacementsOutsidePage(before, placements)
    await updatePlacements(db, companyId, placements)
    return { from: `${before.placements.length} places`, to: `${placements.length} places` }
  })

export function refusePlacementsOutsidePage(
  { pages }: StoredForm,
  placements: readonly companyForms.Placement[],
): void {
  const isInside = ({ page, x, y }: companyForms.Placement): boolean => {
    const size = pages[page - 1]
    return size !== undefined && x < size.width && y < size.height
  }
  if (placements.every(isInside)) return
  throw new Refusal('invalid', messages.outside, { fields: { placements: messages.outside } })
}

async function readPdf(bytes: Uint8Array): Promise<CleanPdf> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw refuse(messages.kind)
  try {
    await refuseActiveContent(bytes)
    return await cleanPdf(bytes, formLimits.pages)
  } catch (error) {
    if (error instanceof ActivePdfError) throw refuse(documents.documentMessages.active)
    if (error instanceof UnsupportedPdfError) throw refuse(messages[error.why])
    throw error
  }
}

const refuse = (message: string): Refusal => new Refusal('invalid', message, { fields: { file: message } })
