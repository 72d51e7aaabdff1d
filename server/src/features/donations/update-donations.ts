import type { Db } from '../../platform/database/database.ts'
import { updateFacts } from './change.queries.ts'
import {
  insertEvents,
  type JudgedRow,
  listDonorsOf,
  lockDonations,
  lockJudging,
  updateJudged,
} from './donations.queries.ts'
import { partsOfMatch } from './gifts-together.ts'
import { judgeDonors } from './judge-donations.ts'
import { unsaidFields } from './kept-fields.ts'
import { donorKeyOf } from './known-gifts.ts'
import type { DonationUpdate } from './new-donation.ts'
import { keepDonors } from './record.queries.ts'
import { type RecordingContext, withoutReserved } from './record-donations.ts'

export type Updated = {
  readonly updated: number
  readonly unchanged: number
  /** Rows that name no donation of this organization. */
  readonly unknown: readonly number[]
  /** Rows that change the amount of a match that stands for several gifts, which the gifts decide. */
  readonly merged: readonly number[]
}

/** Changes donations and has the rules look at those that changed. The last of several updates of one donation wins. */
export async function updateDonations(
  db: Db,
  context: RecordingContext,
  updates: readonly DonationUpdate[],
): Promise<Updated> {
  if (updates.length === 0) return { updated: 0, unchanged: 0, unknown: [], merged: [] }
  const { tenant, platform, actor } = context
  await lockJudging(db, tenant.family)
  const latest = new Map(updates.map((update) => [update.donationId, update]))
  const present = new Map((await lockDonations(db, tenant.family, [...latest.keys()])).map((row) => [row.id, row]))
  const unknown = updates.filter(({ donationId }) => !present.has(donationId)).map(({ row }) => row)
  const pairs = [...latest.values()].flatMap((update) => {
    const row = present.get(update.donationId)
    return row ? [{ update, row }] : []
  })
  const isOfSeveral = ({ update, row }: (typeof pairs)[number]): boolean =>
    update.amountCents !== null && update.amountCents !== row.amount_cents && partsOfMatch(row).length > 0
  const merged = pairs.filter(isOfSeveral).map(({ update }) => update.row)
  const good = pairs.filter((pair) => !isOfSeveral(pair))
  const now = platform.clock()

  const donors = good
    .filter(({ update }) => update.donor.email !== '')
    .map(({ update, row }) => ({
      ...update.donor,
      organization_id: row.organization_id,
      donor_key: donorKeyOf(update.donor),
    }))
  const donorIds =
    donors.length > 0 ? await keepDonors(db, distinct(donors), context.importId, now) : new Map<string, number>()
  const changed = new Set(
    await updateFacts(
      db,
      good.map(({ update, row }) => ({
        organization_id: row.organization_id,
        id: row.id,
        donor_id:
          update.donor.email === ''
            ? null
            : (donorIds.get(`${row.organization_id}:${donorKeyOf(update.donor)}`) ?? null),
        donated_at: update.donatedAt,
        amount_cents: update.amountCents,
        company_id: update.employer.companyId,
        employer_text: update.employer.text || null,
        custom: withoutReserved(update.custom),
        ...unsaidFields,
        ...update.fields,
      })),
    ),
  )
  for (const id of await makeExternal(db, context, good, now)) changed.add(id)
  const donorsChanged = await listDonorsOf(db, tenant.family, [...changed])
  await judgeDonors(db, context, {
    donorIds: donorsChanged,
    donationIds: changed,
    action: actor.kind === 'donor' ? 'edit' : 'evaluate',
  })
  return {
    updated: changed.size,
    unchanged: updates.length - changed.size - unknown.length - merged.length,
    unknown,
    merged,
  }
}

async function makeExternal(
  db: Db,
  context: RecordingContext,
  pairs: readonly { update: DonationUpdate; row: JudgedRow }[],
  now: Date,
): Promise<number[]> {
  const given = pairs.flatMap(({ update, row }) =>
    update.givenStatusId !== null && update.givenStatusId !== row.status_id ? [{ row, to: update.givenStatusId }] : [],
  )
  if (given.length === 0) return []
  const current = new Map(
    (
      await lockDonations(
        db,
        context.tenant.family,
        given.map(({ row }) => row.id),
      )
    ).map((row) => [row.id, row]),
  )
  const rows = given.map(({ row, to }) => ({
    ...(current.get(row.id) ?? row),
    status_id: to,
    inert: true,
    reason_code: 'external_match',
  }))
  await updateJudged(db, rows, now)
  await insertEvents(
    db,
    given.map(({ row, to }) => ({
      organization_id: row.organization_id,
      donation_id: row.id,
      action: 'external',
      from_status_id: row.status_id,
      to_status_id: to,
      reason_code: 'external_match',
    })),
    context.actor,
    now,
  )
  return rows.map(({ id }) => id)
}

function distinct<Row extends { organization_id: number; donor_key: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [`${row.organization_id}:${row.donor_key}`, row])).values()]
}
