import { ShieldAlert } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { guardCalls } from '../../api/guard.ts'
import { useMe } from '../auth/me.tsx'
import { useCurrentOrganization } from './current-organization.tsx'
import { changesOrganization, onlyLooking, supportMode } from './support-mode.ts'

/** Says on every screen of the portal in whose name a super user acts, who looks only until they say otherwise. */
export function SuperBanner() {
  const me = useMe()
  const current = useCurrentOrganization()
  if (me.globalPermission !== 'super' || current.state !== 'ready') return null
  return <Acting organization={current.organization} />
}

function Acting({ organization: { id, name } }: { organization: { id: number; name: string } }) {
  const mayChange = useSyncExternalStore(supportMode.subscribe, supportMode.allowedIn) === id
  useEffect(() => {
    if (mayChange) return
    return guardCalls((route) => (changesOrganization(route) ? onlyLooking : null))
  }, [mayChange])
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-danger px-4 py-1.5 text-on-danger print:hidden">
      <p role="status" className="flex min-w-0 items-center gap-2.5">
        <ShieldAlert className="size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">
          Acting in <strong>{name}</strong> as support.
          <span className="max-sm:hidden">
            {mayChange ? ' Its admins see in their audit trail what you change.' : ' You are only looking.'}
          </span>
        </span>
      </p>
      <button
        type="button"
        className="min-h-8 rounded-control border border-current px-3 font-semibold pointer-coarse:min-h-11"
        onClick={() => (mayChange ? supportMode.onlyLook() : supportMode.allow(id))}
      >
        {mayChange ? 'Only look' : 'Allow changes'}
      </button>
    </div>
  )
}
