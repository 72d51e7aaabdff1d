import { directory, type mails } from '@twofold/contract'
import { deadlineInWords, type GiftKind, giftKindIds, giftKinds } from '@twofold/matching'
import { type ReactNode, useState } from 'react'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { session } from '../../../api/session.ts'
import { useAction } from '../../../api/use-call.ts'
import { Checkbox, Select } from '../../../ui/choice.tsx'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { errorsOf, useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { HowFields } from './how-fields.tsx'
import { atLists } from './lines.ts'
import { bodyOf, deadlineExamples, startOf, type Values } from './policy-form.ts'
import { ReviewStep } from './review-step.tsx'
import { ExceptionFields, StepsFields } from './steps-fields.tsx'

type Props = {
  company: directory.DirectoryCompany
  /** What one begins with; null: nothing is known. */
  version: directory.PolicyVersion | null
  /** The version is corrected, days and all; else a new one is entered beside it. */
  corrects: boolean
  onClose: () => void
}

/** No policy has to name the first two, and none can make gifts of the others. */
const alwaysOrNever: readonly GiftKind[] = [
  'money',
  'stock',
  'pledge',
  'employer_match',
  'grant',
  'organization',
  'deceased',
]

/** A version of a policy: typed, looked at, saved. */
export default function PolicyDialog({ company, version, corrects, onClose }: Props) {
  const { company_id: companyId, name, time_zone: timeZone } = company.company
  const replaces = corrects && version ? version.id : null
  const [review, setReview] = useState<mails.ChangeReview | null>(null)
  const save = useAction(directory.saveDirectoryPolicy, {
    refreshes: [directory.getDirectoryCompany, directory.listDirectoryChanges],
  })
  const form = useForm<Values>(
    (values) => errorsOf(directory.policyForm, bodyOf(values, replaces)),
    startOf(version, corrects),
    async (values) => {
      try {
        const body = bodyOf(values, replaces)
        setReview(await call(directory.reviewDirectoryPolicy, { params: { companyId }, body }))
        return {}
      } catch (error) {
        return atLists(refusedFields(error))
      }
    },
  )
  const submit = () =>
    save.mutate(
      { params: { companyId }, body: bodyOf(form.values, replaces) },
      {
        onSuccess: () => {
          toast({ title: 'Policy saved', description: 'Open matches are checked again now.' })
          onClose()
        },
        onError: (error) => toastError(directory.directoryMessages.policyFailed, messageOf(error)),
      },
    )
  if (review) {
    return (
      <ReviewStep
        review={review}
        busy={save.isPending}
        action="Save policy"
        onBack={() => setReview(null)}
        onSave={submit}
        onClose={onClose}
      />
    )
  }
  const { values, errors, set, field } = form
  const words = deadlineInWords(values.deadline_rule || null)
  const examples = deadlineExamples(values.deadline_rule, timeZone, session.serverNow().getFullYear())
  const limit = (of: 'min_amount' | 'max_per_gift' | 'max_per_year' | 'max_lifetime', label: string) => (
    <Field name={of} label={`${label} (${values.currency})`} optional error={errors[of]}>
      <Input inputMode="decimal" className="tabular-nums" {...field(of)} />
    </Field>
  )
  const lines = (
    of: 'eligible_employees' | 'eligible_nonprofits' | 'excluded_nonprofits',
    label: string,
    hint: string,
  ) => (
    <Field name={of} label={label} optional hint={hint} error={errors[of]}>
      <Textarea {...field(of)} />
    </Field>
  )
  return (
    <Dialog
      key="form"
      open
      width="wide"
      onClose={onClose}
      keep={form.isDirty}
      title={corrects ? `Correct the policy of ${name}` : `New policy of ${name}`}
      description="Leave blank what is not known; 0 means that there is none."
      footer={
        <CancelOr onCancel={onClose} onClick={() => void form.submit()} busy={form.busy}>
          See what changes
        </CancelOr>
      }
    >
      <form className="space-y-8" onSubmit={form.onSubmit}>
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <Section title="Source, and which gifts it covers">
          <Field name="source_url" label="Source" error={errors.source_url} className="sm:col-span-2">
            <Input placeholder="https://…, or a call with its foundation" {...field('source_url')} />
          </Field>
          <Field
            name="as_of"
            label="Date of the source"
            optional
            hint="Like 2026, 2026-03, or 2026-03-08"
            error={errors.as_of}
          >
            <Input {...field('as_of')} />
          </Field>
          <Field name="program" label="Matching program" error={errors.program}>
            <Select {...field('program')}>
              <option value="yes">Yes</option>
              <option value="no">No</option>
              <option value="unknown">Not known</option>
            </Select>
          </Field>
          <Field name="valid_from" label="For gifts from" optional error={errors.valid_from}>
            <Input type="date" {...field('valid_from')} />
          </Field>
          <Field name="valid_to" label="For gifts until" optional error={errors.valid_to}>
            <Input type="date" {...field('valid_to')} />
          </Field>
        </Section>
        <Section title="What it matches">
          <Field name="currency" label="Currency" error={errors.currency}>
            <Select {...field('currency')}>
              <option value="USD">US dollars</option>
              <option value="CAD">Canadian dollars</option>
            </Select>
          </Field>
          <Field name="ratio" label="Ratio, company : donor" optional error={errors.ratio}>
            <Input placeholder="like 1:1" {...field('ratio')} />
          </Field>
          {limit('min_amount', 'Minimum gift')}
          {limit('max_per_gift', 'Maximum for one gift')}
          {limit('max_per_year', 'Maximum a year')}
          {limit('max_lifetime', 'Maximum in all')}
          <Field name="maximum_basis" label="Maximums are of" error={errors.maximum_basis}>
            <Select {...field('maximum_basis')}>
              <option value="match">what the company gives</option>
              <option value="gift">what the donor gives</option>
            </Select>
          </Field>
          <Field
            name="policy_year_start"
            label="Its year begins on"
            hint="Month and day, like 01-01"
            error={errors.policy_year_start}
          >
            <Input {...field('policy_year_start')} />
          </Field>
          <Checkbox
            label="Every gift has to reach the minimum by itself"
            checked={values.minimum_per_gift}
            onChange={(event) => set({ minimum_per_gift: event.target.checked })}
          />
        </Section>
        <Section title="Steps of the ratio" hint="Like 2:1 up to 500, then 1:1. The last step may have no end." wide>
          {errors.ratio_tiers && <Notice tone="problem">{errors.ratio_tiers}</Notice>}
          <StepsFields steps={values.ratio_tiers} onChange={(ratio_tiers) => set({ ratio_tiers })} />
          <Field name="tiers_run_through" label="The tiers start over with" error={errors.tiers_run_through}>
            <Select {...field('tiers_run_through')} className="sm:max-w-sm">
              <option value="gift">every gift</option>
              <option value="year">every year: the donor’s gifts of a year count together</option>
            </Select>
          </Field>
        </Section>
        <Section title="Exceptions for some donors or gifts" hint="Like retirees, at most 5,000 a year." wide>
          {errors.exceptions && <Notice tone="problem">{errors.exceptions}</Notice>}
          <ExceptionFields exceptions={values.exceptions} onChange={(exceptions) => set({ exceptions })} />
        </Section>
        <Section title="Who can take part, and which gifts">
          {lines(
            'eligible_employees',
            'Who may take part',
            'One per line: full-time, part-time, retirees, spouses… “board members” alone is a program for directors only.',
          )}
          {lines(
            'eligible_nonprofits',
            'Which nonprofits',
            'One per line, by category or kind, like colleges and universities',
          )}
          {lines('excluded_nonprofits', 'Which are left out', 'One per line, like religious or political')}
          <fieldset className="min-w-0 sm:col-span-2 lg:col-span-3">
            <legend className="mb-1 font-semibold">Gifts that it names as matched, beside money and stock</legend>
            <div className="grid sm:grid-cols-2 lg:grid-cols-3">
              {giftKindIds
                .filter((id) => !alwaysOrNever.includes(id))
                .map((id) => (
                  <Checkbox
                    key={id}
                    label={giftKinds[id]}
                    checked={values.gift_kinds.includes(id)}
                    onChange={(event) =>
                      set({
                        gift_kinds: event.target.checked
                          ? [...values.gift_kinds, id]
                          : values.gift_kinds.filter((one) => one !== id),
                      })
                    }
                  />
                ))}
            </div>
            <Field
              name="deductible_part_only"
              label="Matches the deductible part only"
              error={errors.deductible_part_only}
            >
              <Select {...field('deductible_part_only')} className="sm:max-w-sm">
                <option value="unknown">unknown: the deductible part counts</option>
                <option value="yes">yes</option>
                <option value="no">no: the full amount counts</option>
              </Select>
            </Field>
            <Checkbox
              label="Only gifts made on the company’s own giving site or through payroll"
              checked={values.own_site_only}
              onChange={(event) => set({ own_site_only: event.target.checked })}
            />
          </fieldset>
        </Section>
        <Section title="Until when" wide>
          <Field
            name="deadline_rule"
            label="Deadline rule"
            optional
            hint="days:90 · months:6 · year_end · year_end+31 · quarter_end+30 · fiscal_year_end:06-30+15 · date:01-31 · window:2027-01-31"
            error={errors.deadline_rule}
          >
            <Input className="sm:max-w-sm" {...field('deadline_rule')} />
          </Field>
          <div role="status">
            {words !== '' && <p>The match has to be requested {words}.</p>}
            {examples.map((example) => (
              <p key={example} className="text-muted">
                {example}
              </p>
            ))}
          </div>
        </Section>
        <Section title="How to ask">
          <HowFields field={field} errors={errors} />
          <Field name="submission_url" label="Address of its portal" optional error={errors.submission_url}>
            <Input placeholder="https://…" {...field('submission_url')} />
          </Field>
          <Field name="guide_url" label="Program page or guidelines" optional error={errors.guide_url}>
            <Input placeholder="https://…" {...field('guide_url')} />
          </Field>
          <Field name="form_url" label="Address of its form" optional error={errors.form_url}>
            <Input placeholder="https://…" {...field('form_url')} />
          </Field>
          <Field name="contact_email" label="Email address" optional error={errors.contact_email}>
            <Input {...field('contact_email')} />
          </Field>
          <Field
            name="contact_address"
            label="Postal address"
            optional
            error={errors.contact_address}
            className="sm:col-span-2"
          >
            <Input maxLength={500} {...field('contact_address')} />
          </Field>
          <Field
            name="volunteer_grant"
            label="Volunteered time"
            optional
            hint="yes, no, per_hour:10, or block:250/25"
            error={errors.volunteer_grant}
          >
            <Input {...field('volunteer_grant')} />
          </Field>
          <Checkbox
            label="The nonprofit has to sign its form as well"
            checked={values.form_needs_nonprofit}
            onChange={(event) => set({ form_needs_nonprofit: event.target.checked })}
          />
        </Section>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}

function Section({
  title,
  hint,
  wide = false,
  children,
}: {
  title: string
  hint?: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section>
      <h3 className="text-lg font-semibold">{title}</h3>
      {hint && <p className="text-[0.9375rem] text-muted">{hint}</p>}
      <div className={wide ? 'mt-3 space-y-4' : 'mt-3 grid items-end gap-5 sm:grid-cols-2 lg:grid-cols-3'}>
        {children}
      </div>
    </section>
  )
}
