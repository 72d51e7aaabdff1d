import { Building2 } from 'lucide-react'
import { PageHeading } from '../../ui/page.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useMe } from '../auth/me.tsx'
import { useCurrentOrganization } from '../organizations/current-organization.tsx'
import { MatchingOverview } from './matching-overview.tsx'

/** What stands where with the matches of the organization in hand. */
export default function DashboardScreen() {
  const current = useCurrentOrganization()
  return (
    <>
      <PageHeading title="Dashboard" />
      {current.state === 'ready' && <MatchingOverview key={current.id} organization={current.organization} />}
      {current.state === 'loading' && <Loading />}
      {current.state === 'failed' && (
        <ErrorState error={current.error} title="The organization could not be loaded" onRetry={current.retry} />
      )}
      {current.state === 'none' && <WithoutOrganization />}
    </>
  )
}

function WithoutOrganization() {
  const isSuper = useMe().globalPermission === 'super'
  return (
    <EmptyState icon={Building2} title="You must select an organization to use this section.">
      {isSuper
        ? 'Search for an organization at the top of this page.'
        : 'You do not belong to an organization yet. Ask one of its admins to add you.'}
    </EmptyState>
  )
}
