import { donors } from '@twofold/contract'
import { areTwoPeople, findMove, isStatusId, nameKeyOf } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import { differences, writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { lockFamilyForEvaluation } from '../../matches/family/index.ts'
import type { Operation } from '../../matches/journal/index.ts'
import { hasUnusableAddress, refuseErased } from '../donor-identity/index.ts'
import { blankUpdate, donorKeyOf, emailKeyOf } from '../identification/index.ts'
import { recordingContextOf, updateDonations } from '../recording/index.ts'
import {
  copySuppression,
  type DonorChange,
  deleteFormerAddress,
  findDonorByKey,
  insertDonorEvents,
  insertFormerAddress,
  type LockedDonor,
  listDonationIdsOf,
  listDonorChangesSince,
  lockDonors,
  updateDonor,
} from './change.queries.ts'

const { donorFields, donorMessages } = donors

/**
 * The old address still leads to the donor. A new employer applies to every match that may change. @throws Refusal
 * not_found, conflict when another user changed the same field, invalid
 */
export async function changeDonor(
  call: WriteCall,
  directory: Directory,
  donorId: number,
  input: donors.ChangedDonor,
): Promise<void> {
  const { platform, tenant, caller } = call
  await inTenant(platform.database, tenant, async (db) => {
    await lockFamilyForEvaluation(db, tenant.family)
    const donor = await lockActiveDonor(db, tenant.organizationId, donorId)
    const wanted = Object.fromEntries(
      donorFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
    )
    const { before, after } = differences(donor, wanted)
    await refuseConflicts(db, donor, input.version, Object.keys(after))
    const changed: LockedDonor = { ...donor, ...after }
    if (changed.name === '' && changed.email === '') throw refusedField('name', donorMessages.name)
    if (changed.email !== donor.email && (await hasUnusableAddress(db, tenant.family, changed))) {
      throw refusedField('email', donorMessages.noAddress)
    }
    const employer = await changeEmployer(db, call, directory, donor, input)
    if (Object.keys(after).length === 0 && employer === null) return
    await changeAddress(db, platform, donor, changed)
    const changes: DonorChange[] = Object.keys(after).map((field) => ({ field, from: before[field], to: after[field] }))
    if (employer) changes.push({ field: 'employer', from: null, to: employer })
    await insertDonorEvents(
      db,
      [{ organization_id: donor.organization_id, donor_id: donor.id, action: 'changed', changes }],
      { userId: caller.user.id, now: platform.clock() },
    )
    await writeAudit(db, call, {
      organizationId: donor.organization_id,
      action: 'changed',
      subject: 'donor',
      subjectId: donor.id,
      before,
      after: { ...after, ...(employer ? { employer } : {}) },
    })
  })
}

/** @throws Refusal not_found, conflict for an erased or merged donor */
export async function lockActiveDonor(db: Db, organizationId: number, id: number): Promise<LockedDonor> {
  const [donor] = await lockDonors(db, organizationId, [id])
  if (!donor) throw notFound()
  requireActiveDonor(donor)
  return donor
}

/** @throws Refusal conflict for an erased or merged donor */
export function requireActiveDonor({ erased_at, merged_into_id }: LockedDonor): void {
  if (erased_at !== null) throw new Refusal('conflict', donorMessages.erased)
  if (merged_into_id !== null) throw new Refusal('conflict', donorMessages.merged)
}

const refusedField = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })

async function refuseConflicts(
  db: Db,
  donor: LockedDonor,
  version: number | undefined,
  fields: readonly string[],
): Promise<void> {
  if (version === undefined || fields.length === 0) return
  const changed = await listDonorChangesSince(db, donor, version)
  const conflicts = fields.flatMap((field) => {
    const theirChange = changed.find((one) => one.field === field)
    return theirChange
      ? [[field, `Changed by ${theirChange.by} meanwhile: ${String(theirChange.to || 'nothing')}`] as const]
      : []
  })
  if (conflicts.length === 0) return
  throw new Refusal('conflict', donorMessages.lost, { fields: Object.fromEntries(conflicts) })
}

async function changeAddress(db: Db, platform: Platform, donor: LockedDonor, changed: LockedDonor): Promise<void> {
  const key = await newKeyOf(db, donor, changed)
  if (key !== donor.donor_key) {
    await refuseErased(db, platform, { organization_id: donor.organization_id, donor_key: key })
    const other = await findDonorByKey(db, donor.organization_id, key)
    if (other && other.merged_into_id !== donor.id) {
      throw new Refusal('conflict', donorMessages.taken, { fields: { email: donorMessages.taken } })
    }
    if (other) await deleteFormerAddress(db, donor.organization_id, other.id)
    await copySuppression(db, donor.organization_id, donor, { ...changed, donor_key: key })
  }
  await updateDonor(db, { ...changed, donor_key: key })
  if (key !== donor.donor_key && donor.email !== '') await insertFormerAddress(db, donor, platform.clock())
}

/** The key stays with the address. People with clearly different names share it (domain rule 14.1). */
async function newKeyOf(db: Db, donor: LockedDonor, changed: LockedDonor): Promise<string> {
  const mailbox = emailKeyOf(changed.email)
  if (mailbox !== '' && mailbox === emailKeyOf(donor.email)) return donor.donor_key
  const key = donorKeyOf(changed)
  if (mailbox === '') return key
  const owner = await findDonorByKey(db, donor.organization_id, key)
  const isTakenByOther = owner !== null && owner.merged_into_id !== donor.id && owner.id !== donor.id
  return isTakenByOther && areTwoPeople(owner.name, changed.name)
    ? donorKeyOf({ ...changed, person: nameKeyOf(changed.name) })
    : key
}

/** Changes matches that may be evaluated again. Returns the name; null if none was given. */
export async function changeEmployer(
  db: Db,
  call: WriteCall,
  directory: Directory,
  donor: LockedDonor,
  input: Pick<donors.ChangedDonor, 'company_id' | 'company_name'>,
  operation?: Operation,
): Promise<string | null> {
  const { nameOf } = await directory.current()
  const companyId = input.company_id ?? null
  const name = companyId === null ? (input.company_name ?? '') : nameOf(companyId)
  if (name === undefined) throw refusedField('company', donorMessages.unknownCompany)
  if (name === '') return null
  const gifts = await listDonationIdsOf(db, donor.organization_id, donor.id)
  await updateDonations(
    db,
    { ...recordingContextOf(call, directory), ...(operation ? { operation } : {}) },
    gifts
      .filter(({ status_id }) => isStatusId(status_id) && findMove('edit', status_id, call.level))
      .map(({ id }) => ({
        ...blankUpdate,
        donationId: id,
        employer: { companyId, text: companyId === null ? name : '' },
      })),
  )
  return name
}
