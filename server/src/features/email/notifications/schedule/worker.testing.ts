import { z } from 'zod'
import { readConfig } from '../../../../config.ts'
import { createLog } from '../../../../platform/runtime/log.ts'
import { startOn } from '../../../../start.ts'
import { settableClock } from '../../../../testing/settable-clock.ts'
import { createDirectory } from '../../../core/companies/index.ts'
import { applyTimeTransitions } from '../../../matches/matches/index.ts'
import { queuePlanned } from '../donor-mails/notification-queue.ts'

// A worker in a separate process with its parent's clock. It may be killed at any time.

const order = z.object({ now: z.iso.datetime() })

const clock = settableClock(process.env.NOW)
const config = readConfig(process.env)
const { platform } = await startOn(config, config.databaseUrl ?? '', { log: createLog('silent'), clock })
const directory = createDirectory(platform)

process.on('message', async (message) => {
  clock.set(order.parse(message).now)
  while ((await queuePlanned(platform)) > 0);
  while ((await applyTimeTransitions(platform, directory)) > 0);
  process.send?.('done')
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
