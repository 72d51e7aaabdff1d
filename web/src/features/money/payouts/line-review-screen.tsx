import { payouts, screens } from '@twofold/contract'
import { ArrowLeft, CircleCheck } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useApiMutation, useApiQuery } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { plural } from '../../../ui/format.ts'
import { PageHeading } from '../../../ui/page.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { toastError, toastUndo } from '../../../ui/toast-store.ts'
import { CandidateList, LineList, type Settlement } from './line-review-lists.tsx'
import { refreshes } from './use-payouts.ts'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

function settledText(settlement: Settlement): string {
  if ('parts' in settlement) return `Linked to ${plural(settlement.parts.length, 'match', 'matches')}`
  if ('same_payment' in settlement) return 'Counted as one payment'
  return settlement.donation_id === null ? 'Added as a new match' : `Linked to match ${settlement.donation_id}`
}

const instructionText = (canWrite: boolean): string =>
  canWrite
    ? 'Choose the match for each line.'
    : 'These lines aren’t matched to a gift yet. Anyone with write access can link them.'

export default function LineReviewScreen() {
  const { id } = useOrganization()
  const permissions = usePermissions()
  const [search] = useSearchParams()
  const payoutParam = search.get('payout') ?? ''
  const payout = /^[1-9]\d{0,14}$/.test(payoutParam) ? Number(payoutParam) : undefined
  const { data, error, isPending, refetch } = useApiQuery(
    payouts.listWaitingLines,
    { params: { id }, query: { payout } },
    { staleMs: 0, keepPrevious: true },
  )
  const showsSkeleton = useSkeleton(isPending)
  const settle = useApiMutation(payouts.settlePayoutLine, { refreshes })
  const reopen = useApiMutation(payouts.reopenPayoutLine, { refreshes })
  const [chosen, setChosen] = useState({ id: 0, place: 0 })
  const lines = data?.lines ?? []
  const indexOfLine = (lineId: number) => lines.findIndex(({ line }) => line.id === lineId)
  const choose = (lineId: number) => setChosen({ id: lineId, place: indexOfLine(lineId) })
  // After a line is settled, selects the line that takes its place.
  const chosenIndex = indexOfLine(chosen.id)
  const currentIndex = Math.max(0, chosenIndex >= 0 ? chosenIndex : Math.min(chosen.place, lines.length - 1))
  const current = lines[currentIndex]

  // The clicked button disappears with its line. Focus moves to the next line, or to the heading after the last one.
  const title = useRef<HTMLHeadingElement>(null)
  const hasDecided = useRef(false)
  const currentId = current?.line.id
  useLayoutEffect(() => {
    const { activeElement: focused } = document
    const isLost = focused === document.body || (currentId === undefined && focused?.matches('main'))
    if (!hasDecided.current || !isLost) return
    ;(title.current ?? document.querySelector('h1'))?.focus()
  }, [currentId])

  const onFailed = (problem: Error) => {
    toastError(payouts.payoutMessages.settleFailed, problem)
    void refetch() // another user may have settled it
  }
  const decide = (settlement: Settlement) => {
    if (!current || settle.isPending || !permissions.write) return
    const lineId = current.line.id
    hasDecided.current = true
    setChosen({ id: lineId, place: currentIndex })
    settle.mutate(
      { params: { id, lineId }, body: settlement },
      {
        onSuccess: () =>
          toastUndo(settledText(settlement), () =>
            reopen.mutate(
              { params: { id, lineId } },
              { onSuccess: () => setChosen({ id: lineId, place: currentIndex }), onError: onFailed },
            ),
          ),
        onError: onFailed,
      },
    )
  }

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      if (step !== 0) {
        const next = lines[currentIndex + step]
        if (next) choose(next.line.id)
        return
      }
      // A click leaves the focus on the selected line's button, where Enter has no other effect.
      const isOnControl =
        event.target instanceof HTMLElement && event.target.closest('button:not([aria-current]), a, summary') !== null
      const isEnter = event.key === 'Enter' && !event.repeat && !isOnControl
      const candidateNumber = isEnter ? 1 : /^[1-9]$/.test(event.key) ? Number(event.key) : 0
      const candidate = candidateNumber > 0 ? current?.candidates[candidateNumber - 1] : undefined
      if (candidate) {
        event.preventDefault()
        decide({ donation_id: candidate.donation_id })
      } else if (event.key === 'n' && current && current.line.gift + current.line.match > 0)
        decide({ donation_id: null })
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })

  return (
    <>
      <PageHeading
        title="Lines to review"
        actions={
          <Button variant="secondary" icon={ArrowLeft} asChild>
            <Link to={screens.payouts}>Payouts</Link>
          </Button>
        }
      >
        {(!data || current) && instructionText(permissions.write)}
        {current && permissions.write && (
          <span className="max-md:hidden">
            {' '}
            Keys: <kbd>j</kbd> and <kbd>k</kbd> move down and up, <kbd>1</kbd>–<kbd>9</kbd> link a match,{' '}
            <kbd>Enter</kbd> links the first, <kbd>n</kbd> adds a new one.
          </span>
        )}
      </PageHeading>
      {showsSkeleton && <Skeleton className="h-80 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title={payouts.payoutMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {data && !current && (
        <Card>
          <EmptyState icon={CircleCheck} title="Nothing to review">
            You’re all caught up.
          </EmptyState>
        </Card>
      )}
      {data && current && (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <LineList
            lines={lines.map(({ line }) => line)}
            total={data.total}
            currentId={current.line.id}
            onChoose={choose}
          />
          <CandidateList
            key={current.line.id}
            ref={title}
            line={current.line}
            candidates={current.candidates}
            busy={settle.isPending}
            canWrite={permissions.write}
            onDecide={decide}
          />
        </div>
      )}
    </>
  )
}
