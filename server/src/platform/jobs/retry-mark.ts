import { setTimeout as wait } from 'node:timers/promises'

const marksAtMost = 4
const markAgainMs = 2_000

/**
 * Retries the mark of sent work, which would otherwise be sent again. `mark` must be idempotent. @throws the last
 * failure
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
