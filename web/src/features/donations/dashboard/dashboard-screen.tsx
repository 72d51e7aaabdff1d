import { organizations, screens } from '@twofold/contract'
import { FileText } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { NoOrganization, UnlessInaccessible, useDeferredOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { SetupWidget } from '../../accounts/setup/index.ts'
import { FeatureRequests } from './feature-requests.tsx'
import { MatchStatusSummary } from './match-status-summary.tsx'
import { MatchingOverview } from './matching-overview.tsx'
import { readOverviewPeriod } from './overview-period.ts'

const FirstDay = lazyComponent(() => import('./getting-started.tsx'))

// Figures and cards render first, even if this fails.
const Chart = lazyComponent(() => import('./charts/charts.tsx'))

export default function DashboardScreen() {
  const current = useDeferredOrganization()
  return (
    <UnlessInaccessible>
      <PageHeading
        title="Dashboard"
        actions={
          current.state === 'ready' &&
          current.organization.has_gifts && (
            <Button variant="secondary" icon={FileText} asChild>
              <Link to={`${screens.reports}?ready=board-summary`}>Board summary</Link>
            </Button>
          )
        }
      />
      {current.state === 'ready' && <Figures key={current.id} organization={current.organization} />}
      {current.state === 'loading' && <Loading />}
      {current.state === 'failed' && (
        <ErrorState error={current.error} title="Couldn’t load the organization" onRetry={current.retry} />
      )}
      {current.state === 'none' && <NoOrganization title="You must select an organization to use this section." />}
    </UnlessInaccessible>
  )
}

function Figures({ organization }: { organization: organizations.Organization }) {
  return (
    <>
      <SetupWidget organization={organization} />
      {organization.has_gifts ? (
        <Overview organization={organization} />
      ) : (
        <Suspense fallback={<Loading />}>
          <FirstDay organization={organization} />
        </Suspense>
      )}
    </>
  )
}

function Overview({ organization }: { organization: organizations.Organization }) {
  const [search] = useSearchParams()
  const period = readOverviewPeriod(search, organization.today)
  // Before matching is on there are no tasks, no money and no bars.
  const isMatching = organization.complete || organization.parent_complete || organizations.isClosed(organization)
  return (
    <>
      {isMatching && <MatchStatusSummary organization={organization} />}
      <MatchingOverview organization={organization} />
      {isMatching && (
        <WhenNear className="mt-4" instead={chartPlaceholder}>
          <Suspense fallback={chartPlaceholder}>
            <Chart organization={organization} period={period} />
          </Suspense>
        </WhenNear>
      )}
      <FeatureRequests organization={organization} />
    </>
  )
}

// Used only until the chart loads, so a short or empty one leaves no blank space.
const chartPlaceholder = <div className="min-h-96" />

/** Below the fold; on phones it loads after the cards were read. */
function WhenNear({ className, instead, children }: { className: string; instead: ReactNode; children: ReactNode }) {
  const [near, setNear] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '0px',
    })
    observer.observe(box.current)
    // Printed pages must contain the content.
    const timer = setTimeout(() => setNear(true), 10_000)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [])
  return (
    <div ref={box} className={className}>
      {near ? children : instead}
    </div>
  )
}
