import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { insertLetter } from '../../email/notifications/index.ts'
import { lockClosing } from './closing.queries.ts'
import {
  beginErasing,
  eraseNextAccount,
  eraseRows,
  findErasing,
  findToErase,
  findToWarn,
  listWarned,
  markErased,
  markWarned,
  takeTurn,
  tryToLeaveFamily,
} from './erasing.queries.ts'

type Given = Pick<Platform, 'database' | 'clock'>

/**
 * Tells the administrators of one closing when it is erased: once, and again where no letter could be sent; false when there was
 * none to tell. One without administrators is never erased: support hears of it.
 */
export const warnOfErasure = ({ database, clock, log }: Given & Pick<Platform, 'log'>): Promise<boolean> =>
  acrossOrganizations(database, async (db) => {
    const now = clock()
    const id = await findToWarn(db, now)
    if (id === null) return false
    await lockClosing(db, id)
    const warned = await markWarned(db, id, now)
    const recipients = await listWarned(db, warned)
    if (warned.includes(id) && !recipients.some((one) => one.organization_id === id)) {
      log.warn(
        { organization: id },
        'closed organization has no administrator to tell of its erasure, and is not erased',
      )
      return true
    }
    for (const { organization_id: organizationId, email } of recipients) {
      const parameters = { organizationId }
      await insertLetter(db, { kind: 'erasure-soon', recipient: email, parameters, now })
    }
    return warned.length > 0
  })

/**
 * Begins with one closing whose day has come; answers how many organizations. Whoever reopens it holds the same rows: one of
 * the two is first, and the other finds it so.
 */
export const beginErasure = ({ database, clock }: Given): Promise<number> =>
  acrossOrganizations(database, async (db) => {
    const now = clock()
    const due = await findToErase(db, now)
    if (!due) return 0
    if (due.parent_id !== null && !(await tryToLeaveFamily(db, due.parent_id))) return 0
    await lockClosing(db, due.id)
    return (await beginErasing(db, due.id, now)).length
  })

// A gift takes about twenty rows of other tables along.
const rowsAtOnce = 500
// Of one batch; a node that dies in it has taken nothing out, and the next one goes on.
const timeoutMs = 60_000

/** One batch of what is being erased; false when nothing is left, or another node is at it. */
export const eraseSome = (
  { database, clock, log }: Given & Pick<Platform, 'log'>,
  atMost = rowsAtOnce,
): Promise<boolean> =>
  acrossOrganizations(
    database,
    async (db) => {
      if (!(await takeTurn(db))) return false
      const id = await findErasing(db)
      // accounts go last: the trail of a chapter may name who closed it with its parent
      if (id === null) {
        return eraseNextAccount(db, clock(), (problem) => log.error({ problem }, 'an account could not be erased'))
      }
      if ((await eraseRows(db, id, atMost)) > 0) return true
      await markErased(db, id, clock())
      const nobody = { platform: { clock }, request: { ip: '', id: '' } }
      await writeAudit(db, nobody, { organizationId: id, action: 'erased', subject: 'organization', subjectId: id })
      return true
    },
    { timeoutMs },
  )

export const runErasing = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'erasing closed organizations',
    everyMs: 5 * 60_000,
    work: async () => {
      const hasWarned = await warnOfErasure(platform)
      const hasBegun = (await beginErasure(platform)) > 0
      return (await eraseSome(platform)) || hasWarned || hasBegun
    },
    log: platform.log,
  })
