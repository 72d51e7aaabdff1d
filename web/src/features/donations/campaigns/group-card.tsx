import { campaignGroups, type campaigns } from '@twofold/contract'
import { FileDown, Send } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { formatDateTime, plural } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { describeSums } from './campaign-text.ts'
import { downloadGroupList } from './download-group-list.ts'

const SubmitGroupDialog = lazyDialog(() => import('./submit-group-dialog.tsx'))

type Open = { readonly list: campaignGroups.WaitingList; readonly byMail: boolean }

export function GroupCard({ campaign }: { campaign: campaigns.Campaign }) {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const [open, setOpen] = useState<Open | null>(null)
  const { data, error, refetch } = useApiQuery(campaignGroups.getCampaignGroup, {
    params: { id, campaignId: campaign.id },
  })
  const isEmpty = data?.waiting.length === 0 && data.submissions.length === 0
  if (isEmpty && !campaign.groupSubmit) return null
  return (
    <Card>
      <CardTitle>Submit together</CardTitle>
      {!data && error && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
          Couldn’t load the gifts to submit.
          <Button variant="secondary" size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data?.waiting.length === 0 && <p className="text-muted">No gifts to submit.</p>}
      {data && data.waiting.length > 0 && (
        <ul className="divide-y divide-hairline">
          {data.waiting.map((list) => (
            <li
              key={list.company.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 first:pt-0"
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">{list.company.name}</p>
                <p className="text-muted">
                  {`${plural(list.gifts, 'gift')} from ${plural(list.donors, 'donor')}: ${describeSums(list)}`}
                </p>
              </div>
              {permissions.write && (
                <div className="flex flex-wrap gap-2.5">
                  <Button variant="secondary" icon={FileDown} onClick={() => setOpen({ list, byMail: false })}>
                    Download list
                  </Button>
                  <Button icon={Send} onClick={() => setOpen({ list, byMail: true })}>
                    Send list
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.submissions.length > 0 && <EarlierLists campaign={campaign} submissions={data.submissions} />}
      {open && <SubmitGroupDialog campaign={campaign} {...open} onClose={() => setOpen(null)} />}
    </Card>
  )
}

const stateLabels: Readonly<Record<campaignGroups.GroupSubmission['state'], (sentTo: string) => string>> = {
  made: () => 'downloaded',
  waiting: (to) => `sending to ${to}`,
  sent: (to) => `sent to ${to}`,
  failed: (to) => `couldn’t be sent to ${to}. Download it and send it yourself.`,
  undone: () => 'undone',
}

function EarlierLists({
  campaign,
  submissions,
}: {
  campaign: campaigns.Campaign
  submissions: readonly campaignGroups.GroupSubmission[]
}) {
  const { time_zone } = useOrganization()
  return (
    <>
      <h3 className="mt-5 mb-1 font-semibold">Earlier lists</h3>
      <ul className="divide-y divide-hairline">
        {submissions.map((list) => (
          <li key={list.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5">
            <p className="min-w-0 break-words">
              {`${list.company.name}, ${plural(list.gifts, 'gift')}, ${stateLabels[list.state](list.sent_to)}`}
              <span className="block text-[0.9375rem] text-muted">
                {`${formatDateTime(list.at, time_zone)} by ${list.user_name}`}
              </span>
            </p>
            {list.state !== 'undone' && <Downloads campaign={campaign} list={list} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function Downloads({ campaign, list }: { campaign: campaigns.Campaign; list: campaignGroups.GroupSubmission }) {
  const { id } = useOrganization()
  const listName = `the list for ${list.company.name}`
  const params = { id, campaignId: campaign.id, submissionId: list.id }
  return (
    <span className="flex gap-2">
      <Button
        variant="quiet"
        size="small"
        aria-label={`CSV of ${listName}`}
        onClick={() => void downloadGroupList(campaignGroups.downloadGroupCsv, params)}
      >
        CSV
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={`XLSX of ${listName}`}
        onClick={() => void downloadGroupList(campaignGroups.downloadGroupXlsx, params)}
      >
        XLSX
      </Button>
    </span>
  )
}
