import type { imports } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { evaluateAgain } from '../../matches/matches/index.ts'
import type { RecordingContext } from '../recording/index.ts'
import { getOutcome, listWaitingForSetup, rollbackToSavepoint, startSavepoint } from './outcome.queries.ts'

const timeoutMs = 30_000

type Context = RecordingContext & { readonly importId: number }

/** Rolled back. Null if no gift waits for the setup, or on errors, because the result is only displayed. */
export async function previewOutcomeAfterSetup(
  db: Db,
  context: Context,
  outcome: imports.ImportOutcome,
): Promise<imports.ImportOutcome | null> {
  if (outcome.waiting_for_setup === 0) return null
  const { tenant, importId } = context
  await startSavepoint(db, timeoutMs)
  try {
    await evaluateAgain(db, { ...context, asIfSetUp: true }, await listWaitingForSetup(db, tenant, importId))
    return await getOutcome(db, tenant, importId)
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error)
    context.platform.log.error({ problem, importId }, 'the outcome after setup could not be previewed')
    return null
  } finally {
    await rollbackToSavepoint(db)
  }
}
