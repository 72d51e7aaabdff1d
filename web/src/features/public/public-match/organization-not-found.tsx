import { screens } from '@twofold/contract'
import { MapPinOff } from 'lucide-react'
import { Link } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'

export default function OrganizationNotFound({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <>
      <PageHeading title="Match your gift" />
      <Card>
        {isUnknown ? (
          <EmptyState
            icon={MapPinOff}
            title="There’s no matching page at this address"
            action={
              <Button variant="secondary" asChild>
                <Link to={screens.publicCompanies}>Does my employer match?</Link>
              </Button>
            }
          >
            The organization may have changed its name or no longer uses Twofold. Check its website for the right
            address. You can still look up what your employer matches.
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )}
      </Card>
    </>
  )
}
