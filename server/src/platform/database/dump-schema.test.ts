import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { describeSchema, readCommittedSchema } from './dump-schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('schema.sql equals the result of the migrations (otherwise run: npm run schema)', async () => {
  expect(readCommittedSchema()).toBe(await describeSchema(database.connectionString))
})
