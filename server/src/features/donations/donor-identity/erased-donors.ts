import { createHmac, createSecretKey } from 'node:crypto'
import { donorData } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { KeyedDonation } from '../identification/index.ts'
import { blankDonor } from '../identification/index.ts'
import { hasErased, insertErasedAddresses, listErasedAddresses } from './erased.queries.ts'

/**
 * Erased donors must not return with an upload: a keyed digest of their address recognizes them. Their gifts count,
 * without personal data or emails.
 */

type Keys = Pick<Platform, 'secrets'>
type Person = { readonly organization_id: number; readonly donor_key: string }

async function hashAddresses({ secrets }: Keys, people: readonly Person[]) {
  const key = createSecretKey(secrets.keyFor('erased-address'))
  const rows = []
  for (const [position, { organization_id, donor_key }] of people.entries()) {
    await yieldToEventLoop()
    const address_hash = createHmac('sha256', key).update(`${organization_id}:${donor_key}`).digest('hex')
    rows.push({ place: position, organization_id, address_hash })
  }
  return rows
}

export const recordErasedAddresses = async (
  db: Db,
  keys: Keys,
  donorId: number,
  people: readonly Person[],
): Promise<void> => insertErasedAddresses(db, donorId, await hashAddresses(keys, people))

// For more people, first checks whether any donor was erased, because digests are slow.
const checkedAtOnce = 100

export async function findErased(db: Db, keys: Keys, people: readonly Person[]): Promise<(number | null)[]> {
  if (people.length === 0) return []
  const noneErased = (): null[] => people.map(() => null)
  if (people.length > checkedAtOnce) {
    const organizationIds = [...new Set(people.map(({ organization_id }) => organization_id))]
    if (!(await hasErased(db, organizationIds))) return noneErased()
  }
  const found: (number | null)[] = noneErased()
  for (const { place, donor_id } of await listErasedAddresses(db, await hashAddresses(keys, people)))
    found[place] = donor_id
  return found
}

export const isErasedDonor = async (db: Db, keys: Keys, person: Person): Promise<boolean> =>
  typeof (await findErased(db, keys, [person]))[0] === 'number'

/** @throws Refusal conflict for a person who was erased */
export async function refuseErased(db: Db, keys: Keys, person: Person): Promise<void> {
  if (!(await isErasedDonor(db, keys, person))) return
  throw new Refusal('conflict', donorData.privacyMessages.erasedPerson, {
    fields: { donor_email: donorData.privacyMessages.erasedPerson, email: donorData.privacyMessages.erasedPerson },
  })
}

export type IncomingDonation = KeyedDonation & { readonly erasedDonorId: number | null }

/** Keys are computed before and do not change. */
export async function anonymizeErased(
  db: Db,
  keys: Keys,
  keyed: readonly KeyedDonation[],
): Promise<IncomingDonation[]> {
  const people = keyed.map(({ donation, donorKey }) => ({
    organization_id: donation.organizationId,
    donor_key: donorKey,
  }))
  const erased = await findErased(db, keys, people)
  return keyed.map((keyedDonation, index) => {
    const erasedDonorId = erased[index] ?? null
    if (erasedDonorId === null) return { ...keyedDonation, erasedDonorId }
    const { companyId } = keyedDonation.donation.employer
    const donation = {
      ...keyedDonation.donation,
      transactionId: null,
      donor: blankDonor,
      custom: {},
      employer: { companyId, text: '' },
    }
    return { ...keyedDonation, donation, erasedDonorId }
  })
}
