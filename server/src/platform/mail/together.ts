import { inTime, NoAnswer } from './in-time.ts'

/**
 * One call of `work` for what is asked for in the same moment, and the next for all that comes while it runs, or beside it once
 * `secondFrom` wait. Answers stand in the order of what was asked. Where several fail together, each is tried by itself, so that one never
 * fails for another; where no answer comes in time, none of them is asked again, and the next are not held up.
 */
export function together<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
  answersWithinMs: number,
  secondFrom = Number.POSITIVE_INFINITY,
): (item: Item) => Promise<Answer> {
  type Asked = {
    readonly item: Item
    readonly resolve: (answer: Answer | PromiseLike<Answer>) => void
    readonly reject: (error: unknown) => void
  }
  let asked: Asked[] = []
  let running = 0

  const alone = async (item: Item): Promise<Answer> => {
    const [answer] = await inTime(work([item]), answersWithinMs)
    return answer as Answer
  }
  const some = async (lot: readonly Asked[]): Promise<void> => {
    try {
      const answers = await inTime(work(lot.map(({ item }) => item)), answersWithinMs)
      for (const [place, { resolve }] of lot.entries()) resolve(answers[place] as Answer)
    } catch (error) {
      if (lot.length === 1 || error instanceof NoAnswer) for (const { reject } of lot) reject(error)
      else for (const { item, resolve, reject } of lot) await alone(item).then(resolve, reject)
    }
  }
  const run = async (): Promise<void> => {
    while (asked.length > 0) {
      const lot = asked
      asked = []
      await some(lot)
    }
    running--
  }
  return (item) =>
    new Promise((resolve, reject) => {
      asked.push({ item, resolve, reject })
      if (running > 1 || (running === 1 && asked.length < secondFrom)) return
      running++
      // Not at once: whoever asks in the same moment goes along, and whoever's line to somewhere is read in the same turn.
      setImmediate(run)
    })
}
