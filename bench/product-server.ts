import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadProduct, secret } from './product.ts'
import { receiveOptions, sendReady } from './server.ts'

// As deployed: web and worker in one process.

const { checkout, connectionString, sessions, smtpUrl } = await receiveOptions()
const { createClock, createLog, withoutTenant, openSession, readConfig, startOn } = await loadProduct(checkout)
const config = readConfig({
  PORT: '0',
  DATA_DIR: join(tmpdir(), 'twofold-bench-files'),
  SECRET: secret,
  LOG_LEVEL: 'silent',
  DEMO: '0',
  ...(smtpUrl ? { SMTP_URL: smtpUrl, MAIL_ALLOW: 'mail.example', MAIL_DELAY_SECONDS: '0' } : {}),
})
const clock = createClock(null)
const { address, platform } = await startOn(config, connectionString, {
  log: createLog('silent'),
  clock,
})
const user = { id: 1, email: 'bench@twofold.example', name: 'Bench', globalPermission: null }
const from = { address: '127.0.0.1', userAgent: 'bench' }
const tokens: string[] = []
for (let n = 0; n < sessions; n++)
  tokens.push(await withoutTenant(platform.database, (db) => openSession(db, platform, user, from)))
sendReady(address, tokens)
