import { randomUUID } from 'node:crypto'
import type { directory, mails } from '@twofold/contract'
import type { PoolClient } from 'pg'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { isWaitingAt, lookAgain } from '../../../core/companies/index.ts'
import type { Gained } from '../../../matches/matches/index.ts'
import { insertChange, type Undoing } from './changes.queries.ts'

/** The author of a change and the origin of the request; part of the call of a route. */
export type By = {
  readonly platform: Platform
  readonly request: { readonly ip: string; readonly id: string }
  readonly caller: { readonly user: { readonly id: number } }
}

/** A transaction that crosses organizations, as `acrossOrganizations` opens it. */
export type Work = { readonly db: Db; readonly client: PoolClient }

/** Evaluates due matches immediately, which the scheduler would otherwise find within a minute. */
export const newsQueue = 'directory-news'

/** Evaluates gifts that waited for an employer, or reverts them after an undo. */
export const waitingQueue = 'directory-waiting'

/** After every node has refreshed its copy of the directory. */
export const waitingStartsAfterSeconds = 2

/** After the change is committed, so that the gifts that it made due are visible. */
export const newsAfterSeconds = 1

type Made = {
  readonly kind: directory.DirectoryChange['kind']
  readonly companyId: number | null
  readonly subject: string
  readonly changes: directory.DirectoryChange['changes']
  /** The data that an undo needs. */
  readonly undo?: Partial<Undoing>
  /** Companies whose open matches are evaluated again, including those of their subsidiaries. */
  readonly lookedAt: readonly number[]
  /** New names and domains of companies: gifts that wait for an employer are evaluated too. */
  readonly gained?: Gained
  readonly at?: Date
  /** Key of the recorded effects on matches. */
  readonly undoId?: string
}

/** Writes the change-log entry in the transaction of the change, and schedules the evaluation of open matches. */
export async function recordChange({ db, client }: Work, by: By, made: Made): Promise<number> {
  const { platform, request, caller } = by
  const now = made.at ?? platform.clock()
  const concerned = [...made.lookedAt, ...(made.undo?.merge ? [made.companyId ?? 0, made.undo.merge.merged_id] : [])]
  // If gifts still wait for an earlier change, their state between the two changes is unknown.
  const looks_again = await isWaitingAt(db, concerned, now)
  const gifts = made.lookedAt.length === 0 ? 0 : await lookAgain(db, made.lookedAt, now)
  if (gifts > 0) await platform.jobs.add(client, newsQueue, {}, newsAfterSeconds)
  const { lookedAt, gained, ...line } = made
  const changeId = await insertChange(db, {
    ...line,
    // undoing a merge evaluates all gifts of the remaining company
    companyIds: made.kind === 'merge' && made.companyId !== null ? [made.companyId] : lookedAt,
    at: now,
    userId: caller.user.id,
    gifts,
    address: request.ip,
    requestId: request.id,
    undo: { superseded: [], entered: [], ...made.undo, looks_again },
    undoId: made.undoId ?? randomUUID(),
  })
  if (gained && gained.names.length + gained.domains.length > 0) {
    await platform.jobs.add(client, waitingQueue, { changeId, gained }, waitingStartsAfterSeconds)
  }
  return changeId
}

type Change = (db: Db) => Promise<unknown>

/** Reviews the effect of a change on open matches of these companies. Refused for the same reasons as the change. */
export type ReviewChange = (
  companyIds: readonly number[],
  change: Change,
  gained?: Gained,
) => Promise<mails.ChangeReview>

/** Runs the change once by itself, so that mistakes show even without open matches. */
export const reviewing =
  (platform: Platform, review: ReviewChange): ReviewChange =>
  async (companyIds, change, gained) => {
    await acrossOrganizations(platform.database, change, { rehearsal: true })
    return review(companyIds, change, gained)
  }
