import { campaigns } from '@twofold/contract'
import { Megaphone, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { donationTabs } from '../donations/index.ts'
import { CampaignCards, CampaignTable } from './campaign-table.tsx'

const CampaignDialog = lazyDialog(() => import('./campaign-dialog.tsx'))

const pageIn = (params: URLSearchParams): number => {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1
}

export default function CampaignsScreen() {
  const organization = useOrganization()
  const permissions = usePermissions()
  const [params, setParams] = useSearchParams()
  const [adding, setAdding] = useState(false)
  const page = pageIn(params)
  const { data, error, isPending, isPlaceholderData, refetch } = useApiQuery(
    campaigns.listCampaigns,
    { params: { id: organization.id }, query: { page } },
    { keepPrevious: true },
  )
  const showsSkeleton = useSkeleton(isPending)
  useEffect(() => {
    if (error) toastError(campaigns.campaignMessages.loadFailed, error)
  }, [error])
  const shown = { currency: organization.currency, ownId: organization.id }

  return (
    <>
      <PageHeading
        title="Campaigns"
        tabs={donationTabs}
        actions={
          permissions.write && (
            <Button icon={Plus} onClick={() => setAdding(true)}>
              Add Campaign
            </Button>
          )
        }
      >
        A campaign overrides the company’s matching policy for this organization within a date range. It does not
        reprocess existing match requests.
      </PageHeading>
      <div className="flex flex-col gap-6">
        <Card padded={false} className="overflow-hidden" aria-busy={isPlaceholderData || undefined}>
          {showsSkeleton && <Rows />}
          {!data && error && (
            <ErrorState error={error} title={campaigns.campaignMessages.loadFailed} onRetry={() => void refetch()} />
          )}
          {!showsSkeleton && data?.campaigns.length === 0 && (
            <EmptyState icon={Megaphone} title={'No campaigns found. Click "Add Campaign" to create one.'}>
              {permissions.write ? undefined : 'Anyone with write access can add one.'}
            </EmptyState>
          )}
          {!showsSkeleton && data && data.campaigns.length > 0 && (
            <>
              <CampaignTable caption="Campaigns" rows={data.campaigns} {...shown} />
              <CampaignCards rows={data.campaigns} {...shown} />
            </>
          )}
        </Card>
        {data && (
          <Pager
            page={page}
            perPage={campaigns.campaignsPerPage}
            total={data.total}
            onPage={(next) => setParams(next > 1 ? { page: String(next) } : {})}
          />
        )}
        {data && data.inherited.length > 0 && (
          <Card padded={false} className="overflow-hidden">
            <div className="px-5 pt-5 sm:px-6">
              <CardTitle>Your parent organization’s campaigns</CardTitle>
              <p className="-mt-3 mb-4 text-muted">
                They also apply to your gifts, unless you have your own campaign for that company and date.
              </p>
            </div>
            <CampaignTable caption="Your parent organization’s campaigns" rows={data.inherited} {...shown} />
            <CampaignCards rows={data.inherited} {...shown} />
          </Card>
        )}
        {permissions.write && data && data.deleted.length > 0 && (
          <Card padded={false} className="overflow-hidden">
            <div className="px-5 pt-5 sm:px-6">
              <CardTitle>Deleted campaigns</CardTitle>
              <p className="-mt-3 mb-4 text-muted">Open one to restore it.</p>
            </div>
            <CampaignTable caption="Deleted campaigns" rows={data.deleted} {...shown} />
            <CampaignCards rows={data.deleted} {...shown} />
          </Card>
        )}
      </div>
      {adding && <CampaignDialog campaign={null} onClose={() => setAdding(false)} />}
    </>
  )
}

function Rows() {
  return (
    <div className="divide-y divide-hairline" role="status" aria-label="Loading campaigns...">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex h-15 items-center gap-6 px-5">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-4 w-32 max-sm:hidden" />
          <Skeleton className="ml-auto h-4 w-24" />
        </div>
      ))}
    </div>
  )
}
