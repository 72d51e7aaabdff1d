import { bulkChanges, toUnits } from '@twofold/contract'
import { z } from 'zod'
import { inTenant, readOnly } from '../../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { type Authenticators, issueTicket, openDownload } from '../../../core/users/index.ts'
import { type SendFile, writeCsv } from '../../reports/index.ts'
import { type BulkRow, listStarted, listUnchangedItems } from './bulk.queries.ts'
import { getBulkChange, prepareBulkChange, startBulkChange, startBulkUndo, undoDeadlineOf } from './bulk-change.ts'
import { resultHeadings, resultKinds, resultRows } from './result.queries.ts'

const bulkTicket = 'bulk-change-csv'
const ticketParameters = z.object({ bulkId: z.number() })

type Dependencies = {
  readonly authenticators: Authenticators
  readonly directory: Directory
  readonly sendFile: SendFile
}

export const bulkRoutes = ({ authenticators, directory, sendFile }: Dependencies): ServedRoute[] => [
  serve(bulkChanges.prepareBulkChange, async (call) => {
    const row = await prepareBulkChange(call, directory, call.body)
    return { bulk_change: present(row, call.platform.clock()) }
  }),

  serve(bulkChanges.listBulkChanges, async ({ platform, tenant }) => {
    const rows = await inTenant(readOnly(platform.database), tenant, (db) => listStarted(db, tenant))
    return { bulk_changes: rows.map((row) => present(row, platform.clock())) }
  }),

  serve(bulkChanges.getBulkChange, async (call) => {
    const { platform, tenant, params } = call
    const row = await inTenant(readOnly(platform.database), tenant, (db) => getBulkChange(db, call, params.bulkId))
    return { bulk_change: present(row, platform.clock()) }
  }),

  serve(bulkChanges.listSkippedMatches, async (call) => {
    const { platform, tenant, params, query } = call
    const rows = await inTenant(readOnly(platform.database), tenant, async (db) => {
      await getBulkChange(db, call, params.bulkId)
      return listUnchangedItems(db, tenant, params.bulkId, query.after)
    })
    return { left: rows.map(({ amount_cents, ...row }) => ({ ...row, amount: toUnits(amount_cents) })) }
  }),

  serve(bulkChanges.getBulkCsvTicket, async (call) => {
    const { platform, tenant, caller, params } = call
    const { id } = await inTenant(readOnly(platform.database), tenant, (db) => getBulkChange(db, call, params.bulkId))
    const ticket = await issueTicket(platform, tenant, { caller, purpose: bulkTicket, parameters: { bulkId: id } })
    return { url: `${bulkChanges.downloadBulkChange.path}?ticket=${ticket}` }
  }),

  serve(bulkChanges.downloadBulkChange, async ({ platform, request, reply, query }) => {
    const { ticket } = query
    const { authorization } = request.headers
    const { tenant, parameters } = await openDownload(platform, authenticators, {
      purpose: bulkTicket,
      ticket,
      authorization,
    })
    const { bulkId } = ticketParameters.parse(parameters)
    return sendFile({ platform, reply, name: 'changed-matches' }, (output) =>
      writeCsv(
        platform,
        tenant,
        async () => ({ headings: resultHeadings, kinds: resultKinds, rows: resultRows(tenant, bulkId) }),
        { output },
      ),
    )
  }),

  serve(bulkChanges.runBulkChange, async (call) => {
    const row = await startBulkChange(call, call.params.bulkId)
    return { bulk_change: present(row, call.platform.clock()) }
  }),

  serve(bulkChanges.undoBulkChange, async (call) => {
    const row = await startBulkUndo(call, call.params.bulkId)
    return { bulk_change: present(row, call.platform.clock()) }
  }),
]

const present = (row: BulkRow, now: Date): bulkChanges.BulkChange => ({
  id: row.id,
  action: row.action,
  state: row.state,
  total: row.total,
  can: row.can,
  cannot: row.cannot,
  counted: row.counted_to,
  review: row.state === 'counting' ? null : row.review,
  done: row.done,
  refused: row.refused,
  undone: row.undone,
  kept: row.kept,
  undo_until: undoDeadlineOf(row, now)?.toISOString() ?? null,
  by: row.user_name,
  at: (row.started_at ?? row.created_at).toISOString(),
})
