import { directory } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/errors.ts'
import { lockDirectory, type PolicyDifference } from '../../companies/index.ts'
import {
  entryOf,
  findPlatform,
  listCompaniesOn,
  type PlatformEntry,
  type PlatformRow,
  updatePlatform,
} from './platform.queries.ts'
import { type By, recordChange, type Work } from './record-change.ts'

/** Changes a platform's entry with its line of the trail; matches at the companies on it are looked at again. @throws not found */
export async function changePlatform(work: Work, by: By, id: string, form: directory.PlatformForm): Promise<void> {
  const { db } = work
  await lockDirectory(db)
  const { before, after } = await writePlatform(db, by, id, form)
  await recordChange(work, by, {
    kind: 'platform',
    companyId: null,
    subject: before.name,
    changes: differencesOfPlatform(before, after),
    undo: {
      platform: { id, before: entryOf(before), after, was_edited: before.is_edited },
      superseded: [],
      entered: [],
    },
    lookedAt: await listCompaniesOn(db, id),
  })
}

/** Nothing but the entry; answers what it was and is. @throws not found, conflict where policies lead there */
export async function writePlatform(
  db: Db,
  { caller }: By,
  id: string,
  form: directory.PlatformForm,
): Promise<{ readonly before: PlatformRow; readonly after: PlatformEntry }> {
  const before = await getLivingPlatform(db, id)
  const after = { ...form, kind: form.kind ?? before.kind, payer_names: form.payer_names ?? before.payer_names }
  if (terms.every(([, read]) => read(before) === read(after))) {
    throw new Refusal('invalid', directory.directoryMessages.nothing)
  }
  if (after.kind === 'payer' && before.kind !== 'payer' && before.companies > 0) {
    const message = directory.directoryMessages.platformInUse
    throw new Refusal('conflict', message, { fields: { kind: message } })
  }
  await updatePlatform(db, id, after, caller.user.id)
  return { before, after }
}

/** One that may be changed. @throws not found, conflict where it was merged into another */
export async function getLivingPlatform(db: Db, id: string): Promise<PlatformRow> {
  const found = await findPlatform(db, id)
  if (!found) throw notFound()
  const { merged_into: into, ...row } = found
  if (into) throw new Refusal('conflict', `${row.name} was merged into ${into}. Change that platform.`)
  return row
}

export const differencesOfPlatform = (before: PlatformEntry, after: PlatformEntry): PolicyDifference[] =>
  terms.flatMap(([term, read]) => {
    const [from, to] = [read(before), read(after)]
    return from === to ? [] : [{ term, from, to }]
  })

const terms: readonly (readonly [string, (entry: PlatformEntry) => string])[] = [
  ['Name', ({ name }) => name],
  ['Kind', ({ kind }) => directory.platformKindWords[kind]],
  ['Address for employees', ({ employee_url }) => employee_url],
  ['Steps for employees', ({ employee_steps }) => employee_steps.join(' · ')],
  ['Address for nonprofits', ({ nonprofit_url }) => nonprofit_url],
  ['Steps for nonprofits', ({ nonprofit_steps }) => nonprofit_steps.join(' · ')],
  ['Pays under', ({ payer_names }) => payer_names.join(' · ')],
  ['Source', ({ source_url }) => source_url],
  ['As of', ({ as_of }) => as_of],
]
