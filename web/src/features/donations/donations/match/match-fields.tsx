import { donationColumns, type donations } from '@twofold/contract'
import { actions, employmentIds, employments } from '@twofold/matching'
import type { ReactNode } from 'react'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Select } from '../../../../ui/choice.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { CompanySearch } from '../../../core/companies/index.ts'
import { FoldedSection } from './dialog-section.tsx'
import { useMatchButtons } from './match-buttons.tsx'
import { customFieldsOf } from './match-form.ts'
import type { useMatchForm } from './use-match-form.ts'

type Detail = donations.DonationDetail
type Form = ReturnType<typeof useMatchForm>

export function MatchFields({ detail, form }: { detail: Detail; form: Form }) {
  const namedFields = useOrganization().custom.donation_fields
  const customFields = customFieldsOf(detail, namedFields)
  return (
    <form
      className="space-y-4"
      aria-label="Edit this match"
      onSubmit={(event) => {
        event.preventDefault()
        if (form.isDirty) form.save()
      }}
    >
      <div className="grid gap-x-5 gap-y-5 sm:grid-cols-[10rem_1fr]">
        <Field name="amount" label={`Amount (${detail.currency})`} error={form.errors.amount}>
          <Input inputMode="decimal" className="tabular-nums" {...form.field('amount')} />
        </Field>
        <Field name="company" label="Employer" error={form.errors.company}>
          <CompanySearch
            key={form.round}
            value={form.values.company}
            onChoose={(company) =>
              company && form.set({ company: company.company?.name ?? company.name, companyId: company.company_id })
            }
            onType={(text) => form.set({ company: text, companyId: null })}
          />
        </Field>
        <Field
          name="employment"
          label={donationColumns.employment.label}
          hint="Some employers match only certain employees. We’ll recheck eligibility when you save."
          error={form.errors.employment}
          className="sm:col-span-2"
        >
          <Select {...form.field('employment')}>
            {detail.employment === null && <option value="">Unknown</option>}
            {employmentIds.map((id) => (
              <option key={id} value={id}>
                {employments[id]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {customFields.length > 0 && (
        <FoldedSection title="Custom fields" isOpen={customFields.some(({ name }) => form.errors[name] !== undefined)}>
          <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
            {customFields.map(({ name, label }) => (
              <Field key={name} name={name} label={label} error={form.errors[name]}>
                <Input {...form.field(name)} value={form.values[name] ?? ''} />
              </Field>
            ))}
          </div>
        </FoldedSection>
      )}
      {/* Submits the form on Enter. The visible buttons are below the tabs. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
    </form>
  )
}

/** Warnings appear next to the buttons, because the form may be scrolled away or on another tab. */
export function FormButtons({ detail, form, children }: { detail: Detail; form: Form; children: ReactNode }) {
  const buttons = useMatchButtons(detail)
  const save = buttons.find(({ action }) => action === 'edit')
  const reEmail = buttons.find(({ action }) => action === 'evaluate')
  return (
    <>
      {form.errors.root && (
        <Notice tone="problem" className="basis-full">
          {form.errors.root}
        </Notice>
      )}
      {form.isOutdated && (
        <Notice tone="verify" className="basis-full">
          Someone else just changed this match. When you save, we’ll tell you if you both changed the same thing.
        </Notice>
      )}
      {children}
      {form.isDirty && (
        <Button variant="quiet" onClick={form.reset}>
          Discard
        </Button>
      )}
      {reEmail && (
        <Button variant="secondary" onClick={form.askToReEmail} disabled={form.busy}>
          {`${actions.edit.button} ${reEmail.label}`}
        </Button>
      )}
      {save && (
        <Button onClick={form.save} busy={form.busy} disabled={!form.isDirty} disabledReason="No changes yet.">
          {save.label}
        </Button>
      )}
    </>
  )
}
