import { createHmac } from 'node:crypto'
import { donorData } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertErasedAddresses, listErasedAddresses } from './erased.queries.ts'
import { donorKeyOf, type KeyedDonation } from './known-donations.ts'
import { blankDonor, type NewDonation } from './new-donation.ts'

/**
 * People whose data was erased do not come back by the next upload: their gifts count for the erased donor, nothing of the
 * person is kept, and nobody writes to them. They are recognized by a digest of their address that only this product can make.
 */

type Keys = Pick<Platform, 'secrets'>
type Person = { readonly organization_id: number; readonly donor_key: string }

const hashed = ({ secrets }: Keys, { organization_id, donor_key }: Person, place: number) => ({
  place,
  organization_id,
  address_hash: createHmac('sha256', secrets.keyFor('erased-address'))
    .update(`${organization_id}:${donor_key}`)
    .digest('hex'),
})

/** From now on these addresses are the erased donor's. */
export const rememberErased = (db: Db, keys: Keys, donorId: number, people: readonly Person[]): Promise<void> =>
  insertErasedAddresses(
    db,
    donorId,
    people.map((person, place) => hashed(keys, person, place)),
  )

/** The erased donor that each of these people is, in the order given; null: nobody who was erased. */
export async function findErased(db: Db, keys: Keys, people: readonly Person[]): Promise<(number | null)[]> {
  if (people.length === 0) return []
  const rows = await listErasedAddresses(
    db,
    people.map((person, place) => hashed(keys, person, place)),
  )
  const donors = new Map(rows.map(({ place, donor_id }) => [place, donor_id]))
  return people.map((_, place) => donors.get(place) ?? null)
}

/** The erased donor whose each of these gifts is, in the order given; null: nobody's who was erased. */
export const findErasedGifts = (db: Db, keys: Keys, gifts: readonly NewDonation[]): Promise<(number | null)[]> =>
  findErased(
    db,
    keys,
    gifts.map(({ organizationId, donor }) => ({ organization_id: organizationId, donor_key: donorKeyOf(donor) })),
  )

/** Whether gifts of this person count for an erased donor. */
export const isErasedDonor = async (db: Db, keys: Keys, person: Person): Promise<boolean> =>
  typeof (await findErased(db, keys, [person]))[0] === 'number'

/** @throws Refusal conflict where somebody types in a person who was erased */
export async function refuseErased(db: Db, keys: Keys, person: Person): Promise<void> {
  if (!(await isErasedDonor(db, keys, person))) return
  throw new Refusal('conflict', donorData.dataMessages.erasedPerson, {
    fields: { donor_email: donorData.dataMessages.erasedPerson, email: donorData.dataMessages.erasedPerson },
  })
}

export type Arriving = KeyedDonation & { readonly erasedDonorId: number | null }

/** Gifts of erased people without anything that names them; what makes each the same gift was said before and stays. */
export async function withoutErased(db: Db, keys: Keys, keyed: readonly KeyedDonation[]): Promise<Arriving[]> {
  const people = keyed.map(({ donation, donorKey }) => ({
    organization_id: donation.organizationId,
    donor_key: donorKey,
  }))
  const erased = await findErased(db, keys, people)
  return keyed.map((one, place) => {
    const erasedDonorId = erased[place] ?? null
    if (erasedDonorId === null) return { ...one, erasedDonorId }
    const { companyId } = one.donation.employer
    const donation = {
      ...one.donation,
      transactionId: null,
      donor: blankDonor,
      custom: {},
      employer: { companyId, text: '' },
    }
    return { ...one, donation, erasedDonorId }
  })
}
