import type { imports } from '@twofold/contract'
import type { Db } from '../../platform/database/database.ts'
import type { RecordingContext } from '../donations/index.ts'
import { evaluateAgain } from '../matches/index.ts'
import { getOutcome, goBack, listWaitingForSetup, startLooking } from './outcome.queries.ts'

type Context = RecordingContext & { readonly importId: number }

/**
 * What the gifts of an upload would be if the setup were finished: evaluated, and taken back. Null where none waits for it.
 */
export async function lookOnceSetUp(
  db: Db,
  context: Context,
  outcome: imports.ImportOutcome,
): Promise<imports.ImportOutcome | null> {
  if (outcome.waiting_for_setup === 0) return null
  const { tenant, importId } = context
  await startLooking(db)
  await evaluateAgain(db, { ...context, asIfSetUp: true }, await listWaitingForSetup(db, tenant, importId))
  const then = await getOutcome(db, tenant, importId)
  await goBack(db)
  return then
}
