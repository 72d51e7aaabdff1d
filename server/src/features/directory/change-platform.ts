import { directory } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { lockDirectory } from '../companies/index.ts'
import { entryOf, findPlatform, listCompaniesOn, type PlatformRow, updatePlatform } from './platform.queries.ts'
import { type By, recordChange, type Work } from './record-change.ts'

/** Changes a platform's entry with its line of the trail; matches at the companies on it are looked at again. @throws not found */
export async function changePlatform(work: Work, by: By, id: string, form: directory.PlatformForm): Promise<void> {
  const { db } = work
  await lockDirectory(db)
  const before = await writePlatform(db, by, id, form)
  await recordChange(work, by, {
    kind: 'platform',
    companyId: null,
    subject: before.name,
    changes: terms.flatMap(([term, read]) => {
      const [from, to] = [read(before), read(form)]
      return from === to ? [] : [{ term, from, to }]
    }),
    undo: {
      platform: { id, before: entryOf(before), after: form, was_edited: before.is_edited },
      superseded: [],
      entered: [],
    },
    lookedAt: await listCompaniesOn(db, id),
  })
}

/** Nothing but the entry; answers what it was. @throws not found */
export async function writePlatform(
  db: Db,
  { caller }: By,
  id: string,
  form: directory.PlatformForm,
): Promise<PlatformRow> {
  const before = await findPlatform(db, id)
  if (!before) throw notFound()
  if (terms.every(([, read]) => read(before) === read(form))) {
    throw new Refusal('invalid', directory.directoryMessages.nothing)
  }
  await updatePlatform(db, id, form, caller.user.id)
  return before
}

const terms: readonly (readonly [string, (entry: directory.PlatformForm) => string])[] = [
  ['Name', ({ name }) => name],
  ['Address for employees', ({ employee_url }) => employee_url],
  ['Steps for employees', ({ employee_steps }) => employee_steps.join(' · ')],
  ['Address for nonprofits', ({ nonprofit_url }) => nonprofit_url],
  ['Steps for nonprofits', ({ nonprofit_steps }) => nonprofit_steps.join(' · ')],
  ['Source', ({ source_url }) => source_url],
  ['As of', ({ as_of }) => as_of],
]
