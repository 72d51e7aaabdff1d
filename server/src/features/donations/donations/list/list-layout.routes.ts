import { listLayouts } from '@twofold/contract'
import { inTenant, readOnly } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { findLayout, saveLayout } from './list-layout.queries.ts'

export const layoutRoutes: readonly ServedRoute[] = [
  serve(listLayouts.getListLayout, async ({ platform, tenant, caller }) => ({
    layout: await inTenant(readOnly(platform.database), tenant, (db) => findLayout(db, tenant, caller.user.id)),
  })),

  serve(listLayouts.saveListLayout, async ({ platform, tenant, caller, body }) => {
    await inTenant(platform.database, tenant, (db) => saveLayout(db, tenant, caller.user.id, body))
    return { layout: body }
  }),
]
