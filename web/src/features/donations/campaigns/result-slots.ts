import type { campaigns, statistics } from '@twofold/contract'
import { formatDay } from '../../../ui/format.ts'
import { addBuckets } from '../dashboard/index.ts'

/** From bottom to top. */
export const parts: readonly campaigns.CampaignStage[] = ['received', 'with_company', 'open', 'closed']

export const partNames: Readonly<Record<campaigns.CampaignStage, string>> = {
  received: 'Approved or paid',
  with_company: 'With the company',
  open: 'Not submitted yet',
  closed: 'Nothing expected',
}

export type Slot = { readonly from: string; readonly label: string; readonly parts: campaigns.CampaignStages }

// UTC, because days are calendar days.
const numberOf = (day: string, by: 'day' | 'month'): number =>
  by === 'day'
    ? Date.parse(`${day}T00:00:00Z`) / 86_400_000
    : Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
const dayOf = (number: number, by: 'day' | 'month'): string =>
  by === 'day'
    ? new Date(number * 86_400_000).toISOString().slice(0, 10)
    : `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`

/** Each bar covers as many days as needed to fit `maxSlots` bars. */
export function slotsOf({ days, by }: campaigns.CampaignResults, maxSlots: number): Slot[] {
  const [first, last] = [days[0]?.day, days.at(-1)?.day]
  if (!first || !last) return []
  const start = numberOf(first, by)
  const size = Math.ceil((numberOf(last, by) - start + 1) / Math.max(1, maxSlots))
  const count = Math.ceil((numberOf(last, by) - start + 1) / size)
  return Array.from({ length: count }, (_, index) => {
    const from = start + index * size
    const slotDays = days.filter(({ day }) => numberOf(day, by) >= from && numberOf(day, by) < from + size)
    return { from: dayOf(from, by), label: labelOf(from, size, by), parts: addParts(slotDays) }
  })
}

function labelOf(from: number, size: number, by: 'day' | 'month'): string {
  const describeDay = (number: number) => (by === 'day' ? formatDay(dayOf(number, by)) : dayOf(number, by).slice(0, 7))
  return size === 1 ? describeDay(from) : `${describeDay(from)} – ${describeDay(from + size - 1)}`
}

const addParts = (stages: readonly campaigns.CampaignStages[]): campaigns.CampaignStages => ({
  received: addBuckets(stages.map(({ received }) => received)),
  with_company: addBuckets(stages.map(({ with_company }) => with_company)),
  open: addBuckets(stages.map(({ open }) => open)),
  closed: addBuckets(stages.map(({ closed }) => closed)),
})

export function figuresOf(
  total: campaigns.CampaignStages,
): Readonly<Record<'gifts' | 'estimated' | 'submitted' | 'received', statistics.MatchBucket>> {
  const { received, with_company, open, closed } = total
  return {
    gifts: addBuckets([received, with_company, open, closed]),
    estimated: addBuckets([received, with_company, open]),
    submitted: addBuckets([received, with_company]),
    received,
  }
}

export const slotTotalOf = (slot: Slot): statistics.MatchBucket => figuresOf(slot.parts).gifts
