import type { Currency } from '@twofold/contract'
import type { StatusId } from '@twofold/matching'

/** A gift as it comes in, whoever brings it: an upload, a person, a demo. Money in cents, wall clock as written. */
export type NewDonation = {
  /** Where it stood in its file; 0 outside of uploads. Comes back in problems. */
  readonly row: number
  readonly organizationId: number
  readonly transactionId: string | null
  /** `YYYY-MM-DD HH:MM:SS`, the organization's wall clock. */
  readonly donatedAt: string
  readonly amountCents: number
  readonly currency: Currency
  readonly donor: NewDonor
  readonly employer: { readonly companyId: number | null; readonly text: string }
  readonly custom: Readonly<Record<string, string>>
  /** A status given from outside makes an external match: no mail, no bill, never judged. */
  readonly givenStatusId: StatusId | null
}

export type NewDonor = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly street: string
  readonly street2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
}
