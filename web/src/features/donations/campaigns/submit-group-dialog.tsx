import { campaignGroups, campaigns, donations, statistics } from '@twofold/contract'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { useForm } from '../../../shared/form.ts'
import { Field, Input } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { plural } from '../../../ui/format.ts'
import { toast, toastUndo } from '../../../ui/toast-store.ts'
import { describeSums } from './campaign-text.ts'
import { downloadGroupList } from './download-group-list.ts'

const { campaignMessages } = campaigns

const refreshes = [
  campaignGroups.getCampaignGroup,
  campaigns.getCampaignResults,
  donations.listDonations,
  donations.getDonation,
  statistics.getStatistics,
  statistics.getMatchSummary,
]

type Props = {
  campaign: campaigns.Campaign
  list: campaignGroups.WaitingList
  byMail: boolean
  onClose: () => void
}

export default function SubmitGroupDialog({ campaign, list, byMail, onClose }: Props) {
  const { id } = useOrganization()
  const params = { id, campaignId: campaign.id }
  const submit = useApiMutation(campaignGroups.submitGroup, { failed: campaignMessages.submitFailed, refreshes })
  const undoGroup = useApiMutation(campaignGroups.undoGroup, { refreshes, failed: 'Undo failed' })
  const form = useForm(
    ({ send_to }) => (byMail && send_to.trim() === '' ? { send_to: campaignMessages.address } : {}),
    { send_to: byMail ? list.contact_email : '' },
    async ({ send_to }) => {
      const body = {
        company_id: list.company.id,
        gifts: list.gifts,
        newest_id: list.newest_id,
        send_to: byMail ? send_to.trim() : '',
      }
      const { submission_id } = await submit.mutateAsync({ params, body })
      const undo = () =>
        undoGroup.mutate(
          { params: { ...params, submissionId: submission_id } },
          { onSuccess: () => toast({ title: 'Undone' }) },
        )
      const done = byMail ? `Sending the list to ${send_to.trim()}.` : 'The list is in your downloads.'
      toastUndo(`${plural(list.gifts, 'match', 'matches')} submitted`, undo, done)
      onClose()
      if (!byMail) await downloadGroupList(campaignGroups.downloadGroupCsv, { ...params, submissionId: submission_id })
    },
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={byMail ? `Send the list to ${list.company.name}?` : `Download the list for ${list.company.name}?`}
      description={`${plural(list.gifts, 'gift')} from ${plural(list.donors, 'donor')}: ${describeSums(list)}.`}
      cancel="Not now"
      button={byMail ? 'Send and submit' : 'Download and submit'}
    >
      {byMail && (
        <Field
          name="send_to"
          label={`Contact at ${list.company.name}`}
          hint={
            list.contact_email
              ? 'Their contact for matching gifts.'
              : 'We don’t have a contact for this company. Enter yours.'
          }
          error={form.errors.send_to}
        >
          <Input type="email" autoComplete="off" {...form.field('send_to')} />
        </Field>
      )}
      <ul className="list-disc space-y-1.5 pl-5">
        <li>The list shows each gift’s donor, email, date, amount, requested match, and your EIN, with totals.</li>
        <li>
          {byMail
            ? 'We’ll email it once, as a CSV file. Replies go to your organization’s contact.'
            : 'Send it to the company yourself. You can download it again here as CSV or XLSX.'}
        </li>
        <li>We’ll mark these matches as submitted. You’ll have 10 seconds to undo.</li>
        {list.gifts >= campaignGroups.maxGiftsPerSubmission && (
          <li>{`Each list holds up to ${campaignGroups.maxGiftsPerSubmission} gifts. The rest go in the next one.`}</li>
        )}
      </ul>
    </FormDialog>
  )
}
