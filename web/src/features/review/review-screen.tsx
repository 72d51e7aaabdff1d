import { review } from '@twofold/contract'
import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../api/api-error.ts'
import { useAction, useAnswer } from '../../api/use-call.ts'
import { useMe } from '../../shell/me.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { formatMoment, plural } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx'
import { EmptyState, ErrorState, ForbiddenState } from '../../ui/states.tsx'
import { toast, toastError, toastUndo } from '../../ui/toast-store.ts'
import { type Choice, EmployerRow } from './employer-row.tsx'
import { resolutionWords } from './review-words.ts'

/** Employers that nobody could tell, across organizations: one press says who is meant. */
export default function ReviewScreen() {
  const isSuper = useMe().globalPermission === 'super'
  return (
    <>
      <PageHeading title="Review Queue">
        Employers whose name does not lead to one company, across all organizations. Say which company is meant, and
        every gift that waits for it is looked at again.
      </PageHeading>
      {isSuper ? <Queue /> : <ForbiddenState>The review queue is for our support.</ForbiddenState>}
    </>
  )
}

const whileRunningMs = 1_500

const isMoving = ({ state }: review.Resolution): boolean => state === 'running' || state === 'undoing'

function Queue() {
  const [search, setSearch] = useSearchParams()
  const page = Math.min(2_000, Math.max(1, Math.trunc(Number(search.get('page')) || 1)))
  const [remember, setRemember] = useState(true)
  const [refused, setRefused] = useState<string | null>(null)
  const { data, error, isPending, refetch } = useAnswer(
    review.listReview,
    { query: { page } },
    {
      keepPrevious: true,
      everyMs: (answer) => (answer?.recent.some(isMoving) ? whileRunningMs : false),
    },
  )
  const resolve = useAction(review.resolveEmployer, { refreshes: [review.listReview] })
  const undo = useAction(review.undoResolution, { refreshes: [review.listReview] })
  const waiting = useSkeleton(isPending)

  const takeBack = (one: review.Resolution) => {
    setRefused(null)
    undo.mutate(
      { params: { resolutionId: one.id } },
      {
        onSuccess: () => toast({ title: `“${one.employer_text}” waits again` }),
        onError: (problem) => {
          setRefused(messageOf(problem))
          toastError('Failed to take it back', messageOf(problem))
        },
      },
    )
  }

  const choose = (group: review.EmployerGroup, choice: Choice) => {
    setRefused(null)
    resolve.mutate(
      { body: { key: group.key, add_alias: remember, ...choice } },
      {
        onSuccess: ({ resolution }) =>
          toastUndo(
            `“${resolution.employer_text}” is ${resolution.company.name}`,
            () => takeBack(resolution),
            `${plural(group.gifts, 'gift')} will be looked at again.`,
          ),
        onError: (problem) => {
          setRefused(messageOf(problem))
          toastError('Failed to resolve the employer', messageOf(problem))
        },
      },
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <p role="status" className="text-muted tabular-nums">
            {data && `${plural(data.total, 'employer')}, ${plural(data.gifts, 'gift')}`}
            {data?.is_partial && ' (more come up as these are resolved)'}
          </p>
          <Checkbox
            label="Remember the spelling for later gifts"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          />
        </div>
        {refused && (
          <Notice tone="problem" className="mb-4">
            {refused}
          </Notice>
        )}
        <Card padded={false}>
          {waiting && <Rows />}
          {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
          {data?.groups.length === 0 && (
            <EmptyState icon={CircleCheckBig} title="Every employer is known">
              Gifts whose employer we cannot tell will wait here.
            </EmptyState>
          )}
          <ul className="divide-y divide-hairline">
            {data?.groups.map((group) => (
              <EmployerRow
                key={group.key}
                group={group}
                busy={resolve.isPending && resolve.variables?.body.key === group.key}
                onChoose={(choice) => choose(group, choice)}
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
        <Card>
          <CardTitle>Resolved lately</CardTitle>
          <ul className="space-y-2">
            {data.recent.map((one) => (
              <li key={one.id} className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-1">
                <span className="min-w-0 flex-1 basis-72 break-words">{resolutionWords(one)}</span>
                <span className="text-sm text-muted">
                  {one.by}, {formatMoment(one.at)}
                </span>
                {one.can_undo && (
                  <Button
                    look="quiet"
                    size="small"
                    aria-label={`Undo: “${one.employer_text}” is ${one.company.name}`}
                    disabled={undo.isPending}
                    onClick={() => takeBack(one)}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
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
