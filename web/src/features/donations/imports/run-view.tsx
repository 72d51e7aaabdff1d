import { imports, screens } from '@twofold/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { callForFile, saveFile } from '../../../api/client.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatCount, plural } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { toastError } from '../../../ui/toast-store.ts'
import { WaitingEmails } from '../../email/mails/index.ts'
import { phaseSentence, progressOf, resultParts, undoneSentence } from './import-text.ts'
import { matchableSentence, mergedSentence, outcomeNotes, outcomeOf } from './outcome-text.ts'

/** Progress is the server's phase and its row counts. */
export function RunProgress({ run, small = false }: { run: imports.ImportRun; small?: boolean }) {
  const waits = run.phase === 'queued' || (run.phase === 'undoing' && run.phase_done === 0)
  return (
    <div className={small ? 'max-w-sm' : 'py-4'}>
      <p role="status" className="mb-2">
        {phaseSentence(run)}
      </p>
      <ProgressBar
        label={`${run.state === 'undoing' ? 'Undoing' : 'Upload of'} ${run.file_name}`}
        value={waits ? null : Math.round(progressOf(run) * 100)}
      />
      {!small && <p className="mt-3 text-muted">You can leave this page.</p>}
    </div>
  )
}

type WithEmployer = {
  readonly donation_id: number
  readonly donor: string
  readonly kinds: readonly imports.GiftUpdateKind[]
}

type RunResultProps = {
  run: imports.ImportRun
  withEmployer: readonly WithEmployer[]
  onLeave: () => void
}

export function RunResult({ run, withEmployer, onLeave }: RunResultProps) {
  const { complete } = useOrganization()
  if (run.state === 'undone') return <Notice tone="verify">{undoneSentence(run)}</Notice>
  if (run.state === 'failed') return <Notice tone="problem">{run.error ?? 'An unknown error occurred'}</Notice>
  const outcome = outcomeOf(run, complete)
  const merged = outcome && mergedSentence({ added: run.accepted - run.updated, merged: outcome.merged })
  return (
    <div className="flex flex-col gap-4">
      {run.error && <Notice tone="problem">{run.error}</Notice>}
      <Notice tone={run.rejected > 0 && !(run.outcome_once_set_up ?? outcome)?.matchable ? 'awaiting' : 'submitted'}>
        {outcome && run.accepted > 0 && (
          <strong className="block text-lg leading-snug font-semibold">
            {matchableSentence(outcome, run.outcome_once_set_up)}
          </strong>
        )}
        {resultParts(run).join(', ')}.
        {outcome &&
          outcomeNotes(outcome, run.outcome_once_set_up).map((note) => (
            <span key={note} className="block">
              {note}
            </span>
          ))}
      </Notice>
      {merged && <p>{merged}</p>}
      {run.state === 'done' && <WaitingEmails importId={run.id} />}
      <dl
        className={cx(
          'grid grid-cols-2 overflow-hidden rounded-card border border-hairline',
          run.updated > 0 || run.left_out > 0 ? 'sm:grid-cols-3' : 'sm:grid-cols-4',
        )}
      >
        <Figure term="Rows" value={run.rows} />
        <Figure term="Added" value={run.accepted - run.updated} />
        {run.updated > 0 && <Figure term="Updated" value={run.updated} />}
        <Figure term="Already uploaded" value={run.unchanged} />
        <Figure term="Rejected" value={run.rejected} />
        {run.left_out > 0 && <Figure term="Skipped" value={run.left_out} />}
      </dl>
      {withEmployer.length > 0 && <ToSettle matches={withEmployer} onLeave={onLeave} />}
      {run.rejected > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="max-w-[38ch] text-muted">
            {plural(run.rejected, 'row was', 'rows were')} rejected. Download {run.rejected === 1 ? 'it' : 'them'}, fix{' '}
            {run.rejected === 1 ? 'it' : 'them'}, and upload again. We’ll skip duplicates.
          </p>
          <RejectsButton run={run} />
        </div>
      )}
    </div>
  )
}

/** The employer received different data, so staff must resolve this. */
function ToSettle({ matches, onLeave }: { matches: readonly WithEmployer[]; onLeave: () => void }) {
  return (
    <Notice tone="awaiting">
      <strong className="block font-semibold">Tell the employer about these changes</strong>
      {plural(matches.length, 'submitted match', 'submitted matches')} changed:
      <ul className="mt-1">
        {matches.map(({ donation_id: id, donor, kinds }) => (
          <li key={id}>
            <Link
              to={`${screens.donations}?${new URLSearchParams({ dates: 'any', match: String(id) })}`}
              onClick={onLeave}
              className="inline-flex min-h-11 items-center underline underline-offset-2"
            >
              {donor || `Match ${id}`}
            </Link>
            : {kinds.map((kind) => updateLabels[kind]).join(', ')}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const updateLabels: Record<imports.GiftUpdateKind, string> = {
  refunded: 'refunded',
  part_refunded: 'partly refunded',
  failed: 'payment failed',
  employer: 'employer',
  address: 'contact details',
  match_requested: 'match requested',
  match_refused: 'match refused',
  match_paid: 'match paid',
  other_employer: 'employer',
  amount: 'amount',
  date: 'date',
  donor: 'donor',
}

function Figure({ term, value }: { term: string; value: number }) {
  return (
    <div className="-mr-px -mb-px border-r border-b border-hairline px-4 py-3">
      <dt className="text-[0.9375rem] text-muted">{term}</dt>
      <dd className="text-xl font-semibold tabular-nums">{formatCount(value)}</dd>
    </div>
  )
}

/** Uses the user's session, so the address contains no secret. */
export function RejectsButton({ run, size = 'regular' }: { run: imports.ImportRun; size?: 'regular' | 'small' }) {
  const { id } = useOrganization()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveFile(await callForFile(imports.downloadImportRejects, { params: { id, importId: run.id } }))
    } catch (error) {
      toastError('Couldn’t download the rejected rows', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" size={size} icon={Download} busy={isBusy} onClick={() => void download()}>
      Rejected rows ({formatCount(run.rejected)})
    </Button>
  )
}
