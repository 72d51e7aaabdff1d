/**
 * Undoing what takes its time, such as an upload or a report of payouts: requested by a call, done by a job, and begun again where
 * the job was lost. The feature that did it knows what is undone and by which rules.
 */
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Room } from '../../../platform/services/room.ts'
import { reviveUndos } from './revive-undos.ts'
import { type UndoKind, type UndoWorker, undoJob, undoQueue } from './undo-job.ts'

export { reviveUndos } from './revive-undos.ts'
export { inOneTransaction, type UndoContext, type UndoWork } from './run-undo.ts'
export { startUndo } from './start-undo.ts'
export { addUndo, type UndoKind } from './undo-job.ts'
export { hasUndoing, isUndoing } from './undos.queries.ts'

export const undosRoom = ({ platform, directory }: UndoWorker, kinds: readonly UndoKind[]): Room => ({
  jobs: {
    [undoQueue]: async (data, signal) => {
      const job = undoJob.parse(data)
      await kinds.find(({ kind }) => kind === job.kind)?.run({ platform, directory }, job, signal)
    },
  },
  workers: [
    () =>
      runEvery({
        name: 'reviving undos',
        everyMs: 60_000,
        work: async () => {
          await reviveUndos(platform, kinds)
          return false
        },
        log: platform.log,
      }),
  ],
})
