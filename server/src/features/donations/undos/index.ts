/** A call requests the undo, a job runs it, and a lost job is restarted. The owning feature defines the rules. */
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Feature } from '../../../platform/services/feature.ts'
import { requeueLostUndos } from './requeue-lost-undos.ts'
import { type UndoKind, type UndoWorker, undoJob, undoQueue } from './undo-job.ts'

export { requeueLostUndos } from './requeue-lost-undos.ts'
export { type UndoContext, type UndoWork, undoInOneTransaction } from './run-undo.ts'
export { startUndo } from './start-undo.ts'
export { enqueueUndo, type UndoKind } from './undo-job.ts'
export { hasRunningUndo, isUndoRunning } from './undos.queries.ts'

export const undosFeature = ({ platform, directory }: UndoWorker, kinds: readonly UndoKind[]): Feature => ({
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
          await requeueLostUndos(platform, kinds)
          return false
        },
        log: platform.log,
      }),
  ],
})
