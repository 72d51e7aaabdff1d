import { donorData } from '@twofold/contract'
import { type Db, inTenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { writeAudit } from '../audit/index.ts'
import type { Directory } from '../companies/index.ts'
import { contextOf, rememberErased, type Writing } from '../donations/index.ts'
import { changeMatches, inFamily, lockDonationsOfDonors, lockEvaluating } from '../matches/index.ts'
import { type LockedDonor, lockDonors } from './change.queries.ts'
import { requireLiving } from './change-donor.ts'
import { listSamePerson } from './donor.queries.ts'
import {
  countErasure,
  type Erased,
  eraseAround,
  eraseBeside,
  eraseFromTrail,
  eraseGifts,
  eraseHistory,
  eraseMails,
  eraseRow,
  listFormerRows,
  stopMails,
} from './erasure.queries.ts'

const { dataMessages } = donorData
/** A trail of many years is read through once. */
const timeoutMs = 60_000

/** What erasing a donor would take out. @throws Refusal not_found, conflict for one that is erased or turned out to be another */
export async function previewErasure(call: Writing, id: number): Promise<donorData.Erasure> {
  const { platform, tenant } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      const { donor, former } = await lockPerson(db, tenant.organizationId, id)
      const counts = await inFamily(db, { tenant }, (seeing) =>
        countErasure(db, {
          organizationId: tenant.organizationId,
          id,
          formerIds: former.map((one) => one.id),
          pattern: patternOf([donor, ...former], donor.phone),
          family: seeing.tenant.family,
        }),
      )
      const elsewhere = await listSamePerson(db, tenant, id)
      return {
        ...counts,
        former_addresses: former.map(({ email }) => email).filter(Boolean),
        elsewhere: elsewhere.map((same) => ({
          id: same.id,
          organization: { id: same.organization_id, name: same.organization_name },
          gifts: same.gifts,
        })),
        confirm: donor.email || donor.name,
      }
    },
    { timeoutMs },
  )
}

/**
 * Takes out whatever names a person, everywhere, in one transaction. What happened to their gifts, when, and every sum stays.
 * A digest of each address stays too, so that no upload brings them back.
 * @throws Refusal not_found, invalid without the right confirmation, conflict while a mail to them is being sent
 */
export async function eraseDonor(
  call: Writing,
  directory: Directory,
  id: number,
  confirm: string,
): Promise<{ gifts: number; mails: number }> {
  const { platform, tenant } = call
  const { organizationId } = tenant
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await lockEvaluating(db, tenant.family)
      const { donor, former } = await lockPerson(db, organizationId, id)
      if (wordOf(confirm) !== wordOf(donor.email || donor.name)) {
        throw new Refusal('invalid', dataMessages.confirm, { fields: { confirm: dataMessages.confirm } })
      }
      const people = [donor, ...former]
      const mails = await inFamily(db, { tenant }, async (seeing) => {
        const erased: Erased = {
          organizationId,
          id,
          formerIds: former.map((one) => one.id),
          addresses: people.map(({ email }) => wordOf(email)).filter(Boolean),
          pattern: patternOf(people, donor.phone),
          family: seeing.tenant.family,
        }
        return eraseEverywhere(db, erased, platform.clock())
      })
      const keys = people.map(({ donor_key }) => ({ organization_id: organizationId, donor_key }))
      await rememberErased(db, platform, id, keys)
      const gifts = await judgeWithoutEmployer(db, call, directory, id)
      await writeAudit(db, call, {
        organizationId,
        action: 'erased',
        subject: 'donor',
        subjectId: id,
        after: { gifts, mails },
      })
      return { gifts, mails }
    },
    { timeoutMs },
  )
}

async function eraseEverywhere(db: Db, erased: Erased, now: Date): Promise<number> {
  if ((await stopMails(db, erased)) > 0) throw new Refusal('conflict', dataMessages.onItsWay)
  const mails = await eraseMails(db, erased)
  await eraseHistory(db, erased)
  await eraseBeside(db, erased)
  await eraseAround(db, erased)
  await eraseGifts(db, erased)
  await eraseRow(db, erased, now)
  await eraseFromTrail(db, erased)
  return mails
}

const withoutEmployer = { status_id: 23, reason_code: 'employer_missing' } as const

/**
 * An employer that waited for review was known by the person's words alone, and those are gone. The rules are not asked: they
 * would guess another one, and sums would change. Answers how many gifts there are.
 */
async function judgeWithoutEmployer(db: Db, call: Writing, directory: Directory, id: number): Promise<number> {
  const rows = await lockDonationsOfDonors(db, [call.tenant.organizationId], [id])
  const waiting = rows.filter((row) => row.status_id === 2 && row.company_id === null && row.merged_into_id === null)
  await changeMatches(
    db,
    contextOf(call, directory),
    waiting.map((row) => ({ action: 'evaluate', before: row, row: { ...row, ...withoutEmployer } })),
  )
  return rows.length
}

type Person = Pick<LockedDonor, 'id' | 'name' | 'email' | 'donor_key'>

async function lockPerson(
  db: Db,
  organizationId: number,
  id: number,
): Promise<{ readonly donor: LockedDonor; readonly former: readonly Person[] }> {
  const [donor] = await lockDonors(db, organizationId, [id])
  if (!donor) throw notFound()
  requireLiving(donor)
  return { donor, former: await listFormerRows(db, organizationId, id) }
}

const wordOf = (text: string): string => text.trim().toLowerCase()

const shortest = 3
const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)

/**
 * Finds a person's addresses, phone number and full names, first name first or last, wherever they stand; a single name, which
 * may be anybody's, only where it is the whole text.
 */
export function patternOf(people: readonly Pick<Person, 'name' | 'email'>[], phone: string): string {
  const anywhere = new Set<string>()
  const whole = new Set<string>()
  for (const { name, email } of people) {
    if (email.length >= shortest) anywhere.add(escaped(wordOf(email)))
    const parts = wordOf(name).split(/\s+/).filter(Boolean)
    const last = parts.at(-1)
    if (parts.length > 1 && last) {
      anywhere.add(parts.map(escaped).join(String.raw`\s+`))
      anywhere.add(`${escaped(last)},?${String.raw`\s+`}${parts.slice(0, -1).map(escaped).join(String.raw`\s+`)}`)
    } else if (last && last.length >= shortest) whole.add(escaped(last))
  }
  const digits = phone.trim()
  if (digits.length >= 7) anywhere.add(escaped(digits))
  const inside = [...anywhere].map((word) => `(^|[^[:alnum:]])${word}($|[^[:alnum:]])`)
  return [...inside, ...[...whole].map((word) => `^${word}$`)].join('|')
}
