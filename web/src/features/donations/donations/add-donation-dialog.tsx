import { donationChanges, donations, keyOfHeader, organizations, statistics } from '@twofold/contract'
import { parseTypedAmount } from '@twofold/matching'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../api/api-error.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { errorsOf, useForm } from '../../../shared/form.ts'
import { Checkbox, Select } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast-store.ts'
import { CompanySearch } from '../../core/companies/index.ts'

type Values = {
  readonly donor_name: string
  readonly donor_email: string
  readonly amount: string
  readonly donated_at: string
  readonly transaction_id: string
  readonly company_id: number | null
  readonly company_name: string
  readonly organization: string
  /** True to add the gift despite a probable duplicate. */
  readonly both_are_real: boolean
  readonly [custom: `custom.${string}`]: string
}

const campaign = 'custom.campaign' as const

const bodyOf = (values: Values) => ({
  donor_name: values.donor_name,
  donor_email: values.donor_email.trim(),
  amount: parseTypedAmount(values.amount),
  donated_at: values.donated_at,
  transaction_id: values.transaction_id,
  company_id: values.company_id,
  company_name: values.company_name,
  both_are_real: values.both_are_real,
  custom: Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => name.startsWith('custom.') && value !== '')
      .map(([name, value]) => [name.slice('custom.'.length), value]),
  ),
})

export default function AddDonationDialog({
  onClose,
  onAdded,
}: {
  onClose: () => void
  onAdded: (id: number) => void
}) {
  const organization = useOrganization()
  const add = useApiMutation(donationChanges.createDonation, {
    failed: 'Couldn’t add the gift',
    refreshes: [
      donations.listDonations,
      statistics.getStatistics,
      statistics.getMatchSummary,
      organizations.getOrganization,
    ],
  })
  const namedFields = organization.custom.donation_fields
    .map((label) => ({ name: `custom.${keyOfHeader(label)}` as const, label }))
    .filter(({ name }) => name !== campaign)
  const start: Values = {
    donor_name: '',
    donor_email: '',
    amount: '',
    donated_at: organization.today,
    transaction_id: '',
    company_id: null,
    company_name: '',
    organization: String(organization.id),
    both_are_real: false,
    [campaign]: '',
    ...Object.fromEntries(namedFields.map(({ name }) => [name, ''])),
  }
  const [isProbable, setIsProbable] = useState(false)
  const check = (values: Values) => errorsOf(donationChanges.newDonation, bodyOf(values))
  const form = useForm<Values>(
    check,
    start,
    async (values) => {
      const params = { id: Number(values.organization) }
      const { donation } = await add.mutateAsync({ params, body: bodyOf(values) })
      toast({ title: 'Donation added', description: outcomeOf(donation) })
      onAdded(donation.id)
    },
    {
      toErrors: (problem) => {
        setIsProbable(isPossibleDuplicate(problem))
        return fieldErrorsOf(problem)
      },
    },
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add donation"
      description="Enter one gift. For more, upload a file."
      button="Add donation"
    >
      {isProbable && (
        <Checkbox
          checked={form.values.both_are_real}
          onChange={({ target }) => form.set({ both_are_real: target.checked })}
          label="This is a separate gift"
          hint="Add it as a second gift."
        />
      )}
      {organization.children.length > 0 && (
        <Field name="organization" label="Received by">
          <Select {...form.field('organization')}>
            {[organization, ...organization.children].map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="donor_name" label="Donor" error={form.errors.donor_name}>
          <Input autoComplete="off" {...form.field('donor_name')} />
        </Field>
        <Field name="donor_email" label="Donor email" optional error={form.errors.donor_email}>
          <Input type="email" autoComplete="off" {...form.field('donor_email')} />
        </Field>
        <Field name="amount" label={`Amount (${organization.currency})`} error={form.errors.amount}>
          <Input inputMode="decimal" className="tabular-nums" {...form.field('amount')} />
        </Field>
        <Field name="donated_at" label="Date of the gift" error={form.errors.donated_at}>
          <Input type="date" max={organization.today} {...form.field('donated_at')} />
        </Field>
      </div>
      <Field
        name="company_name"
        label="Employer"
        optional
        hint={
          form.values.donor_email === ''
            ? undefined
            : 'If blank, we’ll check the donor’s earlier gifts and email address.'
        }
        error={form.errors.company_name ?? form.errors.company_id}
      >
        <CompanySearch
          value=""
          onChoose={(company) => company && form.set({ company_id: company.company_id, company_name: company.name })}
          onType={(text) => form.set({ company_id: null, company_name: text })}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name={campaign} label="Campaign" optional>
          <Input {...form.field(campaign)} value={form.values[campaign] ?? ''} />
        </Field>
        <Field name="transaction_id" label="Transaction ID" optional error={form.errors.transaction_id}>
          <Input {...form.field('transaction_id')} />
        </Field>
        {namedFields.map(({ name, label }) => (
          <Field key={name} name={name} label={label} optional>
            <Input {...form.field(name)} value={form.values[name] ?? ''} />
          </Field>
        ))}
      </div>
    </FormDialog>
  )
}

const isPossibleDuplicate = (problem: unknown): boolean =>
  donationChanges.probableDuplicate.safeParse(problem instanceof Error ? problem.cause : null).success

function outcomeOf({ status, matched, matched_is_certain, currency }: donations.DonationDetail): string {
  const estimate = `${matched_is_certain ? '' : 'up to '}${formatMoney(matched, currency)}`
  return matched > 0 ? `“${status.name}”: ${estimate} could be matched.` : `“${status.name}”`
}
