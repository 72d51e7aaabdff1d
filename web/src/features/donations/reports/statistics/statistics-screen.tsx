import { outlook } from '@twofold/contract'
import { useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { PageHeading } from '../../../../ui/page.tsx'
import { AtRiskCard } from './at-risk-card.tsx'
import { BreakdownCard } from './breakdown-card.tsx'
import { ForecastCard } from './forecast-card.tsx'
import { FunnelCard } from './funnel-card.tsx'
import { WaitingTimesCard } from './waiting-times-card.tsx'

export default function StatisticsScreen() {
  const { id, children } = useOrganization()
  const { data, error, isPending, refetch } = useApiQuery(outlook.getForecasts, { params: { id } })
  const cardProps = {
    data,
    waiting: isPending,
    failed: error !== null && !data,
    onRetry: () => void refetch(),
  }
  return (
    <>
      <PageHeading title="Statistics">
        Estimated is what employers may add. Submitted has been requested. Received has been paid.
        {children.length > 0 && ' Includes your chapters.'}
      </PageHeading>
      {/* Cards in one row have similar heights. Separate columns would leave gaps. */}
      <div className="grid min-w-0 gap-6">
        <BreakdownCard />
        <FunnelCard />
        <div className="grid min-w-0 gap-6 xl:grid-cols-2">
          <AtRiskCard {...cardProps} />
          <WaitingTimesCard {...cardProps} />
        </div>
        <ForecastCard {...cardProps} />
      </div>
    </>
  )
}
