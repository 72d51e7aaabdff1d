import { support } from '@twofold/contract'
import { ShieldAlert } from 'lucide-react'
import { call } from '../../../api/client.ts'
import { queryClient, queryKeyOf } from '../../../api/use-api.ts'
import { useSupportChangesUntil } from '../../../shared/current-organization.tsx'
import { formatTime } from '../../../ui/format.ts'
import { toastError } from '../../../ui/toast-store.ts'

type SupportedOrganization = { readonly id: number; readonly name: string; readonly erased_at: string | null }

export default function ActingBanner({
  organization: { id, name, erased_at },
}: {
  organization: SupportedOrganization
}) {
  const input = { params: { id } }
  const until = useSupportChangesUntil()
  const change = async () => {
    try {
      const next = await call(until ? support.disallowChanges : support.allowChanges, input)
      queryClient.setQueryData(queryKeyOf(support.getSupport, input), next)
    } catch (problem) {
      toastError('Couldn’t save', problem)
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-danger px-4 py-1.5 text-on-danger print:hidden">
      <p role="status" className="flex min-w-0 items-center gap-2.5">
        <ShieldAlert className="size-5 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">
          Acting in <strong>{name}</strong> as support.
          {until ? (
            <span className="max-sm:hidden">
              {` You can make changes until ${formatTime(until)}. Its admins see them in the audit trail.`}
            </span>
          ) : (
            ' View only.'
          )}
        </span>
      </p>
      {/* An erased organization has nothing left to change. */}
      {erased_at === null && (
        <button
          type="button"
          className="min-h-8 rounded-control border border-current px-3 font-semibold pointer-coarse:min-h-11"
          onClick={() => void change()}
        >
          {until ? 'View only' : 'Allow changes'}
        </button>
      )}
    </div>
  )
}
