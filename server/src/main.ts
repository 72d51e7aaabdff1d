import { readConfig, SettingsError } from './config.ts'
import { demoSignIns } from './features/demo/index.ts'
import { startTwofold } from './start.ts'

// The only file that knows the process: its environment, its signals, its end.

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const running = await startTwofold(config)
  console.log(`Twofold is ready at ${running.address}`)
  if (config.demo) console.log(demoSignIns())

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), 30_000).unref()
    await running.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
}
