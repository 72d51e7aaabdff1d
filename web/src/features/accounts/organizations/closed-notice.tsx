import { organizations } from '@twofold/contract'
import { Lock } from 'lucide-react'
import { formatDateTime } from '../../../ui/format.ts'

export default function ClosedNotice({ organization }: { organization: organizations.Organization }) {
  return (
    <p role="status" className="flex min-w-0 max-w-5xl items-start gap-2.5">
      <Lock className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <span className="min-w-0">{wordsOf(organization)}</span>
    </p>
  )
}

function wordsOf({ erases_at, erased_at, time_zone }: organizations.Organization): string {
  if (erased_at !== null) return organizations.erasedMessage
  return erases_at === null
    ? organizations.closedMessage
    : organizations.closedUntil(formatDateTime(erases_at, time_zone))
}
