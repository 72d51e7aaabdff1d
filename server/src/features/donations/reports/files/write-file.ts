import { reportFiles } from '@twofold/contract'
import { z } from 'zod'
import {
  acrossOrganizations,
  grantTenant,
  inTenant,
  readOnly,
  type Tenant,
} from '../../../../platform/database/database.ts'
import { createFileKey } from '../../../../platform/files/files.ts'
import { markFileReferenced, whileUnreferenced } from '../../../../platform/files/stored-files.ts'
import { runEvery } from '../../../../platform/jobs/run-every.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { findFamilyIds } from '../../../core/organizations/index.ts'
import { insertSystemEmail } from '../../../email/system-emails/index.ts'
import { writeExport } from '../export-donations.ts'
import { exportRequest } from '../export-request.ts'
import {
  claimFile,
  deleteExpiredFiles,
  type FileRow,
  failFile,
  finishFile,
  saveProgress,
} from './report-files.queries.ts'
import { createRowCounter } from './row-counter.ts'

const { maxFileBytes, fileDays, fileMessages, emailedAfterSeconds } = reportFiles

export type FileWriter = { readonly platform: Platform; readonly directory: Directory }

const jobData = z.object({ organizationId: z.number(), fileId: z.number() })

// Limits retries of files that crash the process or fail for an unknown reason.
const maxRuns = 4

/** The file was deleted, or another run writes it. */
class Superseded extends Error {}

type Run = FileWriter & {
  readonly tenant: Tenant
  readonly file: FileRow
  readonly run: { readonly id: number; readonly runKey: string }
  readonly signal: AbortSignal
}

/** The stored object stays unreferenced until a final transaction, which only the current run can commit. */
export async function writeReportFile(worker: FileWriter, data: unknown, signal: AbortSignal): Promise<void> {
  const { database } = worker.platform
  const { organizationId, fileId } = jobData.parse(data)
  const family = await acrossOrganizations(readOnly(database), (db) => findFamilyIds(db, organizationId))
  if (family.length === 0) return
  const tenant = grantTenant(organizationId, family)
  const run = { id: fileId, runKey: createFileKey() }
  const file = await inTenant(database, tenant, (db) => claimFile(db, tenant, run))
  if (!file) return
  const fail = (problem: string) => inTenant(database, tenant, (db) => failFile(db, tenant, run, problem))
  if (file.runs > maxRuns) return fail(fileMessages.stopped)
  try {
    await whileUnreferenced(worker.platform, run.runKey, () => writeAndStore({ ...worker, tenant, file, run, signal }))
  } catch (error) {
    if (error instanceof Superseded) return
    const problem = problemOf(error)
    if (problem === null) throw error // the job retries
    await fail(problem)
  }
}

async function writeAndStore({ platform, directory, tenant, file, run, signal }: Run): Promise<void> {
  const { database, files, log } = platform
  let found: number | undefined
  const reportProgress = async (written: number): Promise<void> => {
    signal.throwIfAborted()
    const progress = found === undefined ? { written } : { found, written }
    const isCurrentRun = await inTenant(database.auxiliary, tenant, (db) =>
      saveProgress(db, tenant, run, progress),
    ).catch((error: Error) => {
      log.warn({ problem: error.message }, 'progress of a file was not saved') // the file matters more than its progress
      return true
    })
    if (!isCurrentRun) throw new Superseded()
  }
  const rowCounter = createRowCounter(reportProgress)
  const watch = {
    found: (count: number) => {
      found = count
      return reportProgress(0)
    },
    passing: rowCounter.passing,
  }
  const exportContext = { platform, tenant, directory, format: file.format, watch }
  const wanted = exportRequest.parse(file.wanted)
  const bytes = await files.keepStream(run.runKey, maxFileBytes, (output) =>
    writeExport({ ...exportContext, output }, wanted),
  )
  await inTenant(database, tenant, async (db) => {
    const now = platform.clock()
    const expiresAt = new Date(now.getTime() + fileDays * 86_400_000)
    const finished = await finishFile(db, tenant, run, { bytes, written: rowCounter.count(), expiresAt })
    if (!finished) throw new Superseded()
    await markFileReferenced(db, run.runKey)
    if (now.getTime() - finished.created_at.getTime() < emailedAfterSeconds * 1000) return
    const parameters = { organizationId: tenant.organizationId, fileId: file.id }
    const email = { kind: 'report-file', recipient: finished.email, parameters, now }
    await insertSystemEmail(db, email)
  })
}

const cancelledByTimeout = '57014'

function problemOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.code === 'too_large' ? fileMessages.tooLarge : error.message
  const isSlow = error instanceof Error && 'code' in error && error.code === cancelledByTimeout
  return isSlow ? fileMessages.slow : null
}

const deletedAtOnce = 100

/** Their stored objects become unreferenced and are deleted later. */
export const runReportFileExpiry = ({ database, clock, log }: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'removing files of reports',
    everyMs: 10 * 60_000,
    work: async () =>
      (await acrossOrganizations(database, (db) => deleteExpiredFiles(db, clock(), deletedAtOnce))) >= deletedAtOnce,
    log,
  })
