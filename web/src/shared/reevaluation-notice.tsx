import { type donations, type mails, organizations, type statistics } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { queryClient, useApiQuery } from '../api/use-api.ts'
import { Notice } from '../ui/notice.tsx'

const pollMs = 2_000

// By name: importing these calls would add their contract to every screen.
const staleQueries: readonly [
  typeof statistics.getStatistics.name,
  typeof statistics.getMatchSummary.name,
  typeof donations.listDonations.name,
  typeof mails.getWaitingMails.name,
] = ['getStatistics', 'getStanding', 'listDonations', 'getWaitingMails']

/** After the reevaluation, refetches lists and sums. */
export function ReevaluationNotice({ organization }: { organization: organizations.Organization }) {
  const isReevaluating = organization.reevaluating
  const [wasReevaluating, setWasReevaluating] = useState(isReevaluating)
  const isDone = wasReevaluating && !isReevaluating
  if (isReevaluating && !wasReevaluating) setWasReevaluating(true)
  // The whole portal shares this query.
  useApiQuery(
    organizations.getOrganization,
    { params: { id: organization.id } },
    { enabled: isReevaluating, everyMs: () => isReevaluating && pollMs },
  )
  useEffect(() => {
    if (!isDone) return
    for (const name of staleQueries) void queryClient.invalidateQueries({ queryKey: [name] })
  }, [isDone])
  if (!organization.has_gifts) return null
  if (isReevaluating) {
    return (
      <Notice tone="verify" className="mb-5">
        We’re checking your gifts. Statuses and totals may change shortly.
      </Notice>
    )
  }
  if (!isDone) return null
  return (
    <Notice tone="submitted" className="mb-5">
      We checked your gifts.
    </Notice>
  )
}
