import { randomUUID } from 'node:crypto'
import type { directory, mails } from '@twofold/contract'
import type { PoolClient } from 'pg'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { isWaitingAt, lookAgain } from '../../../core/companies/index.ts'
import type { Gained } from '../../../matches/matches/index.ts'
import { insertChange, type Undoing } from './changes.queries.ts'

/** Who changes the directory, and from where; the call of a route has it. */
export type By = {
  readonly platform: Platform
  readonly request: { readonly ip: string; readonly id: string }
  readonly caller: { readonly user: { readonly id: number } }
}

/** A transaction that crosses organizations, as `acrossOrganizations` opens it. */
export type Work = { readonly db: Db; readonly client: PoolClient }

/** Has the matches looked at that passing time finds within a minute, at once. */
export const newsQueue = 'directory-news'

/** Has gifts looked at that waited for an employer, or back where the change was undone. */
export const waitingQueue = 'directory-waiting'

/** Later than any node's copy of the directory has been asked for again. */
export const waitingStartsAfterSeconds = 2

/** Later than the change is committed: what is due by then is what it made due. */
export const newsAfterSeconds = 1

type Made = {
  readonly kind: directory.DirectoryChange['kind']
  readonly companyId: number | null
  readonly subject: string
  readonly changes: directory.DirectoryChange['changes']
  /** The data that an undo needs. */
  readonly undo?: Partial<Undoing>
  /** Whose open matches are looked at again, with those of their subsidiaries. */
  readonly lookedAt: readonly number[]
  /** By which companies are found from now on: gifts that wait for an employer are looked at again too. */
  readonly gained?: Gained
  readonly at?: Date
  /** What it makes of matches is kept under this. */
  readonly undoId?: string
}

/** Writes the line of the trail, in the transaction of the change, and has the open matches looked at again. */
export async function recordChange({ db, client }: Work, by: By, made: Made): Promise<number> {
  const { platform, request, caller } = by
  const now = made.at ?? platform.clock()
  const concerned = [...made.lookedAt, ...(made.undo?.merge ? [made.companyId ?? 0, made.undo.merge.merged_id] : [])]
  // What gifts were between an earlier change that they wait for and this one will not be known.
  const looks_again = await isWaitingAt(db, concerned, now)
  const gifts = made.lookedAt.length === 0 ? 0 : await lookAgain(db, made.lookedAt, now)
  if (gifts > 0) await platform.jobs.add(client, newsQueue, {}, newsAfterSeconds)
  const { lookedAt, gained, ...line } = made
  const changeId = await insertChange(db, {
    ...line,
    // of a merge that is taken back, all that are at the one company are looked at
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

/** Reviews the effect of a change on open matches of these companies. The review is refused where the change would be. */
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
