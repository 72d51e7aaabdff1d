import { inTenant, type Tenant } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Auditor, writeAudit } from '../audit/index.ts'
import type { Directory } from '../companies/index.ts'
import { deleteImported, undoNews } from '../donations/index.ts'
import { inFamily } from '../matches/index.ts'
import { countMailsGone, findImport, type ImportRow, waitForTurn } from './imports.queries.ts'
import { isYoung } from './present-import.ts'
import { markUndone } from './write-import.queries.ts'

const whyNot = {
  queued: 'This upload has not run yet. Wait until it is done.',
  running: 'This upload is still running. Wait until it is done.',
  failed: 'This upload failed and saved nothing, so there is nothing to undo.',
  undone: 'This upload was already undone.',
} as const

type Undoing = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly directory: Directory
  readonly by: Auditor & { readonly caller: { readonly user: { readonly id: number } } }
}

/** Takes the gifts that an import brought out again, and its news back. Refused after 24 hours and once a mail about one of them has gone out. */
export async function undoImport({ platform, tenant, directory, by }: Undoing, importId: number): Promise<ImportRow> {
  const now = platform.clock()
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await waitForTurn(db, tenant)
      const row = await findImport(db, tenant, importId, now)
      if (!row) throw notFound()
      if (row.state !== 'done') throw new Refusal('conflict', whyNot[row.state])
      if (!isYoung(row, now)) {
        throw new Refusal('conflict', 'An upload can be undone for 24 hours, and this one is older.')
      }
      const context = {
        platform,
        tenant,
        directory,
        actor: { kind: 'user', userId: by.caller.user.id, level: 'write' },
      } as const
      const gone = await inFamily(db, context, (seeing) => countMailsGone(db, seeing.tenant, importId))
      if (gone > 0) {
        const mails = gone === 1 ? '1 mail' : `${gone} mails`
        throw new Refusal('conflict', `${mails} of this upload went out already, so it can no longer be undone.`)
      }
      await undoNews(db, context, importId)
      await deleteImported(db, context, importId)
      await markUndone(db, tenant, importId, now)
      await writeAudit(db, by, {
        organizationId: tenant.organizationId,
        action: 'undone',
        subject: 'import',
        subjectId: importId,
        before: { file: row.file_name },
      })
      return { ...row, state: 'undone' }
    },
    { timeoutMs: 60_000 },
  )
}
