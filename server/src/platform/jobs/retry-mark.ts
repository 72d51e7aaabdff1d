import { setTimeout as wait } from 'node:timers/promises'

const marksAtMost = 4
const markAgainMs = 2_000

/**
 * Repeats the mark of sent work after a failure, because unmarked work would be sent again. This covers a short outage
 * of the database. The failed mark may have succeeded, so it must be idempotent.
 * @throws the last failure
 */
export async function retryMark(mark: () => Promise<void>): Promise<void> {
  for (let tried = 2; ; tried++) {
    await wait(markAgainMs)
    try {
      await mark()
      return
    } catch (error) {
      if (tried >= marksAtMost) throw error
    }
  }
}
