import { categories, directory, linkTo, type mails, screens } from '@twofold/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../api/use-call.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { errorsOf, useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { CompanySearch } from '../companies/company-search.tsx'
import { bodyOf, startOf, type Values } from './company-form.ts'
import { HowFields } from './how-fields.tsx'
import { atLists } from './lines.ts'
import { ReviewStep } from './review-step.tsx'

type Props = {
  /** Null: a new one, */
  company: directory.DirectoryCompany | null
  /** that may have a name already. */
  name?: string
  onClose: () => void
}

/** A company with what it goes by and how its match is asked for: typed, looked at, saved. */
export default function CompanyDialog({ company, name = '', onClose }: Props) {
  const navigate = useNavigate()
  const id = company?.company.company_id
  const [review, setReview] = useState<mails.ChangeReview | null>(null)
  const save = useAction(directory.saveDirectoryCompany, {
    refreshes: [directory.getDirectoryCompany, directory.listDirectoryChanges],
  })
  const form = useForm<Values>(
    (values) => errorsOf(directory.companyForm, bodyOf(values, id)),
    startOf(company, name),
    async (values) => {
      try {
        setReview(await call(directory.reviewDirectoryCompany, { body: bodyOf(values, id) }))
        return {}
      } catch (error) {
        return atLists(refusedFields(error))
      }
    },
  )
  const submit = () =>
    save.mutate(
      { body: bodyOf(form.values, id) },
      {
        onSuccess: ({ company: saved }) => {
          toast({ title: company ? 'Company saved' : 'Company added', description: saved.name })
          onClose()
          if (!company) void navigate(linkTo(screens.directoryCompany, { companyId: saved.company_id }))
        },
        onError: (error) => toastError(directory.directoryMessages.saveFailed, messageOf(error)),
      },
    )
  if (review) {
    return (
      <ReviewStep
        review={review}
        busy={save.isPending}
        action={company ? 'Save company' : 'Add company'}
        onBack={() => setReview(null)}
        onSave={submit}
        onClose={onClose}
      />
    )
  }
  const { values, errors, set } = form
  return (
    <Dialog
      key="form"
      open
      width="wide"
      onClose={onClose}
      keep={form.isDirty}
      title={company ? `Edit ${company.company.name}` : 'Add a company'}
      footer={
        <CancelOr onCancel={onClose} onClick={() => void form.submit()} busy={form.busy}>
          See what changes
        </CancelOr>
      }
    >
      <form className="space-y-6" onSubmit={form.onSubmit}>
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="name" label="Name" error={errors.name}>
            <Input maxLength={200} {...form.field('name')} />
          </Field>
          <Field name="website" label="Website" optional error={errors.website}>
            <Input placeholder="https://example.com" {...form.field('website')} />
          </Field>
          <Field name="industry" label="Industry" optional error={errors.industry}>
            <Input maxLength={100} {...form.field('industry')} />
          </Field>
          <div className="grid grid-cols-[6rem_1fr] gap-5">
            <Field name="country" label="Country" error={errors.country}>
              <Input maxLength={2} {...form.field('country')} />
            </Field>
            <Field name="time_zone" label="Time zone of its deadlines" error={errors.time_zone}>
              <Input list="time-zones" {...form.field('time_zone')} />
            </Field>
          </div>
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <Field
            name="aliases"
            label="Other names"
            optional
            inRow
            hint="One per line: brands, abbreviations, former names"
            error={errors.aliases}
          >
            <Textarea {...form.field('aliases')} />
          </Field>
          <Field
            name="email_domains"
            label="Email domains"
            optional
            inRow
            hint="One per line. Donors who write from one work here."
            error={errors.email_domains}
          >
            <Textarea {...form.field('email_domains')} />
          </Field>
          <Field
            name="parent_id"
            label="Part of"
            optional
            hint="The parent company’s policy counts while this one has none of its own."
            error={errors.parent_id}
            className="sm:col-span-2"
          >
            <CompanySearch
              value={company?.parent?.name ?? ''}
              placeholder="Type the name of a company"
              onlyOf={{ directoryBut: company?.company.company_id ?? null }}
              onChoose={(found) => set({ parent_id: found?.company_id ?? null })}
            />
          </Field>
        </div>
        <div className="grid gap-5 border-t border-hairline pt-5 sm:grid-cols-3">
          <HowFields field={form.field} errors={errors} />
        </div>
        <fieldset className="min-w-0 border-t border-hairline pt-5">
          <legend className="float-left mb-1 w-full font-semibold">
            Categories it matches{values.category_ids.length > 0 && ` (${values.category_ids.length})`}
          </legend>
          <p className="clear-both text-[0.9375rem] text-muted">
            Choose none if it matches every kind of nonprofit, or if that is not known.
          </p>
          {errors.category_ids && <Notice tone="problem">{errors.category_ids}</Notice>}
          <div className="grid sm:grid-cols-2 lg:grid-cols-3">
            {[...categories].map(([categoryId, words]) => (
              <Checkbox
                key={categoryId}
                label={words}
                checked={values.category_ids.includes(categoryId)}
                onChange={(event) =>
                  set({
                    category_ids: event.target.checked
                      ? [...values.category_ids, categoryId]
                      : values.category_ids.filter((one) => one !== categoryId),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
