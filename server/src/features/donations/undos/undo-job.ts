import type { PoolClient } from 'pg'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'

export const undoQueue = 'undos'

export const undoJob = z.object({
  kind: z.enum(['import', 'payout report', 'resolution']),
  /** 0 means all organizations. */
  organizationId: z.int(),
  id: z.int(),
  userId: z.int(),
  level: z.enum(['read', 'write', 'admin', 'super']),
})
export type UndoJob = z.infer<typeof undoJob>

export type UndoWorker = { readonly platform: Platform; readonly directory: Directory }

export type UndoKind = {
  readonly kind: UndoJob['kind']
  readonly listInProgress: (db: Db, before: Date, atMost: number) => Promise<Omit<UndoJob, 'kind'>[]>
  readonly restart?: (db: Db, job: UndoJob) => Promise<unknown>
  readonly run: (worker: UndoWorker, job: UndoJob, signal: AbortSignal) => Promise<void>
}

export const enqueueUndo = (jobs: Jobs, client: PoolClient, job: UndoJob, afterSeconds = 0): Promise<void> =>
  jobs.add(client, undoQueue, job, afterSeconds)

export const isUndoQueued = (jobs: Jobs, client: PoolClient, { kind, organizationId, id }: UndoJob): Promise<boolean> =>
  jobs.isWaited(client, undoQueue, { kind, organizationId, id })
