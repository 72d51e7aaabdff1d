import { bulkChanges, donationChanges, donations, linkTo, screens, statistics } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../../api/api-error.ts'
import { queryClient, useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { formatCount, formatMoney, plural } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { ProgressBar } from '../../../../ui/progress-bar.tsx'
import { Loading } from '../../../../ui/spinner.tsx'
import { toast, toastError, toastUndo } from '../../../../ui/toast-store.ts'
import { SendButton, SendReview } from '../../../email/mails/index.ts'
import type { filtersOf } from '../list-state.ts'
import { ResultDownload } from './result-download.tsx'

const { changeMessages } = donationChanges

export type BulkRequest = {
  readonly action: bulkChanges.BulkAction
  readonly ids: readonly number[]
  readonly filters: ReturnType<typeof filtersOf> | null
}

const failedMessages: Partial<Record<bulkChanges.BulkAction, string>> = {
  silence: changeMessages.silenceFailed,
  unsilence: changeMessages.silenceFailed,
  cancel: changeMessages.deleteFailed,
  evaluate: changeMessages.reprocessFailed,
}

/** The menu and the history show the specification's labels. */
const labels: Record<bulkChanges.BulkAction, (matches: string) => string> = {
  submit: (matches) => `Mark ${matches} as submitted`,
  verify: (matches) => `Mark ${matches} as verified`,
  release: (matches) => `Submit ${matches} for matching`,
  evaluate: (matches) => `Recheck and re-email ${matches}`,
  silence: (matches) => `Silence ${matches}`,
  unsilence: (matches) => `Un-silence ${matches}`,
  no_charge: (matches) => `Set ${matches} to No Charge`,
  refund: (matches) => `Refund ${matches}`,
  restore: (matches) => `Restore ${matches}`,
  cancel: (matches) => `Cancel ${matches}`,
}

const isUnderWay = (state: bulkChanges.BulkChange['state'] | undefined): boolean =>
  state === 'counting' || state === 'running' || state === 'undoing'

const pollMs = 700

export default function BulkDialog(props: {
  request: BulkRequest
  returnFocus: () => HTMLElement | null
  /** After a mere preview, `isStarted` is false and the selection is kept. */
  onClose: (isStarted?: boolean) => void
}) {
  const { request, returnFocus, onClose } = props
  const organization = useOrganization()
  const [id, setId] = useState<number | null>(null)
  const prepare = useApiMutation(bulkChanges.prepareBulkChange)
  const run = useApiMutation(bulkChanges.runBulkChange, { refreshes: [bulkChanges.getBulkChange] })
  const undo = useApiMutation(bulkChanges.undoBulkChange, {
    refreshes: [bulkChanges.getBulkChange],
    failed: 'Undo failed',
  })
  const { mutate } = prepare
  useEffect(() => {
    const { action, ids, filters } = request
    const body = filters === null ? { action, donation_ids: [...ids] } : { action, filters }
    mutate({ params: { id: organization.id }, body }, { onSuccess: ({ bulk_change }) => setId(bulk_change.id) })
  }, [mutate, organization.id, request])
  const params = { id: organization.id, bulkId: id ?? 0 }
  const { data } = useApiQuery(
    bulkChanges.getBulkChange,
    { params },
    {
      enabled: id !== null,
      staleMs: 0,
      everyMs: (answer) => (isUnderWay(answer?.bulk_change.state) ? pollMs : false),
    },
  )
  const bulk = data?.bulk_change
  const state = bulk?.state
  const label = labels[request.action]
  const failed = failedMessages[request.action] ?? changeMessages.statusFailed

  const undoAll = () => undo.mutate({ params })
  useEffect(() => {
    if (state !== 'done' && state !== 'undone') return
    for (const { name } of [
      donations.listDonations,
      donations.getDonation,
      statistics.getStatistics,
      statistics.getMatchSummary,
    ]) {
      void queryClient.invalidateQueries({ queryKey: [name] })
    }
  }, [state])
  const close = () => {
    if (state === 'done' && bulk && bulk.undo_until !== null)
      toastUndo(`${plural(bulk.done, 'match', 'matches')} changed`, undoAll)
    if (state === 'running') toast({ title: 'Still working', description: 'You can leave this page.' })
    onClose(bulk !== undefined && state !== 'counting' && state !== 'ready')
  }
  const start = () => run.mutate({ params }, { onError: (problem) => toastError(failed, problem) })
  const problem = prepare.error ?? run.error ?? undo.error
  return (
    <Dialog
      onClose={close}
      returnFocus={returnFocus}
      readFirst
      title={label(bulk ? plural(bulk.total, 'match', 'matches') : 'matches')}
      footer={
        <>
          {(state === 'ready' || state === 'counting' || !bulk) && (
            <Button variant="secondary" onClick={close}>
              Not now
            </Button>
          )}
          {bulk && (state === 'ready' || state === 'counting') && bulk.can > 0 && (
            <SendButton review={bulk.review} onSend={start} busy={run.isPending} disabled={state === 'counting'}>
              {label(plural(bulk.can, 'match', 'matches'))}
            </SendButton>
          )}
          {bulk && (state === 'done' || state === 'undone') && <ResultDownload bulkId={bulk.id} />}
          {state === 'done' && bulk?.undo_until != null && (
            <Button variant="secondary" busy={undo.isPending} onClick={undoAll}>
              Undo all
            </Button>
          )}
          {bulk && !isUnderWay(state) && state !== 'ready' && <Button onClick={close}>Close</Button>}
        </>
      }
    >
      <div className="space-y-4" aria-live="polite">
        {problem && <Notice tone="problem">{`${failed} ${messageOf(problem)}`}</Notice>}
        {!bulk && !problem && <Loading />}
        {bulk && <Body bulk={bulk} />}
        {bulk && <SkippedMatches bulk={bulk} />}
      </div>
    </Dialog>
  )
}

function Body({ bulk }: { bulk: bulkChanges.BulkChange }) {
  const { state, can, done, refused, undone, kept } = bulk
  if (state === 'running') {
    return (
      <>
        <p>{`${formatCount(done + refused)} of ${formatCount(can)} done. You can leave this page.`}</p>
        <ProgressBar label="Matches changed" value={done + refused} max={can} />
      </>
    )
  }
  if (state === 'undoing') {
    return (
      <>
        <p>{`${formatCount(undone + kept)} of ${formatCount(done)} undone`}</p>
        <ProgressBar label="Undone" value={undone + kept} max={done} />
      </>
    )
  }
  if (state === 'done') {
    return (
      <p>
        <strong className="font-semibold">{`${plural(done, 'match', 'matches')} changed.`}</strong>{' '}
        {refused > 0 &&
          `${plural(refused, 'match was', 'matches were')} skipped because someone else changed ${refused === 1 ? 'it' : 'them'}.`}
      </p>
    )
  }
  if (state === 'undone') {
    return (
      <p>
        <strong className="font-semibold">{`${plural(undone, 'match', 'matches')} restored.`}</strong>{' '}
        {kept > 0 &&
          `${plural(kept, 'match was', 'matches were')} skipped because ${kept === 1 ? 'it has' : 'they have'} changed since.`}
      </p>
    )
  }
  return (
    <>
      <p>
        {can === 0 ? (
          'None of these matches can be updated.'
        ) : (
          <>
            <strong className="font-semibold">{formatCount(can)}</strong> of {plural(bulk.total, 'match', 'matches')}{' '}
            can be updated.
          </>
        )}
      </p>
      {state === 'counting' && (
        <>
          <p className="text-muted">Counting the emails to send…</p>
          <ProgressBar label="Emails counted" value={bulk.counted} max={bulk.total} />
        </>
      )}
      {state === 'ready' &&
        can > 0 &&
        (bulk.review === null || bulk.review.mails + bulk.review.not_sent.length === 0) && (
          <p className="text-muted">No emails will be sent.</p>
        )}
      {state === 'ready' && bulk.review !== null && bulk.review.mails + bulk.review.not_sent.length > 0 && (
        <SendReview review={bulk.review} />
      )}
      {bulk.cannot.length > 0 && (
        <ul className="space-y-1.5 text-[0.9375rem]">
          {bulk.cannot.map(({ why, count }) => (
            <li key={why}>
              <span className="font-semibold tabular-nums">{formatCount(count)}</span> can’t: {why}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SkippedMatches({ bulk }: { bulk: bulkChanges.BulkChange }) {
  const { id: organizationId } = useOrganization()
  const isFinished = bulk.state === 'done' || bulk.state === 'undone'
  const count = bulk.total - bulk.can + bulk.refused + bulk.kept
  const { data } = useApiQuery(
    bulkChanges.listSkippedMatches,
    { params: { id: organizationId, bulkId: bulk.id }, query: {} },
    { enabled: isFinished && count > 0, staleMs: 0 },
  )
  if (!isFinished || count === 0 || !data) return null
  const { left } = data
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-brand-text">
        {`See skipped matches (${formatCount(count)})`}
      </summary>
      <ul className="divide-y divide-hairline">
        {left.map((row) => (
          <li key={row.place} className="py-2">
            <Link
              className="font-semibold text-brand-text underline-offset-2 hover:underline"
              to={linkTo(screens.donations, { dates: 'any', match: row.donation_id })}
            >
              {row.donor_name || `Match ${row.donation_id}`}
            </Link>{' '}
            <span className="tabular-nums">{formatMoney(row.amount, row.currency)}</span>
            <span className="block text-[0.9375rem] text-muted">{row.why}</span>
          </li>
        ))}
      </ul>
      {count > left.length && <p className="text-muted">{`Showing the first ${formatCount(left.length)}.`}</p>}
    </details>
  )
}
