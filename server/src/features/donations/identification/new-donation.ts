import type { Currency } from '@twofold/contract'
import type { StatusId } from '@twofold/matching'
import type { OptionalFields } from '../../matches/imported-fields/index.ts'

/** Why a file stops emails to a donor. `bounced` is about the address. */
export type ContactStop = 'opted_out' | 'bounced' | 'deceased'

export type NewDonor = {
  readonly name: string
  readonly email: string
  /** Missing for the person whose key is the address. */
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

type DonationFacts = {
  /** 0 outside of uploads. */
  readonly row: number
  readonly donor: NewDonor
  readonly employer: { readonly companyId: number | null; readonly text: string }
  readonly custom: Readonly<Record<string, string>>
  readonly fields: OptionalFields
  /** Makes an external match: no email, no bill, no evaluation. */
  readonly givenStatusId: StatusId | null
}

/** Money is in cents, times are as written. */
export type NewDonation = DonationFacts & {
  readonly organizationId: number
  readonly transactionId: string | null
  /** `YYYY-MM-DD HH:MM:SS` in the organization's time zone. */
  readonly donatedAt: string
  readonly amountCents: number
  readonly currency: Currency
  readonly contact?: ContactStop | null
  /** Earlier gifts with the same donor, amount, and day and without a transaction id; 0 by default. */
  readonly sameDay?: number
}

/** Null and blank leave a field unchanged. */
export type DonationUpdate = DonationFacts & {
  readonly donationId: number
  readonly amountCents: number | null
  readonly donatedAt: string | null
  /** Null: the donor is found by the address, if given. */
  readonly donorId: number | null
}

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

export const blankDonation: DonationFacts = {
  row: 0,
  donor: blankDonor,
  employer: { companyId: null, text: '' },
  custom: {},
  fields: {},
  givenStatusId: null,
}

export const blankUpdate: Omit<DonationUpdate, 'donationId'> = {
  ...blankDonation,
  amountCents: null,
  donatedAt: null,
  donorId: null,
}
