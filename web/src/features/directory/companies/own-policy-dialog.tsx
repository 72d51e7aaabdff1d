import { policies } from '@twofold/contract'
import { deadlineInWords } from '@twofold/matching'
import { useState } from 'react'
import { messageOf, refusedFields } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../api/use-call.ts'
import { useOrganization } from '../../../shell/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { CancelOr, Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { errorsOf, useForm } from '../../../ui/form.ts'
import { Notice } from '../../../ui/notice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { SendButton } from '../../mails/index.ts'
import { bodyOf, startOf, type Values } from './own-policy-form.ts'
import { PolicyReview } from './policy-review.tsx'

type Props = {
  company: policies.OrganizationCompany
  policy: policies.OwnPolicy | null
  onClose: () => void
}

/** First what is typed, then what it would change, and only then is it saved. */
export function OwnPolicyDialog({ company: { company }, policy, onClose }: Props) {
  const { id, today, currency } = useOrganization()
  const [review, setReview] = useState<policies.PolicyReview | null>(null)
  const save = useAction(policies.saveOwnPolicy, { refreshes: [policies.getOrganizationCompany] })
  const params = { id, companyId: company.id }
  const form = useForm<Values>(
    (values) => errorsOf(policies.ownPolicyForm, bodyOf(values, policy?.id)),
    startOf(policy, today),
    async (values) => {
      try {
        setReview(await call(policies.reviewOwnPolicy, { params, body: bodyOf(values, policy?.id) }))
        return {}
      } catch (error) {
        return refusedFields(error)
      }
    },
  )
  const submit = () =>
    save.mutate(
      { params, body: bodyOf(form.values, policy?.id) },
      {
        onSuccess: () => {
          toast({ title: 'Policy saved', description: 'Your open matches are checked again within a minute or two.' })
          onClose()
        },
        onError: (error) => toastError(policies.policyMessages.saveFailed, messageOf(error)),
      },
    )
  const title = policy ? 'Change your own policy' : 'Add your own policy'
  if (review) {
    return (
      <Dialog
        key="review"
        open
        readFirst
        keep
        onClose={onClose}
        title="What this changes"
        footer={
          <>
            <Button look="secondary" onClick={() => setReview(null)}>
              Back
            </Button>
            <SendButton review={review.mails} busy={save.isPending} onSend={submit}>
              Save policy
            </SendButton>
          </>
        }
      >
        <PolicyReview review={review} />
      </Dialog>
    )
  }
  const deadline = deadlineInWords(form.values.deadline_rule || null)
  return (
    <Dialog
      key="form"
      open
      onClose={onClose}
      keep={form.isDirty}
      title={title}
      description={`What ${company.name} matches of the gifts to you and your chapters. Leave blank whatever is the same as for everyone else; 0 means none.`}
      footer={
        <CancelOr onCancel={onClose} onClick={() => void form.submit()} busy={form.busy}>
          See what changes
        </CancelOr>
      }
    >
      <form className="space-y-5" onSubmit={form.onSubmit}>
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="start_date" label="For gifts from" error={form.errors.start_date}>
            <Input type="date" {...form.field('start_date')} />
          </Field>
          <Field name="end_date" label="To" optional error={form.errors.end_date}>
            <Input type="date" {...form.field('end_date')} />
          </Field>
          <Field name="ratio" label="Ratio, company : donor" optional error={form.errors.ratio}>
            <Input placeholder={company.ratio ?? 'like 3:1'} {...form.field('ratio')} />
          </Field>
          <Field name="min_amount" label={`Minimum gift (${currency})`} optional error={form.errors.min_amount}>
            <Input inputMode="decimal" className="tabular-nums" {...form.field('min_amount')} />
          </Field>
          <Field
            name="max_per_gift"
            label={`Maximum for one gift (${currency})`}
            optional
            error={form.errors.max_per_gift}
          >
            <Input inputMode="decimal" className="tabular-nums" {...form.field('max_per_gift')} />
          </Field>
          <Field name="max_per_year" label={`Maximum a year (${currency})`} optional error={form.errors.max_per_year}>
            <Input inputMode="decimal" className="tabular-nums" {...form.field('max_per_year')} />
          </Field>
        </div>
        <Field
          name="deadline_rule"
          label="Deadline"
          optional
          hint={deadline ? `The match must be requested ${deadline}.` : 'Like days:90, months:6 or year_end+31'}
          error={form.errors.deadline_rule}
        >
          <Input {...form.field('deadline_rule')} />
        </Field>
        <Field name="note" label="Who told you, and when" optional error={form.errors.note}>
          <Input maxLength={500} {...form.field('note')} />
        </Field>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
