import { donationColumns, donations, type organizations } from '@twofold/contract'
import { findStatus, isQuickFilter, quickFilters } from '@twofold/matching'
import { X } from 'lucide-react'
import { session } from '../../../api/session.ts'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { type Day, formatMonth, formatPeriod, isSamePeriod, presetOf } from '../periods/index.ts'
import { clearedFilters, type ListState, periodOf } from './list-state.ts'
import type { ChangeListState } from './use-list-state.ts'

export type ChipName = 'period' | 'company' | 'donor' | 'minAmount' | 'organization'

export type Chip = {
  readonly label: string
  readonly cleared: Partial<ListState>
  /** Set if a control of the wide screen shows and removes the filter. */
  readonly name?: ChipName | 'quick'
}

export const findChip = (chips: readonly Chip[], name: ChipName): Chip | undefined =>
  chips.find((chip) => chip.name === name)

function describeStatus(status: string): string {
  if (isQuickFilter(status)) return quickFilters[status].label
  return status
    .split(',')
    .map((id) => findStatus(Number(id))?.label ?? id)
    .join(', ')
}

function describePeriodChip(state: ListState, today: Day): string {
  const period = periodOf(state, today)
  if (isSamePeriod(period, {})) return 'Any date'
  return presetOf(period, today) ?? formatPeriod(period)
}

export function chipsOf(state: ListState, today: Day, organization: organizations.Organization): readonly Chip[] {
  const chips: Chip[] = []
  if (state.status) {
    chips.push({
      label: `Status: ${describeStatus(state.status)}`,
      cleared: { status: undefined },
      ...(isQuickFilter(state.status) ? { name: 'quick' } : {}),
    })
  }
  if (state.period)
    chips.push({ name: 'period', label: describePeriodChip(state, today), cleared: { period: undefined } })
  if (state.company) chips.push({ name: 'company', label: `Company: ${state.company}`, cleared: { company: '' } })
  if (state.donor) chips.push({ name: 'donor', label: `Donor: ${state.donor}`, cleared: { donor: '' } })
  if (state.minAmount !== undefined) {
    chips.push({
      name: 'minAmount',
      label: `${formatMoney(state.minAmount, organization.currency)} or more`,
      cleared: { minAmount: undefined },
    })
  }
  if (state.organization !== undefined) {
    const one = [organization, ...organization.children].find(({ id }) => id === state.organization)
    chips.push({
      name: 'organization',
      label: `Organization: ${one?.name ?? state.organization}`,
      cleared: { organization: undefined },
    })
  }
  return [...chips, ...factChips(state, organization)]
}

function requestedWords(step: NonNullable<ListState['withinYear']>): string {
  const since = formatMonth(donations.withinYearSince(session.serverNow()))
  return step === 'submitted' ? `Submitted since ${since}` : `Paid since ${since}, after being submitted`
}

const payments = donationColumns.payment_state.choices

function factChips(state: ListState, { currency }: organizations.Organization): Chip[] {
  const chips: Chip[] = []
  if (state.payment) {
    const labels = donations.paymentStatesOfFilter(state.payment)?.map((name) => payments[name])
    chips.push({ label: `Payment: ${labels?.join(', ')}`, cleared: { payment: undefined } })
  }
  if (state.campaign) chips.push({ label: `Campaign: ${state.campaign}`, cleared: { campaign: '' } })
  if (state.campaignKnown) {
    chips.push({
      label: state.campaignKnown === 'yes' ? 'For a campaign' : 'No campaign',
      cleared: { campaignKnown: undefined },
    })
  }
  if (state.matchCampaign !== undefined) {
    chips.push({ label: 'One match campaign', cleared: { matchCampaign: undefined } })
  }
  if (state.deadlineWithin !== undefined) {
    const { deadlineWithin: days } = state
    chips.push({
      label: days === 1 ? 'Deadline within a day' : `Deadline within ${days} days`,
      cleared: { deadlineWithin: undefined },
    })
  }
  if (state.employerKnown) {
    chips.push({
      label: state.employerKnown === 'yes' ? 'Employer known' : 'Employer unknown',
      cleared: { employerKnown: undefined },
    })
  }
  if (state.unconfirmed) chips.push({ label: 'Unconfirmed requests', cleared: { unconfirmed: undefined } })
  if (state.minEstimated !== undefined) {
    chips.push({
      label: `Estimated match ${formatMoney(state.minEstimated, currency)} or more`,
      cleared: { minEstimated: undefined },
    })
  }
  if (state.withinYear) chips.push({ label: requestedWords(state.withinYear), cleared: { withinYear: undefined } })
  if (state.unanswered) chips.push({ label: 'Opened, not acted on', cleared: { unanswered: undefined } })
  if (state.upload !== undefined) chips.push({ label: 'From one upload', cleared: { upload: undefined } })
  if (state.donorId !== undefined) chips.push({ label: 'One donor’s gifts', cleared: { donorId: undefined } })
  if (state.companyId !== undefined) chips.push({ label: 'One company’s gifts', cleared: { companyId: undefined } })
  return chips
}

export function FilterChips(props: { chips: readonly Chip[]; change: ChangeListState; narrow: boolean }) {
  const { chips, change, narrow } = props
  if (chips.length === 0) return null
  const shown = narrow ? chips : chips.filter(({ name }) => name === undefined)
  return (
    <ul aria-label="Active filters" className="flex min-w-0 flex-wrap items-center gap-1.5">
      {shown.map(({ label, cleared }) => (
        <li key={label} className="min-w-0">
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={() => change(cleared)}
            className="flex min-h-8 max-w-full items-center gap-1.5 rounded-full bg-brand-soft py-1 pr-2 pl-3 text-[0.875rem] leading-5 text-brand-text hover:bg-sunken pointer-coarse:min-h-11"
          >
            <span className="min-w-0 truncate">{label}</span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <Button
          variant="quiet"
          size="small"
          className="min-h-8! px-2! text-[0.875rem]! pointer-coarse:min-h-11!"
          onClick={() => change(clearedFilters)}
        >
          Clear all
        </Button>
      </li>
    </ul>
  )
}
