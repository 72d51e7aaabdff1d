import { donations, donors } from '@twofold/contract'
import { useState } from 'react'
import { ApiError, fieldErrorsOf, messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryClient, queryKeyOf, useApiMutation } from '../../../api/use-api.ts'
import { changedIn, type Errors, errorsOf, useForm } from '../../../shared/form.ts'
import { LeaveGuard } from '../../../shared/leave-guard.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { CompanySearch } from '../../core/companies/index.ts'
import { fieldLabels } from './donor-text.ts'

type Detail = donors.DonorDetail
type Values = Readonly<Record<donors.DonorField, string>> & {
  readonly company: string
  readonly companyId: number | null
}

const valuesOf = (donor: Detail): Values => ({
  name: donor.name,
  email: donor.email,
  phone: donor.phone,
  street: donor.street,
  street2: donor.street2,
  city: donor.city,
  state: donor.state,
  zip: donor.zip,
  country: donor.country,
  company: '',
  companyId: null,
})

function bodyOf(values: Values, start: Values, version: number) {
  const changed = changedIn(start, values)
  const fields = donors.donorFields.filter((field) => changed.includes(field))
  return {
    ...Object.fromEntries(fields.map((field) => [field, values[field].trim()])),
    ...(values.companyId === null
      ? values.company.trim() && { company_name: values.company.trim() }
      : { company_id: values.companyId }),
    version,
  }
}

/** Concurrent changes by other users are shown next to the typed values. */
export default function EditDonorDialog({ donor, onClose }: { donor: Detail; onClose: () => void }) {
  const [version, setVersion] = useState(donor.version)
  const save = useApiMutation(donors.updateDonor, {
    refreshes: [donors.listDonors, donations.listDonations, donations.getDonation],
  })
  const check = (values: Values, start: Values): Errors<Values> =>
    errorsOf(donors.changedDonor, bodyOf(values, start, version)) as Errors<Values>
  const form = useForm<Values>(check, valuesOf(donor), async (values, start) => {
    try {
      const answer = await save.mutateAsync({ params: { id: donor.id }, body: bodyOf(values, start, version) })
      keepDonor(answer.donor)
      toast({ title: 'Donor saved' })
      onClose()
      return {}
    } catch (problem) {
      const isConflict = problem instanceof ApiError && problem.status === 409 && Object.keys(problem.fields).length > 0
      // Conflicts are shown next to the fields, so the toast has no details.
      toastError(donors.donorMessages.saveFailed, isConflict ? undefined : messageOf(problem))
      if (!isConflict) return fieldErrorsOf(problem)
      const { donor: latest } = await call(donors.getDonor, { params: { id: donor.id } })
      keepDonor(latest)
      const typedEntries = changedIn(start, values).map((name) => [name, values[name]])
      form.begin(valuesOf(latest), { ...valuesOf(latest), ...Object.fromEntries(typedEntries) })
      setVersion(latest.version)
      return { ...problem.fields, root: problem.message }
    }
  })
  const text = (
    name: donors.DonorField,
    options: { autoComplete?: string; type?: string; className?: string } = {},
  ) => (
    <Field
      name={name}
      label={fieldLabels[name]}
      error={form.errors[name]}
      {...(options.className ? { className: options.className } : {})}
    >
      <Input type={options.type ?? 'text'} autoComplete="off" maxLength={200} {...form.field(name)} />
    </Field>
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Edit donor"
      disabled={!form.isDirty}
      disabledReason="No changes yet."
      button="Save"
    >
      {text('name')}
      <div>
        {text('email', { type: 'email' })}
        {form.values.email !== form.start.email && donor.email && (
          <p className="mt-1.5 text-[0.9375rem] text-muted">
            Gifts that still come under {donor.email} will be this donor’s too.
          </p>
        )}
      </div>
      {text('phone')}
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-2">
        {text('street')}
        {text('street2')}
        {text('city')}
        {text('state')}
        {text('zip')}
        {text('country')}
      </div>
      <Field
        name="company"
        label="New employer"
        optional
        hint="Applies to open matches and to later gifts without an employer."
        error={form.errors.company}
      >
        <CompanySearch
          value={form.values.company}
          onChoose={(company) =>
            company && form.set({ company: company.company?.name ?? company.name, companyId: company.company_id })
          }
          onType={(typed) => form.set({ company: typed, companyId: null })}
        />
      </Field>
      <LeaveGuard active={form.isDirty} what="Your changes to this donor" />
    </FormDialog>
  )
}

function keepDonor(donor: Detail): void {
  queryClient.setQueryData(queryKeyOf(donors.getDonor, { params: { id: donor.id } }), { donor })
}
