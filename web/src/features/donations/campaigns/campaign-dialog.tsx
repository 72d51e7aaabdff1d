import { campaigns } from '@twofold/contract'
import { useState } from 'react'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { useForm } from '../../../shared/form.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Select } from '../../../ui/choice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { CompanySearch } from '../../core/companies/index.ts'
import { bodyOf, type CampaignValues, checkCampaign, valuesOf } from './campaign-form.ts'
import { DeleteCampaignDialog } from './delete-campaign-dialog.tsx'

const { campaignMessages } = campaigns

type Props = {
  campaign: campaigns.Campaign | null
  onClose: () => void
  onDeleted?: () => void
}

/** The specification has a single dialog: Create, or Save and Delete. */
export default function CampaignDialog({ campaign, onClose, onDeleted }: Props) {
  const organization = useOrganization()
  const [deleting, setDeleting] = useState(false)
  const refreshes = [campaigns.listCampaigns, campaigns.getCampaign]
  const create = useApiMutation(campaigns.createCampaign, { failed: campaignMessages.saveFailed, refreshes })
  const update = useApiMutation(campaigns.updateCampaign, { failed: campaignMessages.saveFailed, refreshes })
  const form = useForm<CampaignValues>(checkCampaign, valuesOf(campaign, organization), async (values) => {
    const body = bodyOf(values)
    const id = Number(values.organization)
    if (campaign === null) await create.mutateAsync({ params: { id }, body })
    else {
      const params = { id, campaignId: campaign.id }
      await update.mutateAsync({ params, body: { ...body, version: campaign.version } })
    }
    toast({ title: campaign === null ? 'Campaign created' : 'Campaign saved' })
    onClose()
  })
  if (deleting && campaign) {
    return (
      <DeleteCampaignDialog
        campaign={campaign}
        onClose={() => setDeleting(false)}
        onDeleted={() => {
          onClose()
          onDeleted?.()
        }}
      />
    )
  }
  return (
    <Dialog
      onClose={onClose}
      confirmClose={form.isDirty}
      title="Match Campaign"
      description="Applies to new gifts. Existing matches won’t change."
      footer={
        <>
          {campaign && (
            <Button variant="danger" className="mr-auto" onClick={() => setDeleting(true)}>
              Delete
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={() => void form.submit()} busy={form.busy}>
            {campaign ? 'Save' : 'Create'}
          </Button>
        </>
      }
    >
      <form className="space-y-5" onSubmit={form.onSubmit}>
        {form.errors.root && <Notice tone="problem">{form.errors.root}</Notice>}
        <Fields form={form} isNew={campaign === null} />
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}

type Form = ReturnType<typeof useForm<CampaignValues>>

function Fields({ form, isNew }: { form: Form; isNew: boolean }) {
  const organization = useOrganization()
  const { errors, values } = form
  return (
    <>
      <Field name="name" label="Name" error={errors.name}>
        <Input autoComplete="off" maxLength={200} {...form.field('name')} />
      </Field>
      {isNew && organization.children.length > 0 && (
        <Field name="organization" label="Applies to" hint="Also applies to chapters without their own campaign.">
          <Select {...form.field('organization')}>
            {[organization, ...organization.children].map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        name="company_name"
        label="Company"
        optional
        hint="Leave blank for every company without its own campaign."
        error={errors.company_name ?? errors.company_id}
      >
        <CompanySearch
          value={values.company_name}
          placeholder="Type a company name"
          onlyOf={{ directoryBut: null }}
          onChoose={(company) => company && form.set({ company_id: company.company_id, company_name: company.name })}
          onType={(text) => form.set({ company_id: null, company_name: text })}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="startDate" label="First day" error={errors.startDate}>
          <Input type="date" {...form.field('startDate')} />
        </Field>
        <Field name="endDate" label="Last day" error={errors.endDate}>
          <Input type="date" {...form.field('endDate')} />
        </Field>
        <Field
          name="minAmount"
          label={`Match range, min (${organization.currency})`}
          inRow
          hint="Leave blank to use the company’s rules. Enter 0 for no minimum."
          error={errors.minAmount}
        >
          <Input inputMode="decimal" className="tabular-nums" {...form.field('minAmount')} />
        </Field>
        <Field
          name="maxAmount"
          label={`Match range, max (${organization.currency})`}
          inRow
          hint="Per gift. Leave blank to use the company’s rules. Enter 0 for no limit."
          error={errors.maxAmount}
        >
          <Input inputMode="decimal" className="tabular-nums" {...form.field('maxAmount')} />
        </Field>
        <Field
          name="matchRatio"
          label="Match ratio"
          inRow
          hint="Like 1:1 or 2:1. Leave blank to use the company’s rules."
          error={errors.matchRatio}
        >
          <Input autoComplete="off" className="tabular-nums" {...form.field('matchRatio')} />
        </Field>
      </div>
      <fieldset className="min-w-0">
        <legend className="sr-only">Options</legend>
        {checks.map(({ name, label, hint }) => (
          <Checkbox
            key={name}
            label={label}
            hint={hint}
            checked={values[name]}
            onChange={({ target }) => form.set({ [name]: target.checked })}
          />
        ))}
      </fieldset>
      <Field
        name="message"
        label="Campaign Message"
        optional
        hint="Added to emails to this campaign’s donors."
        error={errors.message}
      >
        <Textarea {...form.field('message')} />
      </Field>
    </>
  )
}

const checks = [
  {
    name: 'groupSubmit',
    label: 'Group submit',
    hint: 'You submit these gifts to the company. Donors don’t need to do anything.',
  },
  {
    name: 'billEligible',
    label: 'Bill eligible',
    hint: 'Matches count toward your fee once they’re eligible.',
  },
  {
    name: 'billProcessed',
    label: 'Bill processed',
    hint: 'Matches count toward your fee once they’re submitted.',
  },
] as const
