import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

type Surroundings = { readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/** One process for all programs, because starting one is slow. */
export function startSamples() {
  const child = fork(fileURLToPath(new URL('run-samples.testing.ts', import.meta.url)), { execArgv: [] })
  // Registered once: each program would leave its listeners behind.
  const gone = once(child, 'exit')
  const ended = gone.then(() => {
    throw new Error('the process of the samples has ended')
  })
  ended.catch(() => {})
  let last: Promise<unknown> = Promise.resolve()
  return {
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
