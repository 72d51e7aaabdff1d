import { listViews } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import type { Writing } from '../change-donation.ts'
import { changeView, createView, deleteView, mayChange, restoreView } from './save-view.ts'
import { findLayout, listViewRows, saveLayout, type ViewRow } from './views.queries.ts'

export const viewRoutes: readonly ServedRoute[] = [
  serve(listViews.listListViews, async (call) => {
    const { platform, tenant, caller } = call
    return inTenant(
      platform.database,
      tenant,
      async (db) => {
        const rows = await listViewRows(db, tenant, caller.user.id)
        return {
          views: rows.map((row) => present(call, row)),
          layout: await findLayout(db, tenant, caller.user.id),
        }
      },
      { readOnly: true },
    )
  }),

  serve(listViews.createListView, async (call) => ({ view: present(call, await createView(call, call.body)) })),

  serve(listViews.changeListView, async (call) => {
    const { name, shared, list } = call.body
    const given = {
      ...(name === undefined ? {} : { name }),
      ...(shared === undefined ? {} : { shared }),
      ...(list === undefined ? {} : { list }),
    }
    return { view: present(call, await changeView(call, call.params.viewId, given)) }
  }),

  serve(listViews.deleteListView, async (call) => ({
    view: present(call, await deleteView(call, call.params.viewId)),
  })),

  serve(listViews.restoreListView, async (call) => ({
    view: present(call, await restoreView(call, call.params.viewId)),
  })),

  serve(listViews.keepListLayout, async ({ platform, tenant, caller, body }) => {
    await inTenant(platform.database, tenant, (db) => saveLayout(db, tenant, caller.user.id, body))
    return { layout: body }
  }),
]

const present = (call: Pick<Writing, 'caller' | 'level'>, row: ViewRow): listViews.ListView => ({
  id: row.id,
  name: row.name,
  shared: row.shared,
  by: row.user_name,
  may_change: mayChange(call, row),
  list: row.list,
  gone: row.gone,
})
