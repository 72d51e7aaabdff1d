import { donations, reports } from '@twofold/contract'
import { quickFilters, statuses } from '@twofold/matching'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Select } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { listOnlyFilterNames, type ReportForm } from '../donations/index.ts'
import { PeriodPicker } from '../periods/index.ts'
import { CompanyFilter } from './company-filter.tsx'
import { describeListFilter, describeStatus, paymentNames } from './report-text.ts'

const deadlines = ['7', '14', '30', '60', '90']

export function FilterFields({ form }: { form: ReportForm }) {
  const organization = useOrganization()
  const { values, errors } = form
  const { status, deadlineWithin } = values
  const known: readonly string[] = [...Object.keys(quickFilters), ...statuses.map(({ id }) => String(id))]
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-semibold">Filters</legend>
      <div className="flex min-w-0 flex-col gap-1.5">
        <span className="font-semibold">Date of the gift</span>
        {values.lastDays === '' && (
          <PeriodPicker
            label="Date of the gift"
            withAny
            period={{ from: values.from || undefined, to: values.to || undefined }}
            today={organization.today}
            onChange={({ from = '', to = '' }) => form.set({ from, to })}
          />
        )}
        <Checkbox
          label={`Always the last ${values.lastDays || 90} days`}
          checked={values.lastDays !== ''}
          onChange={({ target }) => form.set({ lastDays: target.checked ? '90' : '' })}
        />
        {errors.from && <p className="text-problem-text">{errors.from}</p>}
      </div>
      {reports.filteredColumns.map((name) =>
        name === 'companies.name' ? (
          <CompanyFilter key={name} form={form} />
        ) : (
          <Field
            key={name}
            name={name}
            label={reports.labelOfColumn(name)}
            inRow
            hint={name === 'amount' ? '25, >25, <=100 or 25-100' : undefined}
            error={errors[name]}
          >
            <Input autoComplete="off" maxLength={200} {...form.field(name)} />
          </Field>
        ),
      )}
      <Field name="status" label="Status" error={errors.status}>
        <Select {...form.field('status')}>
          <option value="">Any</option>
          {status !== '' && !known.includes(status) && <option value={status}>{describeStatus(status)}</option>}
          {Object.entries(quickFilters).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          {statuses.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="paymentState" label="Payment" error={errors.paymentState}>
        <Select {...form.field('paymentState')}>
          <option value="">Any</option>
          <option value="part_paid,paid">Paid, in full or in part</option>
          {donations.paymentStates.map((state) => (
            <option key={state} value={state}>
              {paymentNames[state]}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="deadlineWithin" label="Deadline" error={errors.deadlineWithin}>
        <Select {...form.field('deadlineWithin')}>
          <option value="">Any or none</option>
          {[...new Set([...deadlines, ...(deadlineWithin ? [deadlineWithin] : [])])].map((days) => (
            <option key={days} value={days}>{`Within ${days} days`}</option>
          ))}
        </Select>
      </Field>
      <Field name="employerKnown" label="Employer" error={errors.employerKnown}>
        <Select {...form.field('employerKnown')}>
          <option value="">Any</option>
          <option value="yes">Known</option>
          <option value="no">Unknown</option>
        </Select>
      </Field>
      <Field name="campaign" label="Campaign" inRow hint="Full name, exactly as entered" error={errors.campaign}>
        <Input autoComplete="off" maxLength={200} {...form.field('campaign')} />
      </Field>
      <Field name="minEstimated" label="Minimum estimated match" error={errors.minEstimated}>
        <Input autoComplete="off" inputMode="decimal" maxLength={20} {...form.field('minEstimated')} />
      </Field>
      {organization.children.length > 0 && (
        <Field name="organizationId" label="Organization" error={errors.organizationId}>
          <Select {...form.field('organizationId')}>
            <option value="">The organization and its chapters</option>
            {[organization, ...organization.children].map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {listOnlyFilterNames
        .filter((name) => values.ofList[name] !== undefined)
        .map((name) => (
          <p key={name} className="flex flex-wrap items-center justify-between gap-2 sm:col-span-2">
            {describeListFilter(name, values.ofList)}
            <Button
              variant="quiet"
              size="small"
              onClick={() => form.set({ ofList: { ...values.ofList, [name]: undefined } })}
            >
              Remove
            </Button>
          </p>
        ))}
      <Checkbox
        label="Include external matches"
        hint="Matches requested outside this portal."
        checked={values.inert}
        className="sm:col-span-2"
        onChange={({ target }) => form.set({ inert: target.checked })}
      />
    </fieldset>
  )
}
