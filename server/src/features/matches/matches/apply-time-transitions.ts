import { findStatus, noResponseReason, type UnansweredMatch } from '@twofold/matching'
import { acrossOrganizations, grantTenant, inTenant, readOnly } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { holdWaiting } from '../../email/notifications/index.ts'
import { closeJournalRows } from '../journal/index.ts'
import { type DueMatch, listDueMatches, listFamilies } from './due-matches.queries.ts'
import { evaluateAgain } from './evaluate-again.ts'
import { moveMatches } from './move-matches.ts'
import { revertDirectoryChange } from './undo-operation.ts'

/** Limits each kind of due match. A full batch means that more may be due. */
export const timeTransitionBatchSize = 500

/**
 * Closes overdue matches and evaluates series after their hold. Returns the number processed; several nodes may run it.
 */
export async function applyTimeTransitions(platform: Platform, directory: Directory): Promise<number> {
  const now = platform.clock()
  const dueNow = await acrossOrganizations(readOnly(platform.database), async (db) => {
    const matches = await listDueMatches(db, now, timeTransitionBatchSize)
    return { matches, families: await listFamilies(db, [...new Set(matches.map((match) => match.organization_id))]) }
  })
  const { matches: dueMatches, families } = dueNow
  for (const [organizationId, matches] of Map.groupBy(dueMatches, (match) => match.organization_id)) {
    const tenant = grantTenant(organizationId, families.get(organizationId) ?? [organizationId])
    const context = { platform, tenant, directory, actor: { kind: 'system', userId: null } as const }
    const dueForEvaluation = matches.filter(({ what }) => what === 'look_again')
    const afterDirectoryChange = dueForEvaluation.filter((match) => match.directory_changed)
    const dueIds = dueForEvaluation.filter((match) => !match.directory_changed).map(({ id }) => id)
    const unanswered = matches.filter(({ what }) => what === 'expire')
    await inTenant(platform.database, tenant, async (db) => {
      if (dueIds.length > 0) await evaluateAgain(db, context, dueIds)
      for (const [reasonCode, closing] of Map.groupBy(unanswered, (match) =>
        noResponseReason(toUnansweredMatch(match), now),
      )) {
        if (reasonCode === null) continue
        const donationIds = closing.map(({ id }) => id)
        await moveMatches(db, context, { donationIds, action: 'expire', whereAllowed: true, reasonCode })
      }
    })
    for (const group of Map.groupBy(
      afterDirectoryChange,
      ({ undo_id, is_undone }) => `${undo_id} ${is_undone}`,
    ).values()) {
      const ids = group.map(({ id }) => id)
      const { undo_id: undoId = null, changed_at: changedAt = null, is_undone: isUndone = false } = group[0] ?? {}
      const needsReevaluation = group[0]?.needs_reevaluation ?? false
      await inTenant(platform.database, tenant, async (db) => {
        const undoneChange =
          undoId !== null && changedAt !== null && isUndone ? { undoId, changedAt, needsReevaluation } : null
        const revertedIds = undoneChange ? await revertDirectoryChange(db, context, undoneChange, ids) : new Set()
        const isInEffect = undoId !== null && changedAt !== null && !isUndone
        const operation = isInEffect ? ({ id: undoId, kind: 'directory', at: changedAt } as const) : null
        const remainingIds = ids.filter((id) => !revertedIds.has(id))
        await evaluateAgain(db, operation ? { ...context, operation } : context, remainingIds)
        if (undoneChange) await closeJournalRows(db, tenant.family, undoneChange.undoId, ids, now)
        await holdWaiting(db, tenant, 'of this transaction', { because: 'directory', now })
      })
    }
  }
  return dueMatches.length
}

const toUnansweredMatch = (match: DueMatch): UnansweredMatch => ({
  statusId: findStatus(match.status_id)?.id ?? 20,
  deadlineAt: match.deadline_at === null ? null : new Date(match.deadline_at),
  donatedAt: match.donated_at,
  lastMailAt: match.last_mail_at === null ? null : new Date(match.last_mail_at),
  hasClicked: match.has_clicked,
  isMailWaiting: match.is_mail_waiting,
})

/** Runs every minute, and immediately while more matches are due. */
export const runTimeTransitions = (platform: Platform, directory: Directory): { stop: () => Promise<void> } =>
  runEvery({
    name: 'time transitions',
    everyMs: 60_000,
    work: async () => (await applyTimeTransitions(platform, directory)) >= timeTransitionBatchSize,
    log: platform.log,
  })
