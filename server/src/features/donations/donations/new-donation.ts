import type { Currency } from '@twofold/contract'
import type { StatusId } from '@twofold/matching'
import type { GivenFields } from '../../matches/matches/index.ts'

export type NewDonor = {
  readonly name: string
  readonly email: string
  /** Which of the people who share the address; missing for the person whose key is the address. */
  readonly person?: string
  readonly phone: string
  /** Two letters, ISO 639; '' where nobody said it. */
  readonly language: string
  readonly street: string
  readonly street2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}

/** What was said about a donation beside who gave what and when. */
type Given = {
  /** Where it stood in its file; 0 outside of uploads. Comes back in problems. */
  readonly row: number
  readonly donor: NewDonor
  readonly employer: { readonly companyId: number | null; readonly text: string }
  readonly custom: Readonly<Record<string, string>>
  readonly fields: GivenFields
  /** A status given from outside makes an external match: no mail, no bill, never evaluated. */
  readonly givenStatusId: StatusId | null
}

/** A gift as it comes in, whoever brings it: an upload, a person, a demo. Money in cents, wall clock as written. */
export type NewDonation = Given & {
  readonly organizationId: number
  readonly transactionId: string | null
  /** `YYYY-MM-DD HH:MM:SS`, the organization's wall clock. */
  readonly donatedAt: string
  readonly amountCents: number
  readonly currency: Currency
  /** The donor must not be emailed, or has died; missing: nothing says so. */
  readonly contact?: 'opted_out' | 'deceased' | null
  /** How many gifts of the same donor, amount and day without a transaction ID came before it; 0 where it is missing. */
  readonly sameDay?: number
}

/** New facts about a donation that is here. Null and blank leave what is known. */
export type DonationUpdate = Given & {
  readonly donationId: number
  readonly amountCents: number | null
  readonly donatedAt: string | null
  /** Another donor of the organization; null: whom the update names by address, if any. */
  readonly donorId: number | null
}

/** Nothing known of a person. */
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

/** Nothing said beside who gave what and when. */
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
