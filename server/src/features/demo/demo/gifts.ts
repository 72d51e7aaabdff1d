import type { StatusId } from '@twofold/matching'
import { blankDonation, type NewDonation } from '../../donations/identification/index.ts'
import type { DemoOrganizations } from './demo-organizations.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** One upload. `share` is its part of a whole month. */
export type UploadPeriod = {
  readonly from: Date
  readonly until: Date
  readonly uploadedAt: Date
  readonly share: number
}

/** Weights from January on; people give more at the end of the year and at the spring appeal. */
const seasons = [0.7, 0.7, 1.1, 0.9, 0.8, 0.8, 0.6, 0.7, 0.9, 1.0, 1.7, 2.1]
const averageSeason = seasons.reduce((sum, season) => sum + season, 0) / seasons.length

/** Matches from an older system are neither evaluated nor billed here. */
const externalStatusIds: readonly StatusId[] = [14, 17, 12, 4, 1]

type DonationPlan = {
  readonly organizations: DemoOrganizations
  readonly donationsInAll: number
  readonly months: number
}

export function donationsOf(
  random: Random,
  people: readonly Person[],
  period: UploadPeriod,
  { organizations, donationsInAll, months }: DonationPlan,
): NewDonation[] {
  const season = (seasons[period.from.getUTCMonth()] ?? 1) / averageSeason
  const monthlyDonors = people.filter(({ series }) => series !== null)
  const count = Math.max(1, Math.round((donationsInAll / months - monthlyDonors.length) * season * period.share))
  const isFirstOfMonth = period.from.getUTCDate() === 1
  const donors = [
    ...(isFirstOfMonth ? monthlyDonors.filter(() => random.happens(0.97)) : []),
    ...Array.from({ length: count }, () => random.pick(people)),
  ]
  const [north = organizations.riverbend, kitchen = organizations.riverbend] = organizations.chapters
  return donors.map((person, index): NewDonation => {
    const isInstalment = isFirstOfMonth && index < donors.length - count
    const at = isInstalment ? new Date(period.from.getTime() + 10 * 3_600_000) : pickTime(random, period)
    return {
      ...blankDonation,
      row: index + 1,
      organizationId: isInstalment
        ? organizations.riverbend
        : { riverbend: organizations.riverbend, north, kitchen }[
            random.weighted({ riverbend: 80, north: 12, kitchen: 8 })
          ],
      transactionId: `${period.from.toISOString().slice(2, 10).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`,
      donatedAt: at.toISOString().slice(0, 19).replace('T', ' '),
      amountCents: isInstalment ? person.usualDollars * 100 : pickAmount(random, person),
      currency: random.happens(0.01) ? 'CAD' : 'USD',
      donor: person,
      employer: { companyId: null, text: person.employer },
      custom: {
        ...(isInstalment && person.series ? { recurring_id: person.series } : {}),
        ...(random.happens(0.4)
          ? { campaign: random.pick(['Spring appeal', 'Harvest drive', 'Year-end', 'Website']) }
          : {}),
      },
      givenStatusId: !isInstalment && random.happens(0.006) ? random.pick(externalStatusIds) : null,
    }
  })
}

function pickTime(random: Random, { from, until }: UploadPeriod): Date {
  const at = from.getTime() + Math.floor(random.next() * (until.getTime() - from.getTime()))
  const hour = Number(random.weighted({ 6: 1, 8: 3, 10: 6, 12: 6, 15: 5, 18: 7, 20: 8, 22: 3 }))
  const time = new Date(at)
  time.setUTCHours(hour, random.between(0, 59), random.between(0, 59), 0)
  return time < until ? time : new Date(at)
}

/** Mostly the usual amount, sometimes more, occasionally with cents because the donor covered the fee. */
function pickAmount(random: Random, { usualDollars }: Person): number {
  const dollars = {
    usual: usualDollars,
    more: Math.round(usualDollars * 1.5),
    less: Math.max(5, Math.round(usualDollars / 2)),
    rounded: usualDollars + 5,
  }[random.weighted({ usual: 60, more: 15, less: 15, rounded: 10 })]
  return random.happens(0.15) ? Math.round(dollars * 103.2) : dollars * 100
}
