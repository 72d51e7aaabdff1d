import { setTimeout as wait } from 'node:timers/promises'

const marksAtMost = 4
const markAgainMs = 2_000

/**
 * Of what was handed over, and whose first mark failed: what is not marked is handed over again, so that a database that is away for
 * a moment is asked again. The mark may be done already, only nobody said so: to repeat it must change nothing. @throws the last failure
 */
export async function markAgain(mark: () => Promise<void>): Promise<void> {
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
