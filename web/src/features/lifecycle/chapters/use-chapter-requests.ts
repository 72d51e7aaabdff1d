import { chapterRequests } from '@twofold/contract'
import { useApiQuery } from '../../../api/use-api.ts'
import { useCurrentOrganization, usePermissions } from '../../../shared/current-organization.tsx'

const staleMs = 300_000

/** Loads only for admins of an organization without a parent. */
export function useChapterRequests() {
  const current = useCurrentOrganization()
  const { admin } = usePermissions()
  const organization = current.state === 'ready' ? current.organization : null
  const enabled = admin && organization !== null && organization.parent_id === null
  const query = useApiQuery(
    chapterRequests.listChapterRequests,
    { params: { id: organization?.id ?? 0 } },
    { enabled, staleMs },
  )
  return { data: enabled ? query.data : undefined, refetch: query.refetch }
}
