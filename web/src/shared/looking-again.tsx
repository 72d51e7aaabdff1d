import { type donations, type mails, organizations, type statistics } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { queryClient, useAnswer } from '../api/use-call.ts'
import { Notice } from '../ui/notice.tsx'

const everyMs = 2_000

// By name: the frame would bring the contract of these along to every screen.
const changedAnswers: readonly [
  typeof statistics.getStatistics.name,
  typeof statistics.getStanding.name,
  typeof donations.listDonations.name,
  typeof mails.getWaitingMails.name,
] = ['getStatistics', 'getStanding', 'listDonations', 'getWaitingMails']

/**
 * Says that the rules look at the gifts again because of what was saved, as long as they do, and that they are done. Lists and
 * sums are asked for anew then.
 */
export function LookingAgain({ organization }: { organization: organizations.Organization }) {
  const isLooking = organization.looking_again
  const [wasLooking, setWasLooking] = useState(isLooking)
  const isDone = wasLooking && !isLooking
  if (isLooking && !wasLooking) setWasLooking(true)
  // The answer is the one that the whole portal has: it changes everywhere.
  useAnswer(
    organizations.getOrganization,
    { params: { id: organization.id } },
    { enabled: isLooking, everyMs: () => isLooking && everyMs },
  )
  useEffect(() => {
    if (!isDone) return
    for (const name of changedAnswers) void queryClient.invalidateQueries({ queryKey: [name] })
  }, [isDone])
  if (!organization.has_gifts) return null
  if (isLooking) {
    return (
      <Notice tone="verify" className="mb-5">
        We’re checking your gifts again with what you saved. Statuses and totals may change in a moment.
      </Notice>
    )
  }
  if (!isDone) return null
  return (
    <Notice tone="submitted" className="mb-5">
      We’ve checked your gifts again with what you saved.
    </Notice>
  )
}
