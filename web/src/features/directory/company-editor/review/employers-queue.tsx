import { type mails, review } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { CircleCheckBig } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../../../api/api-error.ts'
import { call, type InputOf } from '../../../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { Card } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { plural } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { toast, toastError, toastUndo } from '../../../../ui/toast-store.ts'
import { SendReviewDialog, useSendReview } from '../../../email/mails/index.ts'
import { type CompanyChoice, EmployerRow } from './employer-row.tsx'
import { RecentResolutions } from './recent-resolutions.tsx'
import { describeChange } from './review-text.ts'

const whileRunningMs = 1_500
const refreshes = [review.listReview, review.countReview]

const isMoving = ({ state }: review.Resolution): boolean => state === 'running' || state === 'undoing'

export function EmployersQueue() {
  const [search, setSearch] = useSearchParams()
  const page = Math.min(2_000, Math.max(1, Math.trunc(Number(search.get('page')) || 1)))
  const [remember, setRemember] = useState(true)
  const { data, error, isPending, refetch } = useApiQuery(
    review.listReview,
    { query: { page } },
    {
      keepPrevious: true,
      everyMs: (answer) => (answer?.recent.some(isMoving) ? whileRunningMs : false),
    },
  )
  const resolve = useApiMutation(review.resolveEmployer, { refreshes, failed: 'Failed to resolve the employer' })
  const undo = useApiMutation(review.undoResolution, { refreshes, failed: 'Failed to undo' })
  const hold = useApiMutation(review.holdResolution, { refreshes })
  const refused = resolve.error ?? undo.error
  const sending = useSendReview()
  const [pendingChoice, setPendingChoice] = useState<{ text: string; name: string; change: mails.ChangeReview } | null>(
    null,
  )
  const [busyKey, setBusyKey] = useState('')
  const showsSkeleton = useSkeleton(isPending)
  const isBusy = sending.isCounting || resolve.isPending
  const rows = useRef<HTMLUListElement>(null)
  useArrowDownFocus(rows)

  const undoResolution = (resolution: review.Resolution) => {
    resolve.reset()
    undo.mutate(
      { params: { resolutionId: resolution.id } },
      { onSuccess: () => toast({ title: `${quoted(resolution.employer_text)} is back in the queue` }) },
    )
  }

  const holdMails = (resolution: review.Resolution, isHeld: boolean) =>
    hold.mutate(
      { params: { resolutionId: resolution.id }, body: { held: isHeld } },
      {
        onSuccess: () => toast({ title: isHeld ? 'Emails paused' : 'Emails released' }),
        onError: (problem) => toastError(isHeld ? 'Couldn’t pause the emails' : 'Couldn’t release the emails', problem),
      },
    )

  const choose = (group: review.EmployerGroup, choice: CompanyChoice, name: string) => {
    // A disabled button would lose keyboard focus.
    if (isBusy) return
    resolve.reset()
    undo.reset()
    setBusyKey(group.key)
    const body = { key: group.key, add_alias: remember, ...choice }
    const reviewChoice = async () => {
      const change = await call(review.reviewResolution, { body })
      setPendingChoice({ text: group.employer_text, name, change })
      return change.mails
    }
    void sending.ask(reviewChoice, () => assign(group, body))
  }

  const assign = (group: review.EmployerGroup, body: InputOf<typeof review.resolveEmployer>['body']) =>
    resolve.mutate(
      { body },
      {
        onSuccess: ({ resolution }) =>
          toastUndo(
            `${quoted(resolution.employer_text)} is ${resolution.company.name}`,
            () => undoResolution(resolution),
            `${plural(group.gifts, 'gift')} will be rechecked.`,
          ),
      },
    )
  return (
    <div className="flex flex-col gap-6">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p role="status" className="text-muted tabular-nums">
            {data && `${plural(data.total, 'employer')}, ${plural(data.gifts, 'gift')}`}
            {data?.is_partial && ' (more appear as you resolve these)'}
          </p>
          <Checkbox
            label="Remember this spelling for future gifts"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
        </div>
        {refused && (
          <Notice tone="problem" className="mb-4">
            {messageOf(refused)}
          </Notice>
        )}
        <Card padded={false}>
          {showsSkeleton && <Rows />}
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data?.groups.length === 0 && (
            <EmptyState icon={CircleCheckBig} title="All caught up">
              Gifts from unidentified employers will appear here.
            </EmptyState>
          )}
          <ul ref={rows} className="divide-y divide-hairline" onKeyDown={moveFocusByArrowKeys}>
            {data?.groups.map((group) => (
              <EmployerRow
                key={group.key}
                group={group}
                busy={isBusy && busyKey === group.key}
                onChoose={(choice, name) => choose(group, choice, name)}
              />
            ))}
          </ul>
        </Card>
        {data && (
          <div className="mt-4">
            <Pager
              page={page}
              perPage={review.reviewPageSize}
              total={data.total}
              onPage={(next) => setSearch(next > 1 ? { page: String(next) } : {})}
            />
          </div>
        )}
      </div>
      {data && data.recent.length > 0 && (
        <RecentResolutions
          resolutions={data.recent}
          busy={undo.isPending || hold.isPending}
          onUndo={undoResolution}
          onHold={holdMails}
        />
      )}
      <SendReviewDialog
        several
        review={sending.review}
        title={pendingChoice ? `${quoted(pendingChoice.text)} is ${pendingChoice.name}?` : ''}
        action="Assign this company"
        onSend={sending.send}
        onClose={sending.close}
      >
        {pendingChoice && <p className="mb-3">{describeChange(pendingChoice.change)}</p>}
      </SendReviewDialog>
    </div>
  )
}

function moveFocusByArrowKeys(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const focusedIndex = all.findIndex((row) => row.contains(event.target as Node))
  if (focusedIndex === -1) return
  event.preventDefault()
  all[focusedIndex + step]?.querySelector('button')?.focus()
}

function useArrowDownFocus(list: RefObject<HTMLUListElement | null>) {
  useEffect(() => {
    const focusFirstRow = (event: globalThis.KeyboardEvent) => {
      const { activeElement } = document
      if (event.key !== 'ArrowDown' || event.defaultPrevented) return
      if (activeElement !== document.body && activeElement?.id !== 'main') return
      const first = list.current?.querySelector<HTMLElement>('[data-row] button')
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    addEventListener('keydown', focusFirstRow)
    return () => removeEventListener('keydown', focusFirstRow)
  }, [list])
}

function Rows() {
  return (
    <div className="divide-y divide-hairline" role="status" aria-label="Loading the review queue...">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex h-24 items-center gap-6 px-5">
          <Skeleton className="h-4 w-72" />
          <Skeleton className="ml-auto h-9 w-28" />
        </div>
      ))}
    </div>
  )
}
