import type { imports } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { evaluateAgain } from '../../matches/matches/index.ts'
import type { RecordingContext } from '../donations/index.ts'
import { getOutcome, goBack, listWaitingForSetup, startLooking } from './outcome.queries.ts'

/** For each statement: others wait for the family meanwhile, and 4000 rows take a second or two. */
const patienceMs = 30_000

type Context = RecordingContext & { readonly importId: number }

/**
 * What the gifts of an upload would be if the setup were finished: evaluated, and taken back. Null where none waits for it, and where
 * looking fails: it is for show, and what was recorded stays.
 */
export async function lookOnceSetUp(
  db: Db,
  context: Context,
  outcome: imports.ImportOutcome,
): Promise<imports.ImportOutcome | null> {
  if (outcome.waiting_for_setup === 0) return null
  const { tenant, importId } = context
  await startLooking(db, patienceMs)
  try {
    await evaluateAgain(db, { ...context, asIfSetUp: true }, await listWaitingForSetup(db, tenant, importId))
    return await getOutcome(db, tenant, importId)
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error)
    context.platform.log.error({ problem, importId }, 'what gifts would be once set up was not found')
    return null
  } finally {
    await goBack(db)
  }
}
