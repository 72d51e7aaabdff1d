import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { addressOfDatabase } from '../../testing/test-postgres.ts'
import { createLog } from '../runtime/log.ts'
import { DatabaseUnavailableError, waitForDatabase } from './wait-for-database.ts'

const log = createLog('silent')

test('waits for a database that is created later, and logs it once', async () => {
  const server = inject('postgres')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  const lines: string[] = []
  let creating: Promise<unknown> | undefined
  const write = (line: string): void => {
    lines.push(line)
    creating ??= admin.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  }
  await waitForDatabase(addressOfDatabase(server, name), { seconds: 60, log: createLog('warn', { write }) })
  await creating
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`does not have: database \\"${name}\\" does not exist. Waiting up to 60 s`)
  await admin.query(`DROP DATABASE ${name}`)
  await admin.end()
})

test('does not wait if the password is wrong', async () => {
  const url = new URL(inject('postgres'))
  url.password = 'wrong'
  await expect(waitForDatabase(url.href, { seconds: 600, log })).rejects.toThrow(
    /^DATABASE_URL names an account that 127\.0\.0\.1:\d+ refuses: password authentication failed for user "postgres"\.$/,
  )
})

test('gives up after DATABASE_WAIT_SECONDS', async () => {
  const nowhere = 'postgres://a:b@127.0.0.1:1/none'
  await expect(waitForDatabase(nowhere, { seconds: 0, log })).rejects.toThrow(DatabaseUnavailableError)
})
