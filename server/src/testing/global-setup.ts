import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { judgeStatements } from './every-statement.ts'
import { createTemplate, startTestPostgres } from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
    /** A folder. */
    statementNotes: string
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
  const notes = mkdtempSync(join(tmpdir(), 'twofold-statements-'))
  project.provide('statementNotes', notes)
  return async () => {
    try {
      await judgeStatements(notes)
    } finally {
      rmSync(notes, { recursive: true, force: true })
      await server.stop()
    }
  }
}
