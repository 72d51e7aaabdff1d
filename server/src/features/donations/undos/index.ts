/**
 * Long-running undos, for example of an upload or a payout report. A call requests the undo, a job runs it, and a lost
 * job is restarted. The owning feature defines what is undone and by which rules.
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
