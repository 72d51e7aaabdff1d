import type { organizations } from '@twofold/contract'
import { Suspense } from 'react'
import { Field, Input } from '../../../ui/field.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import type { Day } from '../periods/index.ts'
import { defaultListPeriod, isSamePeriod, PeriodPicker } from '../periods/index.ts'
import { FilterChip } from './filter-chip.tsx'
import { type Chip, type ChipName, findChip } from './filter-chips.tsx'
import { type ListState, periodOf } from './list-state.ts'
import { parseMinAmount } from './read-list-state.ts'
import { useFilterText } from './use-filter-text.ts'
import type { ChangeListState } from './use-list-state.ts'

const OrganizationField = lazyComponent(() => import('./organization-field.tsx'))

export type Panel = {
  state: ListState
  change: ChangeListState
  today: Day
  organization: organizations.Organization
}

export const labels = {
  period: 'Date range',
  company: 'Company name',
  donor: 'Donor name or email',
  minAmount: 'Min amount',
  organization: 'Organization',
} as const

/** Drafts outlive the popovers, so that text typed just before closing one is not lost. */
export function useTexts({ state, change }: Pick<Panel, 'state' | 'change'>) {
  const company = useFilterText(state.company, (text) => change({ company: text }, { replace: true }))
  const donor = useFilterText(state.donor, (text) => change({ donor: text }, { replace: true }))
  const minAmount = useFilterText(state.minAmount === undefined ? '' : String(state.minAmount), (text) =>
    change({ minAmount: parseMinAmount(text) }, { replace: true }),
  )
  return { company, donor, minAmount }
}

type Text = ReturnType<typeof useFilterText>

export function TextFilter({ name, text }: { name: 'company' | 'donor'; text: Text }) {
  return (
    <Field name={name} label={labels[name]}>
      <Input
        value={text.draft}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => text.type(event.target.value)}
      />
    </Field>
  )
}

export function AmountFilter({ text }: { text: Text }) {
  const isBad = text.draft.trim() !== '' && parseMinAmount(text.draft) === undefined
  return (
    <Field name="min" label={labels.minAmount} error={isBad ? 'Use an amount like 25' : undefined}>
      <Input
        value={text.draft}
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        className="tabular-nums"
        onChange={(event) => text.type(event.target.value)}
      />
    </Field>
  )
}

export function Period({ state, change, today, className }: Omit<Panel, 'organization'> & { className?: string }) {
  return (
    <PeriodPicker
      label={labels.period}
      withAny
      period={periodOf(state, today)}
      today={today}
      onChange={(period) => change({ period: isSamePeriod(period, defaultListPeriod(today)) ? undefined : period })}
      {...(className ? { className } : {})}
    />
  )
}

type Bar = Panel & {
  chips: readonly Chip[]
  isDonorOpen: boolean
  onDonorOpen: (open: boolean) => void
}

export const OneOrganization = (props: Pick<Panel, 'state' | 'change' | 'organization'>) => (
  <Suspense fallback={<Loading />}>
    <OrganizationField {...props} label={labels.organization} />
  </Suspense>
)

export function FilterBar({ state, change, today, organization, chips, isDonorOpen, onDonorOpen }: Bar) {
  const { company, donor, minAmount } = useTexts({ state, change })
  const chip = (name: ChipName) => ({ label: labels[name], active: findChip(chips, name), change })
  return (
    <search aria-label="Filter donations" className="contents">
      <FilterChip {...chip('period')}>{(className) => <Period {...{ state, change, today, className }} />}</FilterChip>
      <FilterChip {...chip('company')} text={company}>
        <TextFilter name="company" text={company} />
      </FilterChip>
      <FilterChip {...chip('donor')} text={donor} open={isDonorOpen} onOpen={onDonorOpen}>
        <TextFilter name="donor" text={donor} />
      </FilterChip>
      <FilterChip {...chip('minAmount')} text={minAmount}>
        <AmountFilter text={minAmount} />
      </FilterChip>
      {organization.children.length > 0 && (
        <FilterChip {...chip('organization')}>
          <OneOrganization {...{ state, change, organization }} />
        </FilterChip>
      )}
    </search>
  )
}
