import type { Db } from '../../platform/database/database.ts'
import { type Actor, type ArrivingRow, insertEvents, lockJudging } from './donations.queries.ts'
import { type JudgingContext, judgeArriving } from './judge-donations.ts'
import { withBlanks } from './kept-fields.ts'
import { type KeyedGift, sortOut, withKeys } from './known-gifts.ts'
import type { NewDonation } from './new-donation.ts'
import { type DonorRow, identifyGifts, keepDonors, takeDonationIds } from './record.queries.ts'

export type RecordingContext = JudgingContext & {
  readonly actor: Actor
  readonly importId: number | null
  /** Uploaded with opt-in: nothing but the question is mailed before the donor agrees. */
  readonly optIn: boolean
  /** Donors without an employer are asked for it by mail. */
  readonly mailWithoutEmployer: boolean
  readonly onProgress?: (phase: 'evaluating' | 'saving', done: number) => void
}

export type Recorded = {
  readonly recorded: number
  /** Gifts that were here before, asked for by their donors, or stand twice among the given ones. */
  readonly unchanged: number
}

/**
 * Takes gifts in: donors, gifts, evaluation, history and first mails, all in the caller's transaction. A gift that is
 * already here changes nothing, so the same file may come twice; one that its donor asked for before gets its id.
 */
export async function recordDonations(
  db: Db,
  context: RecordingContext,
  gifts: readonly NewDonation[],
): Promise<Recorded> {
  if (gifts.length === 0) return { recorded: 0, unchanged: 0 }
  await lockJudging(db, context.tenant.family)
  const now = context.platform.clock()
  const keyed = gifts.map(withKeys)
  const { arriving, requested } = await sortOut(db, keyed)
  if (arriving.length + requested.length === 0) return { recorded: 0, unchanged: gifts.length }
  const donorIds = await keepDonors(db, donorsOf([...arriving, ...requested]), context.importId, now)
  await takeOver(db, context, requested, now)
  if (arriving.length > 0) {
    const ids = await takeDonationIds(db, arriving.length)
    const rows = arriving.map(({ gift, donorKey, giftKey }, index): ArrivingRow => {
      const donorId = donorIds.get(`${gift.organizationId}:${donorKey}`)
      const id = ids[index]
      if (donorId === undefined || id === undefined) throw new Error('a donor or an id is missing')
      return { ...arrivingRow(gift, context, now), id, donor_id: donorId, gift_key: giftKey }
    })
    await judgeArriving(db, context, rows)
  }
  return { recorded: arriving.length, unchanged: gifts.length - arriving.length }
}

/** The gift that the donor asked for gets the id and the columns of the file; employer, status and mails stay. */
async function takeOver(
  db: Db,
  { importId, actor }: RecordingContext,
  requested: readonly KeyedGift[],
  now: Date,
): Promise<void> {
  if (requested.length === 0) return
  const identified = await identifyGifts(
    db,
    requested.map(({ gift, giftKey, factsKey }) => ({
      organization_id: gift.organizationId,
      facts_key: factsKey,
      gift_key: giftKey,
      transaction_id: gift.transactionId,
      custom: withoutReserved(gift.custom),
    })),
    importId,
  )
  const events = identified.map(({ organization_id, id, status_id }) => ({
    organization_id,
    donation_id: id,
    action: 'identified',
    from_status_id: status_id,
    to_status_id: status_id,
    reason_code: '',
  }))
  await insertEvents(db, events, actor, now)
}

function donorsOf(keyed: readonly KeyedGift[]): DonorRow[] {
  const donors = new Map<string, DonorRow>()
  for (const { gift, donorKey } of keyed) {
    const key = `${gift.organizationId}:${donorKey}`
    donors.set(
      key,
      fillIn(donors.get(key), { ...gift.donor, organization_id: gift.organizationId, donor_key: donorKey }),
    )
  }
  return [...donors.values()]
}

const columnsOfSeries = ['recurring_id', 'subscription_id', 'recurring_donation_id', 'recurring_plan_id']

function arrivingRow(
  gift: NewDonation,
  context: RecordingContext,
  now: Date,
): Omit<ArrivingRow, 'id' | 'donor_id' | 'gift_key'> {
  const series = columnsOfSeries.map((name) => gift.custom[name]?.trim()).find(Boolean)
  return {
    organization_id: gift.organizationId,
    donor_email: gift.donor.email,
    donated_at: gift.donatedAt,
    created_at: now.toISOString(),
    amount_cents: gift.amountCents,
    currency: gift.currency,
    company_id: gift.employer.companyId,
    employer_text: gift.employer.text,
    employer_how: null,
    employer_confidence: null,
    status_id: gift.givenStatusId ?? 2,
    previous_status_id: null,
    reason_code: '',
    payment_state: 'none',
    estimated_cents: 0,
    estimate_is_certain: false,
    deadline_at: null,
    look_again_at: null,
    policy_version_id: null,
    campaign_id: null,
    merged_into_id: null,
    recurring_id: series ?? null,
    custom: withoutReserved(gift.custom),
    inert: gift.givenStatusId !== null,
    opt_in_required: context.optIn,
    consented: false,
    transaction_id: gift.transactionId,
    import_id: context.importId,
    ...withBlanks(gift.fields),
  }
}

/** Keys that the product itself writes to; a column of that name is kept beside it. */
const reservedKeys = ['amply', 'company', 'history']

export function withoutReserved(custom: NewDonation['custom']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(custom).map(([key, value]) => [reservedKeys.includes(key) ? `${key}_column` : key, value]),
  )
}

/** Several gifts of one person in one file: the first word counts, later ones fill what was blank. */
function fillIn(known: DonorRow | undefined, given: DonorRow): DonorRow {
  if (!known) return given
  return {
    ...known,
    name: known.name || given.name,
    phone: known.phone || given.phone,
    street: known.street || given.street,
    street2: known.street2 || given.street2,
    city: known.city || given.city,
    state: known.state || given.state,
    zip: known.zip || given.zip,
    country: known.country || given.country,
  }
}
