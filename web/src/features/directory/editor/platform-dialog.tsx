import { directory, type mails } from '@twofold/contract'
import { useState } from 'react'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../api/use-call.ts'
import { Select } from '../../../ui/choice.tsx'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { errorsOf, useForm } from '../../../ui/form.ts'
import { plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { atLists, linesOf, textOf } from './lines.ts'
import { ReviewStep } from './review-step.tsx'

type Platform = directory.DirectoryPlatform

const startOf = (platform: Platform) => ({
  name: platform.name,
  kind: String(platform.kind),
  employee_url: platform.employee_url,
  employee_steps: textOf(platform.employee_steps),
  nonprofit_url: platform.nonprofit_url,
  nonprofit_steps: textOf(platform.nonprofit_steps),
  payer_names: textOf(platform.payer_names),
  source_url: platform.source_url,
  as_of: platform.as_of,
})
type Values = ReturnType<typeof startOf>

const bodyOf = ({ kind, employee_steps, nonprofit_steps, payer_names, ...values }: Values) => ({
  ...values,
  kind: directory.platformKinds.find((one) => one === kind),
  employee_steps: linesOf(employee_steps),
  nonprofit_steps: linesOf(nonprofit_steps),
  payer_names: linesOf(payer_names),
})

/** A platform's entry: typed, looked at, saved. */
export default function PlatformDialog({ platform, onClose }: { platform: Platform; onClose: () => void }) {
  const params = { platformId: platform.id }
  const [review, setReview] = useState<mails.ChangeReview | null>(null)
  const save = useAction(directory.saveDirectoryPlatform, {
    refreshes: [directory.listDirectoryPlatforms, directory.listDirectoryChanges, directory.getDirectoryCompany],
  })
  const form = useForm<Values>(
    (values) => errorsOf(directory.platformForm, bodyOf(values)),
    startOf(platform),
    async (values) => {
      try {
        setReview(await call(directory.reviewDirectoryPlatform, { params, body: bodyOf(values) }))
        return {}
      } catch (error) {
        return atLists(refusedFields(error))
      }
    },
  )
  const submit = () =>
    save.mutate(
      { params, body: bodyOf(form.values) },
      {
        onSuccess: () => {
          toast({ title: 'Platform saved', description: form.values.name })
          onClose()
        },
        onError: (error) => toastError('Failed to save the platform.', messageOf(error)),
      },
    )
  if (review) {
    return (
      <ReviewStep
        review={review}
        busy={save.isPending}
        action="Save platform"
        onBack={() => setReview(null)}
        onSave={submit}
        onClose={onClose}
      />
    )
  }
  const { errors } = form
  return (
    <Dialog
      key="form"
      open
      width="wide"
      onClose={onClose}
      keep={form.isDirty}
      title={`Edit ${platform.name}`}
      description={
        platform.companies === 0
          ? 'No company’s policy uses it yet.'
          : `The policies of ${plural(platform.companies, 'company', 'companies')} lead there. Donors read its steps where the company’s own address is not known.`
      }
      footer={
        <CancelOr onCancel={onClose} onClick={() => void form.submit()} busy={form.busy}>
          See what changes
        </CancelOr>
      }
    >
      <form className="space-y-6" onSubmit={form.onSubmit}>
        {errors.root && <Notice tone="problem">{errors.root}</Notice>}
        <Field name="name" label="Name" error={errors.name}>
          <Input maxLength={100} {...form.field('name')} />
        </Field>
        <Field
          name="kind"
          label="What it is for"
          hint="Policies of companies lead only to where employees request matches."
          error={errors.kind}
        >
          <Select {...form.field('kind')}>
            {directory.platformKinds.map((kind) => (
              <option key={kind} value={kind}>
                {directory.platformKindWords[kind]}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            name="employee_url"
            label="Where employees sign in"
            optional
            inRow
            hint="COMPANY stands for each company’s own part"
            error={errors.employee_url}
          >
            <Input placeholder="https://example.com" {...form.field('employee_url')} />
          </Field>
          <Field
            name="nonprofit_url"
            label="Where nonprofits sign in"
            optional
            inRow
            hint="To verify gifts, and to be paid"
            error={errors.nonprofit_url}
          >
            <Input placeholder="https://example.com" {...form.field('nonprofit_url')} />
          </Field>
          <Field
            name="employee_steps"
            label="What employees do"
            optional
            inRow
            hint="One step per line: how to request a match. French and Spanish donors read the directory’s own steps in their language, yours as you write them."
            error={errors.employee_steps}
          >
            <Textarea rows={6} {...form.field('employee_steps')} />
          </Field>
          <Field
            name="nonprofit_steps"
            label="What nonprofits do"
            optional
            inRow
            hint="One step per line: how to verify gifts and be paid"
            error={errors.nonprofit_steps}
          >
            <Textarea rows={6} {...form.field('nonprofit_steps')} />
          </Field>
          <Field
            name="payer_names"
            label="Names it pays under"
            optional
            hint="One a line, as bank statements and payout reports write them, the usual one first"
            error={errors.payer_names}
            className="sm:col-span-2"
          >
            <Textarea rows={4} {...form.field('payer_names')} />
          </Field>
          <Field name="source_url" label="Where it says so" optional error={errors.source_url}>
            <Input placeholder="https://example.com/help" {...form.field('source_url')} />
          </Field>
          <Field
            name="as_of"
            label="As of"
            optional
            inRow
            hint="A year, a month or a day: 2026-03"
            error={errors.as_of}
          >
            <Input maxLength={10} {...form.field('as_of')} />
          </Field>
        </div>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
