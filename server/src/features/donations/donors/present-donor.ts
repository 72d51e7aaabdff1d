import { type donors, toUnits } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import {
  findDonorFacts,
  type GiftRow,
  listAnswersOfDonor,
  listEmployersOfDonor,
  listEventsOfDonor,
  listGiftsOfDonor,
  listMailsOfDonor,
  listSamePerson,
} from './donor.queries.ts'
import type { ListedDonor, SumRow } from './list.queries.ts'
import { listLikelyDuplicates, listMergesOf } from './merge.queries.ts'

const presentSums = (sums: readonly SumRow[]): donors.DonorRow['sums'] =>
  sums.map(({ given_cents, could_be_matched_cents, submitted_cents, ...rest }) => ({
    ...rest,
    given: toUnits(given_cents),
    could_be_matched: toUnits(could_be_matched_cents),
    submitted: toUnits(submitted_cents),
  }))

export const presentRow = ({ organization_id, organization_name, sums, ...row }: ListedDonor): donors.DonorRow => ({
  ...row,
  organization: { id: organization_id, name: organization_name },
  sums: presentSums(sums),
})

const presentGift = ({ amount_cents, own_cents, matched_cents, ...gift }: GiftRow): donors.DonorGift => ({
  ...gift,
  amount: toUnits(amount_cents),
  own_amount: toUnits(own_cents),
  matched: toUnits(matched_cents),
})

const presentChange = ({ field, from, to }: donors.DonorAnswer['changes'][number]) => {
  const units = (value: unknown): unknown => (typeof value === 'number' ? toUnits(value) : value)
  return field.endsWith('_cents')
    ? { field: field.slice(0, -'_cents'.length), from: units(from), to: units(to) }
    : { field, from, to }
}

export async function getDonorDetail(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  tenant: Tenant,
  id: number,
): Promise<donors.DonorDetail> {
  return inTenant(
    database,
    tenant,
    async (db) => {
      const facts = orNotFound(await findDonorFacts(db, tenant, id))
      const reference = { organizationId: tenant.organizationId, id }
      const { organization_id, organization_name, sums, ...rest } = facts
      return {
        ...rest,
        organization: { id: organization_id, name: organization_name },
        sums: presentSums(sums),
        employers: await listEmployersOfDonor(db, reference),
        gifts: (await listGiftsOfDonor(db, reference)).map(presentGift),
        mails: await listMailsOfDonor(db, reference),
        answers: (await listAnswersOfDonor(db, reference)).map((answer) => ({
          ...answer,
          changes: answer.changes.map(presentChange),
        })),
        events: await listEventsOfDonor(db, reference),
        merges: await listMergesOf(db, reference, clock()),
        likely: await listLikelyDuplicates(db, reference),
        elsewhere: (await listSamePerson(db, tenant, id)).map((same) => ({
          id: same.id,
          organization: { id: same.organization_id, name: same.organization_name },
          gifts: same.gifts,
        })),
      }
    },
    { readOnly: true, snapshot: true },
  )
}
