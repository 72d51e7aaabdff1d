import type { Db } from '../../../platform/database/database.ts'
import {
  distinguishDonors,
  isUnusableAddress,
  listOwnAddresses,
  type NewDonation,
  type RecordingContext,
  withoutAddress,
} from '../donations/index.ts'
import type { DonationsOfFile } from './donations-of-file.ts'
import { noAddressWarning, type Warning } from './reading/index.ts'
import type { RejectedRow } from './rejected-rows.queries.ts'

type Donors = Pick<DonationsOfFile, 'gifts' | 'setAside' | 'reversals'> & {
  /** Without a donor name, and with a placeholder or the organization's own address. */
  readonly rejected: readonly RejectedRow[]
  readonly warnings: readonly Warning[]
}

/** See domain rule 14.1. */
export async function donorsOfFile(
  db: Db,
  context: RecordingContext,
  { gifts, setAside, reversals }: Pick<DonationsOfFile, 'gifts' | 'setAside' | 'reversals'>,
  cells: ReadonlyMap<number, readonly string[]>,
): Promise<Donors> {
  const own = await listOwnAddresses(db, context.tenant.family)
  const ofNobody = new Set([...gifts, ...setAside].filter(({ donor }) => isUnusableAddress(donor, own)))
  const refunds = reversals.map(({ given }) => (isUnusableAddress(given.donor, own) ? withoutAddress(given) : given))
  const isNameless = (one: NewDonation): boolean => ofNobody.has(one) && one.donor.name === ''
  const cleaned = (given: readonly NewDonation[]): NewDonation[] =>
    ofNobody.size === 0
      ? [...given]
      : given.filter((one) => !isNameless(one)).map((one) => (ofNobody.has(one) ? withoutAddress(one) : one))
  const [given, aside] = [cleaned(gifts), cleaned(setAside)]
  const asked = given.length + aside.length
  // Refunds come last, because the gifts determine who shares a mailbox.
  const told = await distinguishDonors(db, context, [...given, ...aside, ...refunds])
  const isRefund = new Set([...refunds, ...told.donations.slice(asked)])
  return {
    gifts: told.donations.slice(0, given.length),
    setAside: told.donations.slice(given.length, asked),
    reversals: reversals.map((one, at) => ({ ...one, given: told.donations[asked + at] ?? one.given })),
    rejected: gifts.filter(isNameless).map(({ row }) => ({
      row,
      reason: 'donor_missing',
      problem:
        'The donor has no name, and the address is your organization’s own. Fill in the name or the donor’s address.',
      cells: [...(cells.get(row) ?? [])],
    })),
    warnings: [
      ...addressWarning(
        'own_address',
        'an address of your own organization',
        [...ofNobody].filter((one) => !isNameless(one)),
      ),
      ...addressWarning(
        'shared_address',
        'an address that four or more people share',
        told.shared.filter((one) => !isRefund.has(one)),
      ),
      ...nameWarning(told.unclear.filter((one) => !isRefund.has(one))),
    ],
  }
}

function addressWarning(
  code: 'own_address' | 'shared_address',
  what: string,
  found: readonly NewDonation[],
): Warning[] {
  if (found.length === 0) return []
  const addresses = new Set(found.map(({ donor }) => donor.email.toLowerCase()))
  return [noAddressWarning(code, { addresses: [...addresses], rows: found.map(({ row }) => row), what })]
}

function nameWarning(unclear: readonly NewDonation[]): Warning[] {
  const [first] = unclear
  if (!first) return []
  const { name, email } = first.donor
  const rows = unclear.length === 1 ? '1 row names' : `${unclear.length} rows name`
  return [
    {
      code: 'names_of_one_address',
      message: `${rows} a donor differently from others with the same email address (like ${name}, ${email}). We take them for one person and keep the name with the gift.`,
      count: unclear.length,
      rows: unclear.slice(0, 100).map(({ row }) => row),
    },
  ]
}
