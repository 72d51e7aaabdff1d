import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { clearLeftovers, databaseTimeoutSeconds, temporaryFolder } from '../server/src/testing/test-postgres.ts'
import { startMailbox } from './mailbox.ts'
import { addressVariable, callerAs, clockVariable } from './product.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
// The demo's gifts pass through the real rules, which takes a while on a busy machine.
const readyWithinMs = 600_000

/** Starts the product with a separate data folder and a real mail server. */
export default async function setup(): Promise<() => Promise<void>> {
  await clearLeftovers()
  const folder = temporaryFolder()
  const mailbox = await startMailbox(folder)
  const clock = donorsDaytime(new Date())
  const product = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'], // closing the IPC channel stops the product when the run is killed
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: join(folder, 'data of the product'),
      PORT: '0',
      DEMO: '1',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
      DATABASE_PATIENCE_SECONDS: String(databaseTimeoutSeconds),
      CLOCK: clock,
      SMTP_URL: mailbox.smtpUrl,
      MAIL_ALLOW: 'example.org, example.com, riverbend.example, maple.example, twofold.example',
      MAIL_DELAY_SECONDS: '0',
      REPORT_ROWS_AT_ONCE: '400', // less than the demo's gift count, more than other tests download
      TRUST_PROXY: '127.0.0.1', // tests simulate many clients
    },
  })
  const stop = async (): Promise<void> => {
    await end(product)
    await mailbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    process.env[addressVariable] = await addressOf(product)
    process.env[clockVariable] = String(await clockAhead())
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** Donors receive emails only in their daytime, 8 to 20 h in Chicago for the demo, and a run must work at any hour. */
const donorsDaytime = (now: Date): string => `${now.toISOString().slice(0, 10)}T16:00:00Z`

/** The product's clock starts with its process, late on a busy machine. A token's `iat` contains the time there. */
async function clockAhead(): Promise<number> {
  const { token } = await callerAs('reader@riverbend.example')
  const { iat } = z.object({ iat: z.number() }).parse(JSON.parse(atob(token.split('.')[1] ?? '')))
  return iat * 1_000 - Date.now()
}

/** From the line that `npm start` prints when it is ready. */
function addressOf(product: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const fail = (problem: string): void => reject(new Error(`The product ${problem}:\n${printed}`))
    const timer = setTimeout(() => fail('was not ready in time'), readyWithinMs)
    const read = (text: Buffer): void => {
      printed += text.toString()
      const address = /Twofold is ready at (\S+)/.exec(printed)?.[1]
      if (!address) return
      clearTimeout(timer)
      resolve(address)
    }
    product.stdout?.on('data', read)
    product.stderr?.on('data', read)
    product.on('exit', (code) => {
      clearTimeout(timer)
      fail(`ended with exit code ${code}`)
    })
  })
}

async function end(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null) return
  const ended = new Promise((resolve) => product.on('exit', resolve))
  product.kill('SIGTERM')
  const timer = setTimeout(() => product.kill('SIGKILL'), 35_000)
  await ended
  clearTimeout(timer)
}
