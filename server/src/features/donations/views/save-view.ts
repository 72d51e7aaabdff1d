import { type audit, listViews } from '@twofold/contract'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/errors.ts'
import { writeAudit } from '../../audit/index.ts'
import type { Writing } from '../change-donation.ts'
import { findView, insertView, lockViews, lookBeside, sweepViews, updateView, type ViewRow } from './views.queries.ts'

const { listViewMessages, viewBackHours, viewsAtMost } = listViews

const backMs = viewBackHours * 3_600_000

type Kept = Pick<ViewRow, 'name' | 'shared' | 'list'>

/** Whether somebody may change a view that they see. */
export function mayChange({ caller, level }: Pick<Writing, 'caller' | 'level'>, view: ViewRow): boolean {
  const isTheirs = view.user_id === caller.user.id
  if (!view.shared) return isTheirs
  return level !== 'read' && (isTheirs || level === 'admin' || level === 'super')
}

export async function createView(call: Writing, given: Kept): Promise<ViewRow> {
  return change(call, async (db) => {
    const userId = call.caller.user.id
    await checkPlace(db, call, { ...given, id: 0, userId })
    const id = await insertView(db, call.tenant, { ...given, userId })
    return { id, action: 'saved', isTold: given.shared }
  })
}

export async function changeView(call: Writing, id: number, given: Partial<Kept>): Promise<ViewRow> {
  return change(call, async (db) => {
    const view = await getChangeable(db, call, id)
    const next = { ...view, ...given }
    await checkPlace(db, call, { ...next, userId: view.user_id })
    await updateView(db, call.tenant, next)
    return { id, action: 'changed', isTold: view.shared || next.shared }
  })
}

export async function deleteView(call: Writing, id: number): Promise<ViewRow> {
  return change(call, async (db) => {
    const view = await getChangeable(db, call, id)
    await updateView(db, call.tenant, { ...view, deleted_at: call.platform.clock() })
    return { id, action: 'removed', isTold: view.shared }
  })
}

export async function restoreView(call: Writing, id: number): Promise<ViewRow> {
  return change(call, async (db) => {
    const view = await findView(db, call.tenant, call.caller.user.id, id)
    if (!view) throw new Refusal('gone', listViewMessages.late)
    checkMayChange(call, view)
    if (view.deleted_at !== null) await checkPlace(db, call, { ...view, userId: view.user_id })
    await updateView(db, call.tenant, { ...view, deleted_at: null })
    return { id, action: 'restored', isTold: view.shared }
  })
}

type Made = {
  readonly id: number
  readonly action: (typeof audit.auditActs.view)[number]
  readonly isTold: boolean
}

/** A person's own views are theirs; what becomes of a shared one is the organization's, and has a line in its trail. */
async function change(call: Writing, work: (db: Db) => Promise<Made>): Promise<ViewRow> {
  const { platform, tenant, caller } = call
  return inTenant(platform.database, tenant, async (db) => {
    await lockViews(tenant).execute(db)
    await sweepViews(db, tenant, new Date(platform.clock().getTime() - backMs))
    const { id, action, isTold } = await work(db)
    const view = await findView(db, tenant, caller.user.id, id)
    if (!view) throw notFound()
    if (isTold) {
      await writeAudit(db, call, {
        organizationId: tenant.organizationId,
        action,
        subject: 'view',
        subjectId: id,
        after: { name: view.name, shared: view.shared },
      })
    }
    return view
  })
}

async function getChangeable(db: Db, call: Writing, id: number): Promise<ViewRow> {
  const view = await findView(db, call.tenant, call.caller.user.id, id)
  if (!view || view.deleted_at !== null) throw notFound()
  checkMayChange(call, view)
  return view
}

function checkMayChange(call: Writing, view: ViewRow): void {
  if (!mayChange(call, view)) throw new Refusal('forbidden', listViewMessages.notYours)
}

async function checkPlace(
  db: Db,
  { tenant, level }: Writing,
  view: { readonly id: number; readonly userId: number; readonly shared: boolean; readonly name: string },
): Promise<void> {
  if (view.shared && level === 'read') throw new Refusal('forbidden', listViewMessages.share)
  const { count, taken } = await lookBeside(db, tenant, view)
  const { taken: message } = listViewMessages
  if (taken) throw new Refusal('conflict', message, { fields: { name: message } })
  if (count >= viewsAtMost) throw new Refusal('conflict', listViewMessages.tooMany)
}
