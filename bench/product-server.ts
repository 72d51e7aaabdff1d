import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../server/src/config.ts'
import { createClock } from '../server/src/platform/clock.ts'
import { createLog } from '../server/src/platform/log.ts'
import { startOn } from '../server/src/start.ts'
import { answerParent, benchSecret, given } from './child.ts'

// The product as it runs: web and worker in one process, or one of them.

const { connectionString, mails, role } = given()
const config = readConfig({
  PORT: '0',
  DATA_DIR: join(tmpdir(), 'twofold-bench-files'),
  SECRET: benchSecret,
  LOG_LEVEL: 'silent',
  DEMO: '0',
  ...(role ? { ROLE: role } : {}),
  ...(mails ? { SMTP_URL: mails.smtpUrl, MAIL_ALLOW: 'mail.example', MAIL_DELAY_SECONDS: '0' } : {}),
  // Callers of public routes are counted by address; the bench has one address and plays many.
  TRUST_PROXY: '127.0.0.1',
})
const running = await startOn(config, connectionString, {
  log: createLog('silent'),
  clock: createClock(null),
})
answerParent(running.address, running.platform)
