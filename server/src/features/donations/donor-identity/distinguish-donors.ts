import { areTwoPeople, isPlaceholderName, isSameName, nameKeyOf } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'
import type { EvaluationScope } from '../../matches/family/index.ts'
import { inFamily } from '../../matches/family/index.ts'
import type { NewDonor } from '../identification/index.ts'
import { emailKeyOf } from '../identification/index.ts'
import { listPeopleAtAddresses, type NamedAddress } from './distinguish-donors.queries.ts'

type DonorDonation = { readonly donor: NewDonor; readonly custom: Readonly<Record<string, string>> }
type Person = {
  /** '' for the person whose donor key is the address. */
  readonly person: string
  readonly names: readonly string[]
  readonly added: string[]
  /** Public pages are not enough to claim an address. */
  readonly isUnconfirmed: boolean
}

export type DistinguishedDonations<D extends DonorDonation> = {
  readonly donations: readonly D[]
  /** The other known name may be a variant or a second person. */
  readonly unclear: readonly D[]
  /** Gifts whose address was dropped because too many people share it. */
  readonly shared: readonly D[]
}

/** An address shared by more people belongs to none of them. Domain rule 14.1. */
const peopleAtMost = 3

const givenName = 'name_as_given'

/**
 * Domain rule 14.1: a clearly different name is another person; in unclear cases, the address stays with its holder.
 */
export async function distinguishDonors<D extends DonorDonation>(
  db: Db,
  context: EvaluationScope,
  donations: readonly D[],
): Promise<DistinguishedDonations<D>> {
  const mailboxes = await peopleAt(db, context, donations)
  const distinguished: D[] = []
  for (const donation of donations) {
    await yieldToEventLoop()
    distinguished.push(distinguish(donation, mailboxes))
  }
  const crowdedMailboxes = new Set(
    [...mailboxes].flatMap(([mailbox, people]) => (hasTooManyPeople(people) ? [mailbox] : [])),
  )
  const isShared = ({ donor }: D): boolean => crowdedMailboxes.size > 0 && crowdedMailboxes.has(emailKeyOf(donor.email))
  return {
    donations: distinguished.map((one) =>
      isShared(one) && !isPlaceholderName(one.donor.name) ? withoutAddress(one) : one,
    ),
    unclear: distinguished.filter((one) => one.custom[givenName] === one.donor.name && !isShared(one)),
    shared: donations.filter((one) => isShared(one) && !isPlaceholderName(one.donor.name)),
  }
}

const hasTooManyPeople = (people: readonly Person[]): boolean =>
  people.filter(({ isUnconfirmed, added }) => !isUnconfirmed || added.length > 0).length > peopleAtMost

export function withoutAddress<D extends DonorDonation>(donation: D): D {
  const { person: _, ...donor } = donation.donor
  const { [givenName]: _given, ...custom } = donation.custom
  return { ...donation, custom, donor: { ...donor, email: '' } }
}

async function peopleAt(
  db: Db,
  context: EvaluationScope,
  donations: readonly DonorDonation[],
): Promise<Map<string, Person[]>> {
  const addresses = new Map<string, NamedAddress>()
  for (const { donor } of donations) {
    if (donor.email.trim() === '') continue
    const address = { mailbox: emailKeyOf(donor.email), name: donor.name.trim() }
    addresses.set(`${address.mailbox} ${address.name}`, address)
  }
  const mailboxes = new Map<string, Person[]>()
  if (addresses.size === 0) return mailboxes
  const known = await inFamily(db, context, ({ tenant }) =>
    listPeopleAtAddresses(db, tenant.family, [...addresses.values()]),
  )
  for (const { mailbox, donor_key, names, is_unconfirmed } of known) {
    const person = donor_key.slice(mailbox.length).trim()
    const people = mailboxes.get(mailbox) ?? []
    // The same person in another chapter.
    const knownPerson = people.find((one) => one.person === person)
    const others = people.filter((one) => one !== knownPerson)
    mailboxes.set(mailbox, [
      ...others,
      {
        person,
        names: [...(knownPerson?.names ?? []), ...names],
        added: [],
        isUnconfirmed: is_unconfirmed && knownPerson?.isUnconfirmed !== false,
      },
    ])
  }
  return mailboxes
}

function distinguish<D extends DonorDonation>(donation: D, mailboxes: Map<string, Person[]>): D {
  const { donor, custom } = donation
  if (donor.email.trim() === '') return donation
  const mailbox = emailKeyOf(donor.email)
  const people = mailboxes.get(mailbox) ?? []
  const found = findPerson(people, donor.name)
  if (!found) {
    const hasOwner = people.some(({ person }) => person === '')
    const person = hasOwner && !isPlaceholderName(donor.name) ? nameKeyOf(donor.name) : ''
    const added = isPlaceholderName(donor.name) ? [] : [donor.name]
    mailboxes.set(mailbox, [...people, { person, names: [], added, isUnconfirmed: false }])
    return person === '' ? donation : { ...donation, donor: { ...donor, person } }
  }
  const { person, added } = found.one
  if (!isPlaceholderName(donor.name)) added.push(donor.name)
  return {
    ...donation,
    donor: person === '' ? donor : { ...donor, person },
    custom: found.isUnclear ? { ...custom, [givenName]: donor.name } : custom,
  }
}

/** An exact name precedes a variant. A person without a name matches any. */
function findPerson(people: readonly Person[], name: string): { one: Person; isUnclear: boolean } | undefined {
  if (isPlaceholderName(name)) {
    const one = people.find(({ person }) => person === '')
    return one && { one, isUnclear: false }
  }
  const exact = people.find(({ names, added }) => [...names, ...added].some((known) => isSameName(known, name)))
  const one =
    exact ??
    people.find(
      ({ names, added }) =>
        (names.length === 0 || names.some((known) => !areTwoPeople(known, name))) &&
        !added.some((known) => areTwoPeople(known, name)),
    )
  // The first name is the donor's known name.
  const knownAs = one && [...one.names, ...one.added].find((known) => !isPlaceholderName(known))
  return one && { one, isUnclear: knownAs !== undefined && !isSameName(knownAs, name) }
}
