import { reservedKeys } from '@twofold/contract'
import { findMove } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { maxPipelinedRows } from '../../../platform/database/recordset.ts'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'
import { lockUnlessHeld } from '../../matches/family/index.ts'
import { withDefaults } from '../../matches/imported-fields/index.ts'
import { importOperation } from '../../matches/journal/index.ts'
import {
  changeMatches,
  evaluateExistingDonations,
  evaluateNewDonations,
  type PendingDonors,
} from '../../matches/matches/index.ts'
import { type ArrivingRow, lockDonations, type MatchRow } from '../../matches/rows/index.ts'
import { anonymizeErased, distinguishDonors, type IncomingDonation } from '../donor-identity/index.ts'
import type { NewDonation } from '../identification/index.ts'
import {
  donorKeyOf,
  type ExistingKeys,
  findExistingKeys,
  type KeyedDonation,
  separateRequested,
  withDonationKeys,
} from '../identification/index.ts'
import {
  type DonorRow,
  findUnconfirmed,
  identifyDonations,
  listDeceased,
  prepareDonors,
  reserveDonationIds,
  upsertDonors,
} from './record.queries.ts'
import type { RecordingContext } from './recording-context.ts'

export type RecordingResult = {
  readonly recorded: number
  readonly unchanged: number
  readonly ids: readonly number[]
  /** Confirmed requests from public pages. */
  readonly confirmed: readonly number[]
  /** Ids of the recorded gifts by row of the file. */
  readonly rows: ReadonlyMap<number, number>
  /** Counted, without personal data. */
  readonly ofErased: number
}

const nothingNew = { recorded: 0, ids: [], confirmed: [], rows: new Map<number, number>(), ofErased: 0 }

/** A recorded gift is unchanged, so a file may be uploaded twice. A requested gift receives its transaction id. */
export async function recordDonations(
  db: Db,
  context: RecordingContext,
  donations: readonly NewDonation[],
): Promise<RecordingResult> {
  if (donations.length === 0) return { ...nothingNew, unchanged: 0 }
  await lockUnlessHeld(db, context)
  const keyed = await withDonationKeys((await distinguishDonors(db, context, donations)).donations)
  return recordKeyed(db, context, keyed, await findExistingKeys(db, keyed))
}

/** The recorded keys were already read under the lock. */
export async function recordKeyed(
  db: Db,
  context: RecordingContext,
  keyedDonations: readonly KeyedDonation[],
  existingKeys: ExistingKeys,
): Promise<RecordingResult> {
  if (keyedDonations.length === 0) return { ...nothingNew, unchanged: 0 }
  const now = context.platform.clock()
  const keyed = await anonymizeErased(db, context.platform, keyedDonations)
  const { importId } = context
  const journalContext = importId === null ? context : { ...context, operation: importOperation(importId) }
  const confirmedIds = context.unconfirmed === true ? [] : await confirmNamed(db, journalContext, keyed)
  const { arriving, requested } = await separateRequested(db, keyed, {
    existing: existingKeys,
    byHand: context.byHand === true,
  })
  if (arriving.length + requested.length === 0)
    return { ...nothingNew, confirmed: confirmedIds, unchanged: keyedDonations.length }
  const { ids: donorIds, pendingDonors } = await donorIdsFor(db, context, donorsOf([...arriving, ...requested]), now)
  const identifiedIds = await identifyRequested(db, journalContext, requested)
  const deceased = await deceasedAmong(db, arriving)
  const ids = arriving.length > 0 ? await reserveDonationIds(db, arriving.length) : []
  if (arriving.length > 0) {
    const rows: ArrivingRow[] = []
    for (const [index, { donation, donorKey, donationKey, erasedDonorId }] of arriving.entries()) {
      await yieldToEventLoop()
      const donorId = erasedDonorId ?? donorIds.get(`${donation.organizationId}:${donorKey}`)
      const id = ids[index]
      if (donorId === undefined || id === undefined) throw new Error('a donor or an id is missing')
      const keys = { id, donor_id: donorId, gift_key: donationKey, silenced: erasedDonorId !== null }
      const row = { ...arrivingRow(donation, context, now), ...keys }
      const hasDied = !donation.fields.gift_kind && deceased.has(`${donation.organizationId}:${donorKey}`)
      rows.push(hasDied ? { ...row, gift_kind: 'deceased' } : row)
    }
    // New gifts may be combined with confirmed requests.
    const isConfirming = confirmedIds.length + identifiedIds.length > 0
    await evaluateNewDonations(db, isConfirming ? journalContext : context, rows, pendingDonors)
  } else pendingDonors.write()
  return {
    recorded: arriving.length,
    unchanged: keyedDonations.length - arriving.length,
    ids,
    confirmed: [...confirmedIds, ...identifiedIds],
    rows: new Map(
      arriving.flatMap(({ donation }, index) => (ids[index] === undefined ? [] : [[donation.row, ids[index]]])),
    ),
    ofErased: arriving.filter(({ erasedDonorId }) => erasedDonorId !== null).length,
  }
}

/** Employers do not match their gifts, from any source (domain rule 14.2). */
async function deceasedAmong(db: Db, arriving: readonly IncomingDonation[]): Promise<Set<string>> {
  const keys = new Map(
    arriving.map(({ donation: { organizationId }, donorKey }) => [
      `${organizationId}:${donorKey}`,
      { organization_id: organizationId, donor_key: donorKey },
    ]),
  )
  const rows = keys.size === 0 ? [] : await listDeceased(db, [...keys.values()])
  return new Set(rows.map(({ organization_id, donor_key }) => `${organization_id}:${donor_key}`))
}

const noPendingDonors: PendingDonors = { ids: new Set(), write: () => undefined }

async function donorIdsFor(
  db: Db,
  { importId, holdsPeople = false }: RecordingContext,
  donors: readonly DonorRow[],
  now: Date,
): Promise<{ readonly ids: ReadonlyMap<string, number>; readonly pendingDonors: PendingDonors }> {
  if (donors.length > maxPipelinedRows && !holdsPeople) return prepareDonors(db, donors, importId, now)
  return { ids: await upsertDonors(db, donors, importId, now), pendingDonors: noPendingDonors }
}

/**
 * Employer, status, and emails are unchanged unless the request was unconfirmed. Returns the ids of requests that this
 * confirms.
 */
async function identifyRequested(
  db: Db,
  context: RecordingContext,
  requested: readonly IncomingDonation[],
): Promise<number[]> {
  if (requested.length === 0) return []
  const identified = await identifyDonations(
    db,
    requested.map(({ donation, donationKey, factsKey }) => ({
      organization_id: donation.organizationId,
      facts_key: factsKey,
      gift_key: donationKey,
      transaction_id: donation.transactionId,
      custom: withoutReserved(donation.custom),
    })),
    context.importId,
  )
  const identifiedIds = identified.map(({ id }) => id)
  const rows = await lockDonations(db, context.tenant.family, identifiedIds, { includeCombined: true })
  const ids = new Map(identified.map(({ id, transaction_id }) => [id, transaction_id]))
  await changeMatches(
    db,
    context,
    rows.map((row) => ({
      action: 'identified',
      before: row,
      row,
      also: [{ field: 'transaction_id', from: null, to: ids.get(row.id) ?? null }],
    })),
  )
  return confirm(db, context, rows)
}

async function confirmNamed(db: Db, context: RecordingContext, keyed: readonly KeyedDonation[]): Promise<number[]> {
  const ids = await findUnconfirmed(
    db,
    keyed.map(({ donation, donationKey }) => ({ organization_id: donation.organizationId, gift_key: donationKey })),
  )
  return ids.length === 0 ? [] : confirm(db, context, await lockDonations(db, context.tenant.family, ids))
}

async function confirm(db: Db, context: RecordingContext, rows: readonly MatchRow[]): Promise<number[]> {
  const confirmable = rows.filter(
    ({ unconfirmed, status_id }) => unconfirmed && findMove('confirm', status_id) !== null,
  )
  if (confirmable.length === 0) return []
  await evaluateExistingDonations(db, context, {
    donorIds: [...new Set(confirmable.map(({ donor_id }) => donor_id))],
    donationIds: new Set(confirmable.map(({ id }) => id)),
    action: 'confirm',
  })
  return confirmable.map(({ id }) => id)
}

function donorsOf(keyed: readonly IncomingDonation[]): DonorRow[] {
  const donors = new Map<string, DonorRow>()
  for (const { donation, donorKey, erasedDonorId } of keyed) {
    if (erasedDonorId !== null) continue
    const key = `${donation.organizationId}:${donorKey}`
    donors.set(
      key,
      mergeDonorRows(donors.get(key), {
        ...donation.donor,
        organization_id: donation.organizationId,
        donor_key: donorKey,
      }),
    )
  }
  return [...donors.values()]
}

const columnsOfSeries = ['recurring_id', 'subscription_id', 'recurring_donation_id', 'recurring_plan_id']

function arrivingRow(
  donation: NewDonation,
  context: RecordingContext,
  now: Date,
): Omit<ArrivingRow, 'id' | 'donor_id' | 'gift_key' | 'silenced'> {
  const series = columnsOfSeries.map((name) => donation.custom[name]?.trim()).find(Boolean)
  return {
    organization_id: donation.organizationId,
    donor_email: donation.donor.email,
    donor_person: donation.donor.person ? donorKeyOf(donation.donor) : '',
    donated_at: donation.donatedAt,
    created_at: now.toISOString(),
    amount_cents: donation.amountCents,
    currency: donation.currency,
    company_id: donation.employer.companyId,
    employer_text: donation.employer.text,
    employer_how: null,
    employer_confidence: null,
    status_id: donation.givenStatusId ?? 2,
    previous_status_id: null,
    reason_code: '',
    payment_state: 'none',
    received_cents: 0,
    received_at: null,
    estimated_cents: 0,
    estimate_is_certain: false,
    deadline_at: null,
    look_again_at: null,
    policy_version_id: null,
    campaign_id: null,
    merged_into_id: null,
    recurring_id: series ?? null,
    custom: withoutReserved(donation.custom),
    inert: donation.givenStatusId !== null,
    unconfirmed: context.unconfirmed === true,
    opt_in_required: context.optIn,
    consented_at: null,
    own_cents: null,
    transaction_id: donation.transactionId,
    import_id: context.importId,
    ...withDefaults(donation.fields),
  }
}

export function withoutReserved(custom: NewDonation['custom']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(custom).map(([key, value]) => [reservedKeys.includes(key) ? `${key}_column` : key, value]),
  )
}

function mergeDonorRows(known: DonorRow | undefined, incoming: DonorRow): DonorRow {
  if (!known) return incoming
  return {
    ...known,
    name: known.name || incoming.name,
    phone: known.phone || incoming.phone,
    language: known.language || incoming.language,
    street: known.street || incoming.street,
    street2: known.street2 || incoming.street2,
    city: known.city || incoming.city,
    state: known.state || incoming.state,
    zip: known.zip || incoming.zip,
    country: known.country || incoming.country,
  }
}
