import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadStarterDirectory } from '../features/core/companies/index.ts'
import { openDatabase, timeoutsOf } from '../platform/database/database.ts'
import { findStatementFaults } from './check-statements.ts'
import { settableClock } from './settable-clock.ts'
import {
  addressOfDatabase,
  createTemplate,
  databaseTimeoutSeconds,
  startTestPostgres,
  templateDatabase,
} from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
    statementNotes: string
  }
}

/** One server for the run, with a migrated template that contains the starter directory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres()
  try {
    await loadDirectory(await createTemplate(server.connectionString))
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('postgres', server.connectionString)
  const notes = mkdtempSync(join(tmpdir(), 'twofold-statements-'))
  project.provide('statementNotes', notes)
  return async () => {
    try {
      const database = addressOfDatabase(server.connectionString, templateDatabase)
      const faults = await findStatementFaults({ folder: notes, database, isFullRun: await isFullRun(project) })
      if (faults.length > 0) throw new Error(`Statements and their rows differ:\n\n${faults.join('\n\n')}`)
    } finally {
      rmSync(notes, { recursive: true, force: true })
      await server.stop()
    }
  }
}

/** Loaded in advance: an app starts twice as fast. */
async function loadDirectory(address: string): Promise<void> {
  const database = openDatabase(address, timeoutsOf(databaseTimeoutSeconds))
  try {
    await loadStarterDirectory({ database, clock: settableClock() })
  } finally {
    await database.close()
  }
}

async function isFullRun(project: TestProject): Promise<boolean> {
  if (project.config.testNamePattern) return false
  const { testFiles } = await project.globTestFiles()
  const modules = project.vitest.state.getTestModules().filter((module) => module.project.name === project.name)
  return testFiles.length === modules.length && modules.every((module) => module.state() === 'passed')
}
