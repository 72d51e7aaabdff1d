import { isUnconfirmed } from '../../match-facts/index.ts'
import { type DecisionFacts, decideMail, type SendContext } from '../donor-mails/decide-mail.ts'
import { asksDonor, type DonorMailName } from '../donor-mails/donor-mail-kinds.ts'
import { listedAtMost, requestOf } from '../donor-mails/listed-gifts.queries.ts'
import type { RecentMails, Sender, WaitingMail } from './waiting-mails.queries.ts'

type ForecastedMail = Omit<WaitingMail, 'heldBecause' | 'isMovedByLimit' | 'kind'> & {
  readonly kind: DonorMailName
  readonly hasAnswered?: boolean
}

export type Forecast = { readonly at: Date } | { readonly whyNot: string; readonly isListed: boolean }

type SentMail = { readonly donationId: number | null; readonly at: Date }
type Recipient = { readonly mails: number; readonly sentMails: readonly SentMail[] }

type ForecastContext = {
  readonly senders: ReadonlyMap<number, Sender>
  readonly recent: ReadonlyMap<string, RecentMails>
  readonly now: Date
  readonly delaySeconds: number
}

/**
 * Forecasts emails with current facts, in order of sending. Each one that leaves counts toward the limits, delays the
 * next one about another gift by a day, and lists the donor's other gifts with the same request.
 */
export function createForecast({ senders, recent, now, delaySeconds }: ForecastContext) {
  const recipients = new Map<string, Recipient>()
  for (const [key, { mails, last, lastDonationId: donationId }] of recent)
    recipients.set(key, { mails, sentMails: last ? [{ donationId, at: last }] : [] })
  const listings = createListings(delaySeconds)
  return {
    /** Held emails wait for a release, so they and the others don't list each other. */
    next: (mail: ForecastedMail, isHeld: boolean): Forecast => {
      const sender = senders.get(mail.organizationId)
      if (!sender) return { at: mail.sendAt }
      const recipient = recipients.get(mail.donorKey) ?? { mails: 0, sentMails: [] }
      const at = mail.sendAt > now ? mail.sendAt : now
      const lastListedAt = listings.lastListedAt(mail, isHeld)
      const decision = decideMail(
        mail.kind,
        createDecisionFacts(mail),
        createSendContext({ ...mail, lastListedAt }, sender, recipient, at),
      )
      if ('skip' in decision) return { whyNot: decision.skip, isListed: decision.isCovered ?? false }
      return { at: 'postponeTo' in decision ? decision.postponeTo : at }
    },
    leaves: (mail: ForecastedMail, at: Date, isHeld: boolean): void => {
      const { mails, sentMails } = recipients.get(mail.donorKey) ?? { mails: 0, sentMails: [] }
      recipients.set(mail.donorKey, {
        mails: mails + 1,
        sentMails: [...sentMails, { donationId: mail.donationId, at }],
      })
      listings.add(mail, at, isHeld)
    },
  }
}

const createDecisionFacts = (mail: ForecastedMail): DecisionFacts => ({
  donation: { ...mail, statusId: mail.donationStatusId },
  donor: { email: mail.email, name: mail.donorName },
  companyName: mail.companyName,
  organization: { addressLines: ['known'] },
})

/** Assumes that waiting emails are sent on time, in the donor's daytime, by an unpaused organization. */
function createSendContext(
  mail: ForecastedMail,
  sender: Sender,
  { mails, sentMails }: Recipient,
  at: Date,
): SendContext {
  return {
    ...mail,
    ...sender,
    now: at,
    organizationIsClosed: sender.isClosed,
    queuedAt: mail.createdAt,
    recentMails: mails,
    lastAboutOtherDonation: getLatest(sentMails.filter(({ donationId }) => donationId !== mail.donationId)),
    lastAboutThis: getLatest(sentMails.filter(({ donationId }) => donationId === mail.donationId)),
    hasAnswered: mail.hasAnswered ?? false,
    isSuperseded: false,
    isPaused: false,
    isHeld: false,
    waitsForUndo: null,
    daytime: at,
  }
}

const getLatest = (sentMails: readonly SentMail[]): Date | null =>
  sentMails.length === 0 ? null : new Date(Math.max(...sentMails.map(({ at }) => at.getTime())))

type Listing = { readonly at: Date; readonly mail: ForecastedMail; freeEntries: number }

/** When in doubt, a gift keeps its own email, so that a forecast never counts too few. */
function createListings(delaySeconds: number) {
  const listings = new Map<string, Listing[]>()
  const getListingKey = ({ organizationId, donorId }: ForecastedMail, statusId: number, isHeld: boolean) =>
    `${organizationId} ${donorId} ${requestOf(statusId)} ${isHeld}`
  return {
    add: (mail: ForecastedMail, at: Date, isHeld: boolean): void => {
      if (!asksDonor(mail.kind) || isUnconfirmed({ donation: mail })) return
      const key = getListingKey(mail, mail.statusId, isHeld)
      listings.set(key, [...(listings.get(key) ?? []), { at, mail, freeEntries: listedAtMost }])
    },
    lastListedAt: (mail: ForecastedMail, isHeld: boolean): Date | null => {
      const listing = listings
        .get(getListingKey(mail, mail.donationStatusId, isHeld))
        ?.findLast(({ mail: listingMail }) => listingMail.donationId !== mail.donationId)
      if (!listing || listing.freeEntries <= 0 || isUnconfirmed({ donation: mail })) return mail.lastListedAt
      const canBeUndone = listing.at.getTime() < mail.createdAt.getTime() + delaySeconds * 1000
      const isSameUpload = mail.importId !== null && mail.importId === listing.mail.importId
      if (canBeUndone && !isSameUpload) return mail.lastListedAt
      listing.freeEntries -= 1
      return listing.at
    },
  }
}
