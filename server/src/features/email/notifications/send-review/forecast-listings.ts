import { asksDonor, type DonorMailName } from '../donor-mails/donor-mail-kinds.ts'
import { listedAtMost, requestOf } from '../donor-mails/listed-gifts.queries.ts'
import { isUnconfirmed } from '../donor-mails/match-facts.queries.ts'

type Mail = {
  readonly organizationId: number
  readonly donationId: number
  readonly donorId: number
  readonly kind: DonorMailName
  readonly statusId: number
  readonly donationStatusId: number
  readonly reasonCode: string
  readonly createdAt: Date
  readonly importId: number | null
  readonly lastListedAt: Date | null
}

type Listing = { readonly at: Date; readonly by: Mail; room: number }

/** When in doubt, a gift keeps its own mail, so that a forecast never counts too few. */
export function forecastListings(delaySeconds: number) {
  const listings = new Map<string, Listing[]>()
  // Held mails wait for a release, so they and the others don't list each other.
  const keyOf = ({ organizationId, donorId }: Mail, statusId: number, isHeld: boolean) =>
    `${organizationId} ${donorId} ${requestOf(statusId)} ${isHeld}`
  return {
    /** A mail that leaves lists the donor's other gifts with the same request. */
    add: (mail: Mail, at: Date, isHeld: boolean): void => {
      if (!asksDonor(mail.kind) || isUnconfirmed({ donation: mail })) return
      const key = keyOf(mail, mail.statusId, isHeld)
      listings.set(key, [...(listings.get(key) ?? []), { at, by: mail, room: listedAtMost }])
    },
    lastListedAt: (mail: Mail, isHeld: boolean): Date | null => {
      const listing = listings
        .get(keyOf(mail, mail.donationStatusId, isHeld))
        ?.findLast(({ by }) => by.donationId !== mail.donationId)
      if (!listing || listing.room <= 0 || isUnconfirmed({ donation: mail })) return mail.lastListedAt
      const canBeUndone = listing.at.getTime() < mail.createdAt.getTime() + delaySeconds * 1000
      const isSameUpload = mail.importId !== null && mail.importId === listing.by.importId
      if (canBeUndone && !isSameUpload) return mail.lastListedAt
      listing.room -= 1
      return listing.at
    },
  }
}
