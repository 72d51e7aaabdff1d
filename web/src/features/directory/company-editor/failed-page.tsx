import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { ErrorState } from '../../../ui/states.tsx'

type Props = { title: string; error: Error | null; onRetry: () => void }

export const FailedPage = ({ title, error, onRetry }: Props) => (
  <>
    <PageHeading title={title} />
    <Card>
      <ErrorState error={error} onRetry={onRetry} />
    </Card>
  </>
)
