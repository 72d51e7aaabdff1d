import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { describeSchema, readCommittedSchema } from './dump-schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('finds in schema.sql what the migrations come to (else: npm run schema)', async () => {
  expect(readCommittedSchema()).toBe(await describeSchema(database.connectionString))
})
