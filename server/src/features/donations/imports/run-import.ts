import { z } from 'zod'
import {
  acrossOrganizations,
  type Db,
  grantTenant,
  inTenant,
  type Tenant,
  withoutTenant,
} from '../../../platform/database/database.ts'
import { deleteIfUnreferenced } from '../../../platform/files/stored-files.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { findFamilyIds } from '../../core/organizations/index.ts'
import { type FileReader, FileRefused, type ReadFile } from '../file-reading/index.ts'
import { hasRunningUndo } from '../undos/index.ts'
import type { OrganizationNames } from './find-organization.ts'
import {
  analyzeDonationTablesIfMany,
  findImport,
  type ImportOptions,
  type ImportRow,
  listFamily,
  lockFamily,
  lockImports,
  type OrganizationFacts,
} from './imports.queries.ts'
import { getOutcome } from './outcome.queries.ts'
import { readerWorkFor, readingFor } from './pre-check-file.ts'
import { previewOutcomeAfterSetup } from './preview-outcome-after-setup.ts'
import type { ReadFileCache } from './read-file-cache.ts'
import { type FileToRecord, recordFile } from './record-file.ts'
import { importQueue } from './start-import.ts'
import { claimImport, failImport, finishImport } from './write-import.queries.ts'
import { createProgressWriter } from './write-progress.ts'

const jobData = z.object({ organizationId: z.number(), importId: z.number() })

/** Below the queue's retries, so that an import always ends with a message. */
const attemptsAtMost = 4
/** The timeout ends before the job's heartbeat does. */
const recordingTimeoutMs = 120_000

/** While an earlier upload is being undone. */
const retryAfterSeconds = 2

/** Autovacuum handles fewer rows soon enough. */
const bulkRows = 500

/** The upload is already recorded. A failure here only slows pages for some minutes. */
const refreshStatistics = (platform: Platform, gifts: number): Promise<void> =>
  withoutTenant(platform.database, (db) => analyzeDonationTablesIfMany(db, gifts), { timeoutMs: 30_000 }).catch(
    (error: Error) => platform.log.warn({ problem: error.message }, 'statistics were not refreshed'),
  )

const keepsFailingMessage =
  'Something went wrong on our side while reading this file. Nothing was saved. Upload it again, and contact us if it keeps happening.'

export type ImportWorker = {
  readonly platform: Platform
  readonly reader: FileReader
  readonly readAlready: ReadFileCache
  readonly directory: Directory
}

/** Repeatable after a crash: donations and state are written in one transaction. */
export async function runImport(worker: ImportWorker, data: unknown, signal: AbortSignal): Promise<void> {
  const { platform } = worker
  const { organizationId, importId } = jobData.parse(data)
  const { database, clock } = platform
  const family = await acrossOrganizations(database, (db) => findFamilyIds(db, organizationId), { readOnly: true })
  if (family.length === 0) return // the organization and its imports are deleted
  const tenant = grantTenant(organizationId, family)
  const fail = (text: string) => inTenant(database, tenant, (db) => failImport(db, tenant, importId, text, clock()))
  let attempts = 0
  let changed = 0
  let fileKey: string | null = null
  try {
    await inTenant(
      database,
      tenant,
      async (db, client) => {
        await lockImports(db, tenant)
        if (await hasRunningUndo(db, 'imports', tenant))
          return platform.jobs.add(client, importQueue, { organizationId, importId }, retryAfterSeconds)
        await lockFamily(db, tenant)
        const claimedAttempts = await inTenant(database.auxiliary, tenant, (own) => claimImport(own, tenant, importId))
        if (claimedAttempts === null) return
        attempts = claimedAttempts
        if (attempts > attemptsAtMost) throw new AttemptsExhausted()
        const row = await findImport(db, tenant, importId, clock())
        if (!row) return
        fileKey = row.file_key
        changed = await runOnce(worker, { db, tenant, row, signal })
      },
      { timeoutMs: recordingTimeoutMs },
    )
    await removeFile(platform, fileKey)
    if (changed >= bulkRows) await refreshStatistics(platform, changed)
  } catch (error) {
    if (error instanceof FileRefused && !worthRepeating.has(error.code)) return fail(error.message)
    if (error instanceof AttemptsExhausted) return fail(keepsFailingMessage)
    if (signal.aborted || attempts < attemptsAtMost) throw error
    platform.log.error({ problem: error instanceof Error ? error.stack : String(error), importId }, 'import given up')
    await fail(keepsFailingMessage)
  }
}

/** The sweeper removes what cannot be deleted now. */
async function removeFile(platform: Platform, fileKey: string | null): Promise<void> {
  if (fileKey) await deleteIfUnreferenced(platform, fileKey).catch(() => undefined)
}

/** The process was stopping, or the thread died. */
const worthRepeating: ReadonlySet<string> = new Set(['cancelled', 'reader_failed'])

class AttemptsExhausted extends Error {}

type ImportInProgress = {
  readonly db: Db
  readonly tenant: Tenant
  readonly row: ImportRow
  readonly signal: AbortSignal
}

async function runOnce(worker: ImportWorker, { db, tenant, row, signal }: ImportInProgress): Promise<number> {
  const { platform } = worker
  const progress = createProgressWriter(platform, tenant, row.id)
  try {
    progress.report('reading', 0)
    const read = await readFile(worker, { db, tenant, row, signal })
    progress.report('reading', read.table.rowCount)
    const context = {
      platform,
      tenant,
      directory: worker.directory,
      actor: { kind: 'import', userId: row.user_id } as const,
      importId: row.id,
      optIn: row.options.optIn,
      mailWithoutEmployer: row.options.noCompany,
    }
    const { counts } = await recordFile(db, read, { ...context, onProgress: progress.report })
    await progress.settled()
    const outcome = await getOutcome(db, tenant, row.id)
    const onceSetUp = await previewOutcomeAfterSetup(db, context, outcome)
    const isFinished = await finishImport(db, tenant, row.id, { counts, outcome, onceSetUp, now: platform.clock() })
    if (!isFinished) throw new Error('an import ended while it ran')
    return counts.accepted
  } finally {
    await progress.settled()
  }
}

async function readFile(worker: ImportWorker, running: ImportInProgress): Promise<FileToRecord> {
  const { tenant, row, db } = running
  const family = await listFamily(db, tenant)
  const file = worker.readAlready.take(row.id) ?? (await readAgain(worker, running, family))
  return {
    ...file,
    family,
    naming: namingOf(row.options),
    news: row.options.news ?? [],
    answers: answersOf(row.options),
  }
}

async function readAgain(
  { platform, reader }: ImportWorker,
  { tenant, row, signal }: ImportInProgress,
  family: readonly OrganizationFacts[],
): Promise<ReadFile> {
  const { options } = row
  const bytes = await platform.files.read(row.file_key ?? '')
  return reader.readGifts(
    { bytes },
    {
      ...readerWorkFor(tenant, { name: row.file_name }, options.sheet),
      signal,
      map: row.map,
      options: {
        ...(options.dateOrder ? { dateOrder: options.dateOrder } : {}),
        ...(options.giftDate ? { giftDate: options.giftDate } : {}),
        leaveOutAttention: !options.includeAttention,
        ...(options.corrections ? { corrections: options.corrections } : {}),
        ...(options.answers ? { answers: options.answers } : {}),
        ...(options.takeRows ? { takeRows: options.takeRows } : {}),
        // The day of the upload, so that retries read the same.
        ...readingFor(family, row.created_at),
      },
    },
  )
}

const answersOf = ({ answers = {}, takeRows = [] }: ImportOptions) => ({ answers, takeRows })

const namingOf = ({ organizations = {}, everyRow = null }: ImportOptions): OrganizationNames => ({
  names: new Map(Object.entries(organizations)),
  everyRow,
})
