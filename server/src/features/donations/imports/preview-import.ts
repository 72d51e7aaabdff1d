import { imports, type mails } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { reviewMails } from '../../email/notifications/index.ts'
import type { RecordingContext } from '../recording/index.ts'
import { hasRunningUndo } from '../undos/index.ts'
import { getOutcome } from './outcome.queries.ts'
import { previewOutcomeAfterSetup } from './preview-outcome-after-setup.ts'
import { type FileToRecord, type RecordedFile, recordFile } from './record-file.ts'
import { insertImport } from './write-import.queries.ts'

export type PreviewCall = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly directory: Directory
  readonly userId: number
}

export type ImportPreview = RecordedFile & {
  readonly outcome: imports.ImportOutcome
  /** Null if no gift of the file waits for the setup, or on errors. */
  readonly outcomeOnceSetUp: imports.ImportOutcome | null
  readonly mails: mails.SendReview
}

const timeoutMs = 60_000

/** Waiting in memory holds no database connection. */
const pendingPreviews = new Map<number, Promise<unknown>>()

/** Decision 63: runs the functions of an upload and rolls back. */
export async function previewImport(
  { platform, tenant, directory, userId }: PreviewCall,
  file: FileToRecord,
  options: { readonly optIn: boolean; readonly noCompany: boolean },
): Promise<ImportPreview> {
  return runInTurn(tenant.organizationId, () =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        // A later upload would have a different result.
        if (await hasRunningUndo(db, 'imports', tenant)) throw new Refusal('conflict', imports.undoMessages.undoing)
        const importId = await insertImport(db, tenant, {
          userId,
          fileName: '',
          fileKey: '',
          options: { ...options, dateOrder: null, includeAttention: false, sheet: null },
          map: {},
          headers: [],
          rows: file.table.rowCount,
          now: platform.clock(),
        })
        const context: RecordingContext & { readonly importId: number } = {
          platform,
          tenant,
          directory,
          actor: { kind: 'import', userId },
          importId,
          optIn: options.optIn,
          mailWithoutEmployer: options.noCompany,
        }
        const recorded = await recordFile(db, file, context)
        const outcome = await getOutcome(db, tenant, importId)
        const mails = await reviewMails(db, { platform, tenant }, { importId })
        const outcomeOnceSetUp = await previewOutcomeAfterSetup(db, context, outcome)
        return { ...recorded, outcome, outcomeOnceSetUp, mails }
      },
      { dryRun: true, timeoutMs },
    ),
  )
}

async function runInTurn<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
  const previous = pendingPreviews.get(organizationId) ?? Promise.resolve()
  const current = previous.then(work, work)
  pendingPreviews.set(organizationId, current)
  try {
    return await current
  } finally {
    if (pendingPreviews.get(organizationId) === current) pendingPreviews.delete(organizationId)
  }
}
