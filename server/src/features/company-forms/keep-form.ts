import { companyForms } from '@twofold/contract'
import { acrossOrganizations } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { keepFile, loosenFile, removeIfLoose, settleFile } from '../../platform/kept-files.ts'
import { type CleanPdf, cleanPdf, UnfitPdf } from '../../platform/paper/pdf-files.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import type { Work } from '../directory/index.ts'
import { deleteForm, findForm, lockCompany, putForm, putPlacements, type StoredForm } from './forms.queries.ts'
import { guessPlacements } from './guess-placements.ts'

const { formLimits, formMessages: say } = companyForms

export type SentForm = { readonly name: string; readonly bytes: Uint8Array }

/**
 * Keeps a company's form, cleaned, in place of the former one. What stood where stays if the new file has the same pages; of a
 * first form, places are guessed from what the file calls its fields.
 * @throws Refusal not_found, invalid where it is no PDF that can be taken
 */
export async function keepForm(
  platform: Platform,
  companyId: number,
  file: SentForm,
  by: { readonly userId: number | null; readonly write?: (work: Work, before: StoredForm | null) => Promise<void> },
): Promise<void> {
  const clean = await readPdf(file.bytes)
  let obsolete: string | null = null
  await keepFile(platform, clean.bytes, (file_key) =>
    acrossOrganizations(platform.database, async (db, client) => {
      if ((await lockCompany(db, companyId)) === null) throw notFound()
      const before = await findForm(db, companyId)
      await settleFile(db, file_key)
      await putForm(db, {
        company_id: companyId,
        name: file.name.slice(0, 200) || 'form.pdf',
        file_key,
        sha256: digestOf(clean.bytes),
        pages: clean.pages,
        fields: clean.fields,
        placements: placementsOf(before, clean),
        userId: by.userId,
        now: platform.clock(),
      })
      await by.write?.({ db, client }, before)
      if (before) await loosenFile(db, before.file_key)
      obsolete = before?.file_key ?? null
    }),
  )
  await removeObsolete(platform, obsolete)
}

const placementsOf = (before: StoredForm | null, { pages, fields }: CleanPdf): companyForms.Placement[] =>
  before && JSON.stringify(before.pages) === JSON.stringify(pages) ? before.placements : guessPlacements(fields)

export async function removeForm(
  platform: Platform,
  companyId: number,
  write: (work: Work, before: StoredForm) => Promise<void>,
): Promise<void> {
  const obsolete = await acrossOrganizations(platform.database, async (db, client) => {
    if ((await lockCompany(db, companyId)) === null) throw notFound()
    const before = await findForm(db, companyId)
    if (!before) throw new Refusal('not_found', say.noForm)
    await deleteForm(db, companyId)
    await write({ db, client }, before)
    await loosenFile(db, before.file_key)
    return before.file_key
  })
  await removeObsolete(platform, obsolete)
}

/** Says what stands where. @throws Refusal not_found, invalid where something stands outside of its page */
export async function placeForm(
  { database }: Platform,
  companyId: number,
  placements: readonly companyForms.Placement[],
  write?: (work: Work, before: StoredForm) => Promise<void>,
): Promise<void> {
  await acrossOrganizations(database, async (db, client) => {
    if ((await lockCompany(db, companyId)) === null) throw notFound()
    const form = await findForm(db, companyId)
    if (!form) throw new Refusal('not_found', say.noForm)
    refuseOutside(form, placements)
    await putPlacements(db, companyId, placements)
    await write?.({ db, client }, form)
  })
}

export function refuseOutside({ pages }: StoredForm, placements: readonly companyForms.Placement[]): void {
  const isInside = ({ page, x, y }: companyForms.Placement): boolean => {
    const size = pages[page - 1]
    return size !== undefined && x < size.width && y < size.height
  }
  if (placements.every(isInside)) return
  throw new Refusal('invalid', say.outside, { fields: { placements: say.outside } })
}

/** The change stands; a file that cannot be removed now is left to the sweeper. */
async function removeObsolete(platform: Platform, key: string | null): Promise<void> {
  if (key === null) return
  await removeIfLoose(platform, key).catch((error: Error) => platform.log.warn({ problem: error.message }, 'files'))
}

async function readPdf(bytes: Uint8Array): Promise<CleanPdf> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) throw refuse(say.kind)
  try {
    return await cleanPdf(bytes, formLimits.pages)
  } catch (error) {
    if (error instanceof UnfitPdf) throw refuse(say[error.why])
    throw error
  }
}

const refuse = (message: string): Refusal => new Refusal('invalid', message, { fields: { file: message } })
