import { reportFiles } from '@twofold/contract'
import type { z } from 'zod'
import { inTenant, readOnly, type Tenant } from '../../../../platform/database/database.ts'
import { deleteIfUnreferenced } from '../../../../platform/files/stored-files.ts'
import type { Caller } from '../../../../platform/http/serve.ts'
import { orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { countRows } from '../export-donations.ts'
import { createDownloadLink, listName, readExportRequest } from '../export-request.ts'
import {
  deleteFile,
  deleteOldestFiles,
  type FileRow,
  findFile,
  findUnfinished,
  getFileUsage,
  insertFile,
  lockFiles,
} from './report-files.queries.ts'

const { maxTotalFileBytes, fileMessages, maxReportFiles, maxConcurrentFiles } = reportFiles

export const reportFileQueue = 'report-files'

export type FileCall = { readonly platform: Platform; readonly tenant: Tenant; readonly caller: Caller }
type FileRequest = z.output<typeof reportFiles.askForReportFile.body>

const countTimeoutMs = 4_000
const cancelledByTimeout = '57014'
/** An unfinished or failed file is listed for a day. */
const unfinishedMs = 86_400_000

/** A link if there are few rows, otherwise the file that a job writes. Repeatable. */
export async function requestReportFile(
  call: FileCall,
  directory: Directory,
  input: FileRequest,
): Promise<{ readonly url: string } | { readonly file: FileRow; readonly isCounted: boolean }> {
  const { platform, tenant, caller } = call
  const { format } = input
  const request = await readExportRequest(call, input)
  const countLimit = platform.config.reportRowsAtOnce + 1
  const context = { platform, tenant, directory }
  const rows = await inTenant(platform.database, tenant, (db) => countRows(db, context, request, countLimit), {
    readOnly: true,
    timeoutMs: countTimeoutMs,
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === cancelledByTimeout) return null
    throw error
  })
  if (rows !== null && rows < countLimit) return { url: await createDownloadLink(call, request, format) }
  const owner = { tenant, userId: caller.user.id }
  const newFile = { name: request.report?.name ?? listName, format, wanted: JSON.stringify(request) }
  return inTenant(platform.database, tenant, async (db, client) => {
    await lockFiles(tenant).execute(db)
    const unfinishedId = await findUnfinished(db, owner, newFile)
    const id = unfinishedId ?? (await insertFileWithinLimits())
    const file = await findFile(db, owner, id)
    if (!file) throw new Error('a file that was asked for is there')
    return { file, isCounted: rows !== null }

    async function insertFileWithinLimits(): Promise<number> {
      const { unfinished, bytes } = await getFileUsage(db, tenant)
      if (unfinished >= maxConcurrentFiles) throw new Refusal('conflict', fileMessages.tooMany)
      if (bytes >= maxTotalFileBytes) throw new Refusal('storage_full', fileMessages.full)
      await deleteOldestFiles(db, owner, maxReportFiles - 1)
      const now = platform.clock()
      const added = await insertFile(db, owner, { ...newFile, now, expiresAt: new Date(now.getTime() + unfinishedMs) })
      await platform.jobs.add(client, reportFileQueue, { organizationId: tenant.organizationId, fileId: added })
      return added
    }
  })
}

/** A run that writes the file detects this and stops. @throws Refusal not_found */
export async function deleteOwnFile({ platform, tenant, caller }: FileCall, id: number): Promise<void> {
  const deletedFile = orNotFound(
    await inTenant(platform.database, tenant, (db) => deleteFile(db, { tenant, userId: caller.user.id }, id)),
  )
  if (deletedFile.file_key !== null) await deleteIfUnreferenced(platform, deletedFile.file_key)
}

/** @throws Refusal not_found, conflict */
export async function getReadyFile(
  { platform, tenant, caller }: FileCall,
  id: number,
): Promise<FileRow & { readonly file_key: string }> {
  const owner = { tenant, userId: caller.user.id }
  const file = orNotFound(await inTenant(readOnly(platform.database), tenant, (db) => findFile(db, owner, id)))
  const { file_key } = file
  if (file_key === null) throw new Refusal('conflict', fileMessages.notReady)
  return { ...file, file_key }
}
