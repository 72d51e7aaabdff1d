/**
 * The company directory as super users keep it: companies, their names and domains, versions of their policies. It is
 * nobody's organization's, so what is changed here has a trail of its own, each line of which can be taken back. Open matches of
 * all organizations are looked at again in the background; what is mailed because of it is held until each has seen how much.
 */
import type { Platform } from '../../platform/platform.ts'
import type { Room } from '../../platform/room.ts'
import type { Directory } from '../companies/index.ts'
import { passedAtOnce, passTime } from '../matches/index.ts'
import { directoryRoutes } from './directory.routes.ts'
import { lookAtWaiting } from './look-at-waiting.ts'
import { moveGifts, movingQueue } from './move-gifts.ts'
import { newsQueue, waitingQueue } from './record-change.ts'
import { type ReviewChange, reviewing } from './review-change.ts'

export { changeCompanies, gainedOf, seenOf } from './change-companies.ts'
export { findChange } from './changes.queries.ts'
export { presentChange } from './present-change.ts'
export { type By, recordChange, type Work } from './record-change.ts'
export type { ReviewChange } from './review-change.ts'
export { type GivenCompany, type RowProblem, type WrittenCompanies, writeCompanies } from './write-companies.ts'

type Given = {
  readonly platform: Platform
  readonly directory: Directory
  readonly reviewDirectoryChange: ReviewChange
}

export const directoryRoom = ({ platform, directory, reviewDirectoryChange }: Given): Room => ({
  routes: directoryRoutes(reviewing(platform, reviewDirectoryChange)),
  jobs: {
    [newsQueue]: (_data, signal) => lookAtNews(platform, directory, signal),
    [waitingQueue]: (data, signal) => lookAtWaiting({ platform, directory }, data, signal),
    [movingQueue]: (data, signal) => moveGifts({ platform, directory }, data, signal),
  },
})

/** All that is due, in steps of passing time; may run beside it and again. */
async function lookAtNews(platform: Platform, directory: Directory, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    if ((await passTime(platform, directory)) < passedAtOnce) return
  }
}
