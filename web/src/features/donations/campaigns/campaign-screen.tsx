import { campaigns, screens } from '@twofold/contract'
import { Pencil, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, useOrganizationLabel, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle, Facts } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/format.ts'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { describeCompany, describeLimit, formatDays, formatRatio, yesNo } from './campaign-text.ts'
import { GroupCard } from './group-card.tsx'
import { Results } from './results.tsx'
import { StateMark } from './state-mark.tsx'
import { useCampaignChange } from './use-campaign-change.ts'

const CampaignDialog = lazyDialog(() => import('./campaign-dialog.tsx'))
const EndCampaignDialog = lazyDialog(() => import('./end-campaign-dialog.tsx'))

export default function CampaignScreen() {
  const { id } = useOrganization()
  const { campaignId = '' } = useParams()
  const { data, error, isPending, refetch } = useApiQuery(campaigns.getCampaign, { params: { id, campaignId } })
  const showsSkeleton = useSkeleton(isPending)
  if (data) return <CampaignDetails campaign={data.campaign} />
  return (
    <>
      <PageHeading title="Campaign" />
      {showsSkeleton && <Skeleton className="h-80 w-full" />}
      {error && (
        <ErrorState error={error} title={campaigns.campaignMessages.loadFailed} onRetry={() => void refetch()} />
      )}
    </>
  )
}

function CampaignDetails({ campaign }: { campaign: campaigns.Campaign }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const permissions = usePermissions()
  const [open, setOpen] = useState<'edit' | 'end' | null>(null)
  const { restore } = useCampaignChange(campaign)
  const ownOrganizationIds = [organization.id, ...organization.children.map(({ id }) => id)]
  const isOwnCampaign = ownOrganizationIds.includes(campaign.organization.id)
  const canChange = permissions.write && isOwnCampaign && campaign.state !== 'deleted'
  const canEnd = canChange && campaign.state === 'running' && campaign.endDate > organization.today
  return (
    <>
      <PageHeading
        title={campaign.name}
        actions={
          canChange && (
            <>
              {canEnd && (
                <Button variant="secondary" onClick={() => setOpen('end')}>
                  End today
                </Button>
              )}
              <Button variant="secondary" icon={Pencil} onClick={() => setOpen('edit')}>
                Edit
              </Button>
            </>
          )
        }
      >
        <span className="flex flex-wrap items-center gap-x-3">
          <StateMark state={campaign.state} />
          <span>{`${describeCompany(campaign)}, ${formatDays(campaign)}`}</span>
          <Link className="underline underline-offset-2" to={screens.campaigns}>
            All campaigns
          </Link>
        </span>
      </PageHeading>
      <div className="flex flex-col gap-6">
        {campaign.state === 'deleted' && (
          <Notice tone="awaiting">
            <p>This campaign was deleted. Existing matches keep its terms.</p>
            {permissions.write && isOwnCampaign && (
              <Button
                variant="secondary"
                size="small"
                className="mt-2"
                icon={RotateCcw}
                busy={restore.busy}
                onClick={restore.run}
              >
                Restore
              </Button>
            )}
          </Notice>
        )}
        {campaign.ended_from !== null && campaign.state !== 'deleted' && (
          <Notice tone="verify">
            <p>{`Ended early. It was scheduled to run through ${formatDay(campaign.ended_from)}.`}</p>
            {permissions.write && isOwnCampaign && (
              <Button
                variant="secondary"
                size="small"
                className="mt-2"
                icon={RotateCcw}
                busy={restore.busy}
                onClick={restore.run}
              >
                Resume
              </Button>
            )}
          </Notice>
        )}
        {!isOwnCampaign && <Notice tone="verify">{campaigns.campaignMessages.inherited}</Notice>}
        <GroupCard campaign={campaign} />
        <Results campaign={campaign} />
        <Terms campaign={campaign} />
      </div>
      {open === 'edit' && (
        <CampaignDialog
          campaign={campaign}
          onClose={() => setOpen(null)}
          onDeleted={() => void navigate(screens.campaigns)}
        />
      )}
      {open === 'end' && (
        <EndCampaignDialog campaign={campaign} today={organization.today} onClose={() => setOpen(null)} />
      )}
    </>
  )
}

function Terms({ campaign }: { campaign: campaigns.Campaign }) {
  const { id, currency } = useOrganization()
  const nameOf = useOrganizationLabel()
  return (
    <Card>
      <CardTitle>Terms</CardTitle>
      <Facts
        rows={[
          ...(campaign.organization.id === id ? [] : [['Organization', nameOf(campaign.organization)] as const]),
          ['Company', describeCompany(campaign)],
          ['Gift dates', formatDays(campaign)],
          ['Match Ratio', formatRatio(campaign)],
          ['Minimum gift', describeLimit(campaign.minAmount, currency)],
          ['Maximum match per gift', describeLimit(campaign.maxAmount, currency)],
          ['Group Submit', yesNo(campaign.groupSubmit)],
          ['Bill Eligible', yesNo(campaign.billEligible)],
          ['Bill Processed', yesNo(campaign.billProcessed)],
          ['Campaign Message', campaign.message],
        ]}
      />
    </Card>
  )
}
