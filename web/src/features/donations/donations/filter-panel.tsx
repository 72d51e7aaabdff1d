import type { organizations } from '@twofold/contract'
import { type Ref, Suspense } from 'react'
import { Select } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { dropdownLimit, OrganizationPicker } from '../../accounts/organizations/index.ts'
import { type ListState, periodOf } from './list-state.ts'
import { MoreFilters } from './more-filters-button.tsx'
import type { Day } from './period/days.ts'
import { PeriodPicker } from './period/period-picker.tsx'
import { defaultListPeriod, isSamePeriod } from './period/periods.ts'
import { parseMinAmount } from './read-list-state.ts'
import { useFilterText } from './use-filter-text.ts'
import type { ChangeListState } from './use-list-state.ts'

type Panel = {
  state: ListState
  change: ChangeListState
  today: Day
  organization: organizations.Organization
  /** Focused by the `/` key. */
  donorField?: Ref<HTMLInputElement>
  /** Stacks the fields vertically, for the sheet on phones. */
  stacked?: boolean
}

/** Date range, company name, donor name or email, minimum amount, and organization if there are chapters. */
export function FilterPanel({ state, change, today, organization, donorField, stacked = false }: Panel) {
  const company = useFilterText(state.company, (text) => change({ company: text }, { replace: true }))
  const donor = useFilterText(state.donor, (text) => change({ donor: text }, { replace: true }))
  const least = useFilterText(state.minAmount === undefined ? '' : String(state.minAmount), (text) =>
    change({ minAmount: parseMinAmount(text) }, { replace: true }),
  )
  const isBadAmount = least.draft.trim() !== '' && parseMinAmount(least.draft) === undefined
  return (
    <search>
      <form
        aria-label="Filter donations"
        className={cx('grid items-start gap-x-3 gap-y-4', !stacked && columns(organization.children.length > 0))}
        onSubmit={(event) => {
          event.preventDefault()
          for (const { settleNow } of [company, donor, least]) settleNow()
        }}
      >
        <div className="flex min-w-0 flex-col gap-1.5">
          <span className="font-semibold">Date range</span>
          <PeriodPicker
            label="Date range"
            withAny
            period={periodOf(state, today)}
            today={today}
            onChange={(period) =>
              change({ period: isSamePeriod(period, defaultListPeriod(today)) ? undefined : period })
            }
          />
        </div>
        <Field name="company" label="Company name">
          <Input
            value={company.draft}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => company.type(event.target.value)}
          />
        </Field>
        <Field name="donor" label="Donor name or email">
          <Input
            {...(donorField ? { ref: donorField } : {})}
            value={donor.draft}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => donor.type(event.target.value)}
          />
        </Field>
        <Field name="min" label="Min amount" error={isBadAmount ? 'Use an amount like 25' : undefined}>
          <Input
            value={least.draft}
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            className="tabular-nums"
            onChange={(event) => least.type(event.target.value)}
          />
        </Field>
        {organization.children.length > 0 && (
          <Field name="org" label="Organization">
            <OneOrganization state={state} change={change} organization={organization} />
          </Field>
        )}
        {stacked && <MoreFilters {...{ state, change }} />}
      </form>
    </search>
  )
}

/** Chooses the organization itself, one of its chapters, or all. Typing narrows a long list. */
function OneOrganization({ state, change, organization }: Pick<Panel, 'state' | 'change' | 'organization'>) {
  const family = [organization, ...organization.children]
  const all = 'All organizations'
  const choose = (id: number | null) => change({ organization: id ?? undefined })
  if (family.length > dropdownLimit) {
    return (
      <Suspense fallback={<Input disabled />}>
        <OrganizationPicker organizations={family} chosen={state.organization ?? null} all={all} onChoose={choose} />
      </Suspense>
    )
  }
  return (
    <Select value={state.organization ?? ''} onChange={(event) => choose(Number(event.target.value) || null)}>
      <option value="">{all}</option>
      {family.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** One row if it fits. */
const columns = (withOrganization: boolean) =>
  withOrganization
    ? 'md:grid-cols-[16.5rem_1fr_1fr] xl:grid-cols-[16.5rem_1fr_1fr_7rem_1fr]'
    : 'md:grid-cols-[16.5rem_1fr_1fr] xl:grid-cols-[16.5rem_1fr_1fr_7rem]'
