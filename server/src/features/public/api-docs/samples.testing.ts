import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Surroundings = { readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/** Programs of a file each, as a newcomer saves them, in one process: to start one for each took a second of processor time. */
export function startSamples() {
  const child = fork(fileURLToPath(new URL('run-samples.testing.ts', import.meta.url)), { execArgv: [] })
  // Listened for once: each program that waited for it anew left its listeners behind.
  const gone = once(child, 'exit')
  const ended = gone.then(() => {
    throw new Error('the process of the samples has ended')
  })
  ended.catch(() => {})
  let last: Promise<unknown> = Promise.resolve()
  return {
    /** What the program prints; the environment is its own, one runs after the other. */
    run: (file: string, { cwd, env }: Surroundings): Promise<string> => {
      const turn = last.then(async () => {
        child.send({ file, cwd, env })
        const [said]: unknown[] = await Promise.race([once(child, 'message'), ended])
        return String(said)
      })
      last = turn.catch(() => {})
      return turn
    },
    stop: async (): Promise<void> => {
      if (!child.connected) return
      child.disconnect()
      await gone
    },
  }
}
