import { chapterRequests } from '@twofold/contract'
import { useAnswer } from '../../../api/use-call.ts'
import { useCurrentOrganization, useMay } from '../../../shared/current-organization.tsx'

const staleMs = 300_000

/** Requests from and to the current organization. Loads only for admins of an organization without a parent. */
export function useChapterRequests() {
  const current = useCurrentOrganization()
  const { admin } = useMay()
  const organization = current.state === 'ready' ? current.organization : null
  const enabled = admin && organization !== null && organization.parent_id === null
  const answer = useAnswer(
    chapterRequests.listChapterRequests,
    { params: { id: organization?.id ?? 0 } },
    { enabled, staleMs },
  )
  return { data: enabled ? answer.data : undefined, refetch: answer.refetch }
}
