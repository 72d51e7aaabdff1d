import { readConfig } from './config.ts'
import { explainError } from './explain-error.ts'
import { demoSignIns } from './features/demo/demo/index.ts'
import { startTwofold } from './start.ts'

// Only this file uses the environment, the signals, and the exit code of the process.

const stopWithinMs = 30_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const waitAborter = new AbortController()
  const starting = startTwofold(config, { signal: waitAborter.signal })

  let stopping = false
  const drainAborter = new AbortController()
  // A signal during startup waits, so that nothing is left half done.
  const stop = async ({ drains }: { readonly drains: boolean }): Promise<void> => {
    if (!drains) drainAborter.abort()
    if (stopping) return
    stopping = true
    waitAborter.abort()
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    const running = await starting.catch(() => null)
    if (drains) await running?.drain(drainAborter.signal)
    await running?.stop()
    process.exit(0)
  }
  // SIGTERM waits until load balancers have seen /readyz. SIGINT, from a terminal, does not.
  process.on('SIGTERM', () => stop({ drains: true }))
  process.on('SIGINT', () => stop({ drains: false }))
  process.on('disconnect', () => stop({ drains: false }))

  const running = await starting.catch((error: unknown) => {
    if (!stopping) throw error
  })
  if (!running || stopping) return
  console.log(`Twofold is ready at ${running.address}`)
  if (config.demo) console.log(demoSignIns())
}

try {
  await main()
} catch (error) {
  console.error(explainError(error))
  process.exit(1)
}
