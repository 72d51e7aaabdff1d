import { organizations } from '@twofold/contract'
import { Lock } from 'lucide-react'
import { useCurrentOrganization } from '../../shell/current-organization.tsx'
import { formatMoment } from '../../ui/format.ts'

/** Says on every screen of the portal why nothing can be changed in an organization that was cancelled or deactivated. */
export function ClosedBanner() {
  const current = useCurrentOrganization()
  if (current.state !== 'ready' || !organizations.isClosed(current.organization)) return null
  return (
    <div className="flex justify-center bg-awaiting-soft px-4 py-2 text-awaiting-text print:hidden">
      <p role="status" className="flex min-w-0 max-w-5xl items-start gap-2.5">
        <Lock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0">{wordsOf(current.organization)}</span>
      </p>
    </div>
  )
}

function wordsOf({ erases_at, erased_at, time_zone }: organizations.Organization): string {
  if (erased_at !== null) return organizations.erasedMessage
  return erases_at === null
    ? organizations.closedMessage
    : organizations.closedUntil(formatMoment(erases_at, time_zone))
}
