import { organizations, screens } from '@twofold/contract'
import { Link } from 'react-router'
import { uncheckedReason, useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { describeEmpty, type Measure } from './measures.ts'

export function EmptyTotals({
  measure,
  gifts,
  giftsAt,
  onCount,
}: {
  measure: Measure
  gifts: number
  giftsAt?: string
  onCount: () => void
}) {
  const organization = useOrganization()
  const { explanation, next } = reasonOf(organization, measure)
  const links = [...(next ? [next] : []), ...(giftsAt ? [{ to: giftsAt, label: 'See gifts' }] : [])]
  return (
    <>
      <p>{[describeEmpty(measure, gifts), explanation].filter(Boolean).join(' ')}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        {links.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="inline-flex min-h-6 items-center font-semibold text-brand-text underline underline-offset-3 pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        ))}
        <Button variant="secondary" size="small" onClick={onCount}>
          Show number of gifts
        </Button>
      </p>
    </>
  )
}

type Reason = { readonly explanation: string; readonly next?: { readonly to: string; readonly label: string } }

function reasonOf(organization: organizations.Organization, measure: Measure): Reason {
  if (measure === 'given') return { explanation: '' }
  const explanation = uncheckedReason(organization)
  if (explanation !== null)
    return organizations.isClosed(organization)
      ? { explanation }
      : { explanation, next: { to: screens.dashboard, label: 'Go to setup' } }
  if (measure === 'received')
    return { explanation: 'Record payouts to see them here.', next: { to: screens.payouts, label: 'Go to Payouts' } }
  return { explanation: 'Open a gift to see why.' }
}
