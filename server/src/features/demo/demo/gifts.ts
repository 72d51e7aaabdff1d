import type { StatusId } from '@twofold/matching'
import { blankGiven, type NewDonation } from '../../donations/donations/index.ts'
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
const average = seasons.reduce((sum, season) => sum + season, 0) / seasons.length

/** Matches from an older system are neither evaluated nor billed here. */
const external: readonly StatusId[] = [14, 17, 12, 4, 1]

type Measures = { readonly organizations: DemoOrganizations; readonly donationsInAll: number; readonly months: number }

export function donationsOf(
  chance: Random,
  people: readonly Person[],
  spell: UploadPeriod,
  { organizations, donationsInAll, months }: Measures,
): NewDonation[] {
  const season = (seasons[spell.from.getUTCMonth()] ?? 1) / average
  const monthly = people.filter(({ series }) => series !== null)
  const count = Math.max(1, Math.round((donationsInAll / months - monthly.length) * season * spell.share))
  const isFirstOfMonth = spell.from.getUTCDate() === 1
  const givers = [
    ...(isFirstOfMonth ? monthly.filter(() => chance.happens(0.97)) : []),
    ...Array.from({ length: count }, () => chance.pick(people)),
  ]
  const [north = organizations.riverbend, kitchen = organizations.riverbend] = organizations.chapters
  return givers.map((person, index): NewDonation => {
    const isInstalment = isFirstOfMonth && index < givers.length - count
    const at = isInstalment ? new Date(spell.from.getTime() + 10 * 3_600_000) : momentIn(chance, spell)
    return {
      ...blankGiven,
      row: index + 1,
      organizationId: isInstalment
        ? organizations.riverbend
        : { riverbend: organizations.riverbend, north, kitchen }[
            chance.weighted({ riverbend: 80, north: 12, kitchen: 8 })
          ],
      transactionId: `${spell.from.toISOString().slice(2, 10).replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`,
      donatedAt: at.toISOString().slice(0, 19).replace('T', ' '),
      amountCents: isInstalment ? person.usualDollars * 100 : amountOf(chance, person),
      currency: chance.happens(0.01) ? 'CAD' : 'USD',
      donor: person,
      employer: { companyId: null, text: person.employer },
      custom: {
        ...(isInstalment && person.series ? { recurring_id: person.series } : {}),
        ...(chance.happens(0.4)
          ? { campaign: chance.pick(['Spring appeal', 'Harvest drive', 'Year-end', 'Website']) }
          : {}),
      },
      givenStatusId: !isInstalment && chance.happens(0.006) ? chance.pick(external) : null,
    }
  })
}

function momentIn(chance: Random, { from, until }: UploadPeriod): Date {
  const at = from.getTime() + Math.floor(chance.next() * (until.getTime() - from.getTime()))
  const hour = Number(chance.weighted({ 6: 1, 8: 3, 10: 6, 12: 6, 15: 5, 18: 7, 20: 8, 22: 3 }))
  const moment = new Date(at)
  moment.setUTCHours(hour, chance.between(0, 59), chance.between(0, 59), 0)
  return moment < until ? moment : new Date(at)
}

/** Mostly the usual amount, sometimes more, occasionally with cents because the donor covered the fee. */
function amountOf(chance: Random, { usualDollars }: Person): number {
  const dollars = {
    usual: usualDollars,
    more: Math.round(usualDollars * 1.5),
    less: Math.max(5, Math.round(usualDollars / 2)),
    rounded: usualDollars + 5,
  }[chance.weighted({ usual: 60, more: 15, less: 15, rounded: 10 })]
  return chance.happens(0.15) ? Math.round(dollars * 103.2) : dollars * 100
}
