import { ShieldAlert } from 'lucide-react'
import { useMe } from '../auth/me.tsx'
import { useCurrentOrganization } from './current-organization.tsx'

/** Says on every screen of the portal in whose name a super user acts; what they do is in that organization's trail. */
export function SuperBanner() {
  const me = useMe()
  const current = useCurrentOrganization()
  if (me.globalPermission !== 'super' || current.state !== 'ready') return null
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-2.5 bg-danger px-4 py-2 text-center text-on-danger print:hidden"
    >
      <ShieldAlert className="size-5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 break-words">
        Acting in <strong>{current.organization.name}</strong> as support.
        <span className="max-sm:hidden"> Its admins see what you do here in their audit trail.</span>
      </p>
    </div>
  )
}
