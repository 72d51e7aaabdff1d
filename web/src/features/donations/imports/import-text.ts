import { imports } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { formatCount, plural } from '../../../ui/format.ts'

type Run = imports.ImportRun

export function resultParts(run: Run): readonly string[] {
  const added = run.accepted - run.updated
  return [
    `${plural(added, 'gift')} added`,
    run.updated > 0 && `${formatCount(run.updated)} updated`,
    run.unchanged > 0 && `${formatCount(run.unchanged)} already uploaded`,
    run.not_taken > 0 && `${formatCount(run.not_taken)} with changes you skipped`,
    run.joined > 0 && `${plural(run.joined, 'additional designation')}`,
    run.left_out > 0 && `${formatCount(run.left_out)} skipped`,
    run.rejected > 0 && `${plural(run.rejected, 'row')} rejected`,
  ].filter((part) => part !== false)
}

export const stateLabels: Record<imports.ImportState, string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  undoing: 'Undoing',
  undone: 'Undone',
}

export const isFinished = ({ state }: Pick<Run, 'state'>): boolean => !['queued', 'running', 'undoing'].includes(state)

const phaseLabels: Record<imports.ImportPhase, (done: string, rows: string) => string> = {
  queued: () => 'In line',
  reading: (_, rows) => `Reading ${rows} rows`,
  evaluating: (done, rows) => `Finding employers: ${done} of ${rows}`,
  saving: (done, rows) => `Saving gifts: ${done} of ${rows}`,
  finished: () => 'Finished',
  undoing: (done, gifts) => `Removing gifts: ${done} of ${gifts}`,
}

export function phaseSentence(run: Run): string {
  if (run.waits_for_undo) return 'Waiting for an earlier upload to be undone'
  if (run.phase === 'undoing' && run.phase_done === 0) return 'Undoing'
  const rows = rowsOf(run)
  return phaseLabels[run.phase](formatCount(Math.min(run.phase_done, rows)), formatCount(rows))
}

/** During an undo, the gifts that the upload added. */
const rowsOf = ({ phase, rows, accepted, updated }: Run): number => (phase === 'undoing' ? accepted - updated : rows)

/** Describes the result of an undo, without zero counts. */
export function undoneSentence({ accepted, updated, news, error }: Run): string {
  const added = accepted - updated
  const parts = [
    added > 0 && `${plural(added, 'gift')} removed`,
    news > 0 && error === null && `${plural(news, 'gift')} restored`,
  ].filter((part) => part !== false)
  const undoneText = parts.length > 0 ? `Undone: ${parts.join(', ')}.` : 'Undone.'
  return [undoneText, error].filter(Boolean).join(' ')
}

const phaseShares: Record<imports.ImportPhase, readonly [from: number, to: number]> = {
  queued: [0, 0],
  reading: [0, 0.2],
  evaluating: [0.2, 0.6],
  saving: [0.6, 1],
  finished: [1, 1],
  undoing: [0, 1],
}

/** From 0 to 1. Never decreases, because phases and their counts never do. */
export function progressOf(run: Run): number {
  const [from, to] = phaseShares[run.phase]
  const rows = rowsOf(run)
  const phaseProgress = rows > 0 ? Math.min(1, run.phase_done / rows) : 0
  return from + (to - from) * phaseProgress
}

export const limitsSentence = `${imports.uploadLimits.formats.join(', ')}, up to ${formatCount(imports.uploadLimits.rows)} rows and ${imports.uploadLimits.megabytes} MB`

export function fileProblem({ name, size }: { readonly name: string; readonly size: number }): string | undefined {
  const hasKnownFormat = imports.uploadLimits.formats.some((ending) => name.toLowerCase().endsWith(ending))
  if (!hasKnownFormat)
    return `${quoted(name)} is not a .csv, .xlsx or .xls file. Save it in one of these formats and try again.`
  if (size === 0) return `${quoted(name)} is empty.`
  if (size > imports.uploadLimits.megabytes * 1_000_000) {
    return `${quoted(name)} is larger than ${imports.uploadLimits.megabytes} MB. Split it into smaller files.`
  }
  return undefined
}
