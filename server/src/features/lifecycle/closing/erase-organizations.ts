import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { insertSystemEmail } from '../../email/system-emails/index.ts'
import { lockClosing } from './closing.queries.ts'
import {
  beginErasureOf,
  eraseNextAccount,
  eraseRows,
  findErasureInProgress,
  findToErase,
  findToWarn,
  listWarningRecipients,
  markErased,
  markWarned,
  tryLockErasure,
  tryLockFamily,
} from './erasing.queries.ts'

type ErasureServices = Pick<Platform, 'database' | 'clock'>

/**
 * One closed organization; again while no letter could be sent. Returns false if there was none. Without
 * administrators, it is never erased; support gets a log warning.
 */
export const warnOfErasure = ({ database, clock, log }: ErasureServices & Pick<Platform, 'log'>): Promise<boolean> =>
  acrossOrganizations(database, async (db) => {
    const now = clock()
    const id = await findToWarn(db, now)
    if (id === null) return false
    await lockClosing(db, id)
    const warned = await markWarned(db, id, now)
    const recipients = await listWarningRecipients(db, warned)
    if (warned.includes(id) && !recipients.some((recipient) => recipient.organization_id === id)) {
      log.warn(
        { organization: id },
        'closed organization has no administrator to tell of its erasure, and is not erased',
      )
      return true
    }
    for (const { organization_id: organizationId, email } of recipients) {
      const parameters = { organizationId }
      await insertSystemEmail(db, { kind: 'erasure-soon', recipient: email, parameters, now })
    }
    return warned.length > 0
  })

/**
 * One closing that is due; returns the number of organizations. Reopening locks the same rows, so one of the two sees
 * the other.
 */
export const beginErasure = ({ database, clock }: ErasureServices): Promise<number> =>
  acrossOrganizations(database, async (db) => {
    const now = clock()
    const due = await findToErase(db, now)
    if (!due) return 0
    if (due.parent_id !== null && !(await tryLockFamily(db, due.parent_id))) return 0
    await lockClosing(db, due.id)
    return (await beginErasureOf(db, due.id, now)).length
  })

// Each gift has about twenty rows in other tables.
const batchSize = 500
// Limits one batch; a batch of a crashed node is rolled back.
const timeoutMs = 60_000

/** False if nothing is left or another node is running. */
export const eraseBatch = (
  { database, clock, log }: ErasureServices & Pick<Platform, 'log'>,
  limit = batchSize,
): Promise<boolean> =>
  acrossOrganizations(
    database,
    async (db) => {
      if (!(await tryLockErasure(db))) return false
      const id = await findErasureInProgress(db)
      // accounts come last, because a chapter's trail may reference the person who closed it with its parent
      if (id === null) {
        return eraseNextAccount(db, clock(), (problem) => log.error({ problem }, 'an account could not be erased'))
      }
      if ((await eraseRows(db, id, limit)) > 0) return true
      await markErased(db, id, clock())
      const anonymousContext = { platform: { clock }, request: { ip: '', id: '' } }
      await writeAudit(db, anonymousContext, {
        organizationId: id,
        action: 'erased',
        subject: 'organization',
        subjectId: id,
      })
      return true
    },
    { timeoutMs },
  )

export const runErasure = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'erasing closed organizations',
    everyMs: 5 * 60_000,
    work: async () => {
      const hasWarned = await warnOfErasure(platform)
      const hasBegun = (await beginErasure(platform)) > 0
      return (await eraseBatch(platform)) || hasWarned || hasBegun
    },
    log: platform.log,
  })
