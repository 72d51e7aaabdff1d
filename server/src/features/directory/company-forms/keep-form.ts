import { companyForms } from '@twofold/contract'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/errors.ts'
import { keepFile, loosenFile, removeIfLoose, settleFile } from '../../../platform/kept-files.ts'
import { type CleanPdf, cleanPdf, UnfitPdf } from '../../../platform/paper/pdf-files.ts'
import type { Platform } from '../../../platform/platform.ts'
import { digestOf } from '../../../platform/secrets.ts'
import type { Work } from '../editor/record-change.ts'
import {
  deleteForm,
  findForm,
  forgetFormers,
  insertForm,
  keepFormer,
  lockCompany,
  putPlacements,
  type StoredForm,
  takeUpFormer,
} from './forms.queries.ts'
import { guessPlacements } from './guess-placements.ts'

const { formLimits, formMessages: say } = companyForms

export type SentForm = { readonly name: string; readonly bytes: Uint8Array }

/** Whoever does it, and what else is written in the same transaction. */
type By<Before> = {
  readonly userId: number | null
  readonly write?: (work: Work, before: Before) => Promise<void>
}

/**
 * Keeps a company's form, cleaned, and puts the former one aside. What stood where stays if the new file has the same pages; of a
 * first form, places are guessed from what the file calls its fields.
 * @throws Refusal not_found, invalid where it is no PDF that can be taken
 */
export async function keepForm(
  platform: Platform,
  companyId: number,
  file: SentForm,
  { userId, write }: By<StoredForm | null>,
): Promise<void> {
  const clean = await readPdf(file.bytes)
  const now = platform.clock()
  const obsolete = await keepFile(platform, clean.bytes, (file_key) =>
    acrossOrganizations(platform.database, async (db, client) => {
      if ((await lockCompany(db, companyId)) === null) throw notFound()
      const before = await findForm(db, companyId)
      const forgotten = await putAside(db, companyId, { userId, now })
      await settleFile(db, file_key)
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
      await write?.({ db, client }, before)
      return forgotten
    }),
  )
  await removeObsolete(platform, obsolete)
}

/** The company has no form from here on, but may take it up again. Answers files that nothing leads to any more. */
async function putAside(db: Db, companyId: number, by: { readonly userId: number | null; readonly now: Date }) {
  await keepFormer(db, companyId, by)
  await deleteForm(db, companyId)
  const forgotten = await forgetFormers(db, companyId)
  for (const key of forgotten) await loosenFile(db, key)
  return forgotten
}

const placementsOf = (before: StoredForm | null, { pages, fields }: CleanPdf): companyForms.Placement[] =>
  before && JSON.stringify(before.pages) === JSON.stringify(pages) ? before.placements : guessPlacements(fields)

/** Puts the form aside. @throws Refusal not_found */
export async function removeForm(
  platform: Platform,
  companyId: number,
  { userId, write }: By<StoredForm>,
): Promise<void> {
  const obsolete = await acrossOrganizations(platform.database, async (db, client) => {
    if ((await lockCompany(db, companyId)) === null) throw notFound()
    const before = await findForm(db, companyId)
    if (!before) throw new Refusal('not_found', say.noForm)
    const forgotten = await putAside(db, companyId, { userId, now: platform.clock() })
    await write?.({ db, client }, before)
    return forgotten
  })
  await removeObsolete(platform, obsolete)
}

/** Takes up a form that was put aside, in place of the present one. @throws Refusal not_found */
export async function restoreForm(
  platform: Platform,
  companyId: number,
  formerId: number,
  by: { readonly userId: number; readonly write: (work: Work, from: string, to: string) => Promise<void> },
): Promise<void> {
  const obsolete = await acrossOrganizations(platform.database, async (db, client) => {
    if ((await lockCompany(db, companyId)) === null) throw notFound()
    const before = await findForm(db, companyId)
    await keepFormer(db, companyId, { userId: by.userId, now: platform.clock() })
    await deleteForm(db, companyId)
    const name = await takeUpFormer(db, companyId, formerId)
    if (name === null) throw new Refusal('not_found', say.noFormer)
    await by.write({ db, client }, before?.name ?? '', name)
    const forgotten = await forgetFormers(db, companyId)
    for (const key of forgotten) await loosenFile(db, key)
    return forgotten
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
async function removeObsolete(platform: Platform, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await removeIfLoose(platform, key).catch((error: Error) => platform.log.warn({ problem: error.message }, 'files'))
  }
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
