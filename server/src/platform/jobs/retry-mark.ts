import { setTimeout as wait } from 'node:timers/promises'

const maxAttempts = 4
const retryAfterMs = 2_000

/**
 * Retries the mark of sent work, which would otherwise be sent again. `mark` must be idempotent. @throws the last
 * failure
 */
export async function retryMark(mark: () => Promise<void>): Promise<void> {
  for (let attempt = 2; ; attempt++) {
    await wait(retryAfterMs)
    try {
      await mark()
      return
    } catch (error) {
      if (attempt >= maxAttempts) throw error
    }
  }
}
