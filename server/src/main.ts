import { flushCompileCache } from 'node:module'
import { readConfig, SettingsError } from './config.ts'
import { demoSignIns } from './features/demo/index.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { ServerRoleError } from './platform/database/server-role.ts'
import { giveBackMemory, giveBackMemoryAtRest } from './platform/give-back-memory.ts'
import { startTwofold } from './start.ts'

// The only file that knows the process: its environment, its signals, its end.

const stopWithinMs = 30_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const starting = startTwofold(config)

  let stopping = false
  // A signal that comes while it starts waits for the start, which leaves nothing half done.
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), stopWithinMs).unref()
    const running = await starting.catch(() => null)
    await running?.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('disconnect', stop)

  const running = await starting
  if (stopping) return
  console.log(`Twofold is ready at ${running.address}`)
  if (config.demo) console.log(demoSignIns())
  flushCompileCache() // Node's own comes at the end, which a process that is killed does not see
  giveBackMemory()
  giveBackMemoryAtRest()
}

/** What a person can mend is said in a sentence; everything else with where it happened. */
function explain(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof MigrationError || error instanceof ServerRoleError)
    return error.message
  if (!(error instanceof Error && 'code' in error)) return error
  if (error.code === 'EADDRINUSE') {
    return `HOST and PORT must name an address that is free: ${error.message}. With PORT=0 a free port is picked.`
  }
  if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `HOST and PORT must name an address that this account may listen on: ${error.message}.`
  }
  return error
}

try {
  await main()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
