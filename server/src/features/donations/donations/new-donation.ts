import type { Currency } from '@twofold/contract'
import type { StatusId } from '@twofold/matching'
import type { GivenFields } from '../../matches/matches/index.ts'

export type NewDonor = {
  readonly name: string
  readonly email: string
  /** Distinguishes people who share an address; missing for the person whose key is the address. */
  readonly person?: string
  readonly phone: string
  /** ISO 639, two letters; '' if unknown. */
  readonly language: string
  readonly street: string
  readonly street2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

/** Further facts of a donation, besides donor, amount and date. */
type Given = {
  /** Row in the file, for problem reports; 0 outside of uploads. */
  readonly row: number
  readonly donor: NewDonor
  readonly employer: { readonly companyId: number | null; readonly text: string }
  readonly custom: Readonly<Record<string, string>>
  readonly fields: GivenFields
  /** A given status makes an external match: no email, no bill, no evaluation. */
  readonly givenStatusId: StatusId | null
}

/** A gift to record from any source. Money is in cents, times are as written. */
export type NewDonation = Given & {
  readonly organizationId: number
  readonly transactionId: string | null
  /** `YYYY-MM-DD HH:MM:SS` in the organization's time zone. */
  readonly donatedAt: string
  readonly amountCents: number
  readonly currency: Currency
  /** The donor must not be emailed, or has died; missing if unknown. */
  readonly contact?: 'opted_out' | 'deceased' | null
  /** Number of earlier gifts with the same donor, amount and day and without a transaction ID. Default: 0. */
  readonly sameDay?: number
}

/** New facts about a recorded donation. Null and blank leave a field unchanged. */
export type DonationUpdate = Given & {
  readonly donationId: number
  readonly amountCents: number | null
  readonly donatedAt: string | null
  /** Another donor of the organization. If null, the donor is found by the address, if given. */
  readonly donorId: number | null
}

/** A donor without any data. */
export const blankDonor: NewDonor = {
  name: '',
  email: '',
  phone: '',
  language: '',
  street: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
}

export const blankGiven: Given = {
  row: 0,
  donor: blankDonor,
  employer: { companyId: null, text: '' },
  custom: {},
  fields: {},
  givenStatusId: null,
}

/** An update that changes nothing. */
export const blankUpdate: Omit<DonationUpdate, 'donationId'> = {
  ...blankGiven,
  amountCents: null,
  donatedAt: null,
  donorId: null,
}
