import { donationColumns, donations } from '@twofold/contract'
import { quickFilters, type StatusId, statuses } from '@twofold/matching'
import { Checkbox, Select } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import type { ListState } from './list-state.ts'
import { parseMinAmount } from './read-list-state.ts'
import { useFilterText } from './use-filter-text.ts'
import type { ChangeListState } from './use-list-state.ts'

export type MoreFiltersProps = { state: ListState; change: ChangeListState }

const deadlines = [7, 14, 30, 60, 90] as const

export default function MoreFilters({ state, change }: MoreFiltersProps) {
  const campaign = useFilterText(state.campaign, (text) => change({ campaign: text }, { replace: true }))
  const minEstimated = useFilterText(state.minEstimated === undefined ? '' : String(state.minEstimated), (text) =>
    change({ minEstimated: parseMinAmount(text) }, { replace: true }),
  )
  const isBadAmount = minEstimated.draft.trim() !== '' && parseMinAmount(minEstimated.draft) === undefined
  const days: readonly number[] = deadlines
  const { deadlineWithin } = state
  return (
    <>
      <StatusChoices state={state} change={change} />
      <PaymentChoices state={state} change={change} />
      <Field name="deadline" label="Deadline">
        <Select
          value={deadlineWithin ?? ''}
          onChange={(event) => change({ deadlineWithin: Number(event.target.value) || undefined })}
        >
          <option value="">Any or none</option>
          {[...days, ...(deadlineWithin === undefined || days.includes(deadlineWithin) ? [] : [deadlineWithin])].map(
            (count) => (
              <option key={count} value={count}>{`Within ${count} days`}</option>
            ),
          )}
        </Select>
      </Field>
      <Field name="employer" label="Employer">
        <Select
          value={state.employerKnown ?? ''}
          onChange={({ target }) =>
            change({ employerKnown: target.value === 'yes' || target.value === 'no' ? target.value : undefined })
          }
        >
          <option value="">Any</option>
          <option value="yes">Known</option>
          <option value="no">Unknown</option>
        </Select>
      </Field>
      <Field name="unconfirmed" label="Match requests from your website">
        <Select
          value={state.unconfirmed ?? ''}
          onChange={({ target }) => change({ unconfirmed: target.value === 'yes' ? 'yes' : undefined })}
        >
          <option value="">Confirmed</option>
          <option value="yes">Unconfirmed</option>
        </Select>
      </Field>
      <Field name="campaign" label="Campaign" hint="Full name, exactly as entered">
        <Input
          value={campaign.draft}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => campaign.type(event.target.value)}
        />
      </Field>
      <Field name="campaignKnown" label="Given for">
        <Select
          value={state.campaignKnown ?? ''}
          onChange={({ target }) =>
            change({ campaignKnown: target.value === 'yes' || target.value === 'no' ? target.value : undefined })
          }
        >
          <option value="">Any</option>
          <option value="yes">A campaign</option>
          <option value="no">No campaign</option>
        </Select>
      </Field>
      <Field name="estimated" label="Minimum estimated match" error={isBadAmount ? 'Use an amount like 25' : undefined}>
        <Input
          value={minEstimated.draft}
          inputMode="decimal"
          maxLength={20}
          autoComplete="off"
          className="tabular-nums"
          onChange={(event) => minEstimated.type(event.target.value)}
        />
      </Field>
    </>
  )
}

const statusIdsOf = (text: string | undefined): readonly number[] =>
  text === undefined ? [] : (donations.statusesOfFilter(text) ?? [])

function statusOf(ids: ReadonlySet<number>): string | undefined {
  if (ids.size === 0) return undefined
  const quick = Object.entries(quickFilters).find(
    ([, { statusIds }]) => statusIds.length === ids.size && statusIds.every((id) => ids.has(id)),
  )
  return quick?.[0] ?? [...ids].sort((a, b) => a - b).join(',')
}

function StatusChoices({ state, change }: MoreFiltersProps) {
  const chosen = new Set(statusIdsOf(state.status))
  const toggle = (id: StatusId) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    change({ status: statusOf(next) })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">Statuses</legend>
      <div className="max-h-52 overflow-y-auto rounded-control border border-edge px-3 py-1">
        {statuses.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={chosen.has(id)}
            onChange={() => toggle(id)}
            className="min-h-9! py-1.5! pointer-coarse:min-h-11! pointer-coarse:py-2.5!"
          />
        ))}
      </div>
    </fieldset>
  )
}

const payments = donationColumns.payment_state.choices

function PaymentChoices({ state, change }: MoreFiltersProps) {
  const chosen = state.payment === undefined ? [] : (donations.paymentStatesOfFilter(state.payment) ?? [])
  const toggle = (name: donations.PaymentState) => {
    const next = donations.paymentStates.filter((each) => chosen.includes(each) !== (each === name))
    change({ payment: next.join(',') || undefined })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">Payment</legend>
      <div className="grid grid-cols-1 sm:grid-cols-2">
        {donations.paymentStates.map((name) => (
          <Checkbox
            key={name}
            label={payments[name]}
            checked={chosen.includes(name)}
            onChange={() => toggle(name)}
            className="min-h-9! py-1.5! pointer-coarse:min-h-11! pointer-coarse:py-2.5!"
          />
        ))}
      </div>
    </fieldset>
  )
}
