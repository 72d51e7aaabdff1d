import { screens } from '@twofold/contract'
import { MapPinOff } from 'lucide-react'
import { Link } from 'react-router'
import { ApiError } from '../../../api/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import type { MatchTexts } from './texts.ts'

export default function OrganizationNotFound({
  error,
  onRetry,
  texts,
}: {
  error: unknown
  onRetry: () => void
  texts: MatchTexts
}) {
  const isUnknown = error instanceof ApiError && error.status === 404
  return (
    <>
      <PageHeading title={texts.heading} />
      <Card>
        {isUnknown ? (
          <EmptyState
            icon={MapPinOff}
            title={texts.missingTitle}
            action={
              <Button variant="secondary" asChild>
                <Link to={screens.publicCompanies}>{texts.lookUp}</Link>
              </Button>
            }
          >
            {texts.missing}
          </EmptyState>
        ) : (
          <ErrorState error={error} onRetry={onRetry} />
        )}
      </Card>
    </>
  )
}
