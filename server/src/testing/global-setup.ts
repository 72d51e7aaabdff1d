import type { TestProject } from 'vitest/node'
import { createTemplate, startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** One database server for the run, with a migrated template for every test database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  try {
    await createTemplate(server.connectionString)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('postgres', server.connectionString)
  return server.stop
}
