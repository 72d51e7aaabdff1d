import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { loadStarterDirectory } from '../features/core/companies/index.ts'
import { openDatabase, timeoutsOf } from '../platform/database/database.ts'
import { faultsOfStatements } from './every-statement.ts'
import { settableClock } from './settable-clock.ts'
import {
  addressOfDatabase,
  createTemplate,
  patienceSeconds,
  startTestPostgres,
  templateDatabase,
} from './test-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
    /** A folder. */
    statementNotes: string
  }
}

/** One database server for the run, with a template for every test database: migrated, the starter directory in it. */
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
      const faults = await faultsOfStatements({ folder: notes, database, isWhole: await isWhole(project) })
      if (faults.length > 0) throw new Error(`Statements and their rows differ:\n\n${faults.join('\n\n')}`)
    } finally {
      rmSync(notes, { recursive: true, force: true })
      await server.stop()
    }
  }
}

/** An app that finds the directory in its database starts in half the time. */
async function loadDirectory(address: string): Promise<void> {
  const database = openDatabase(address, timeoutsOf(patienceSeconds))
  try {
    await loadStarterDirectory({ database, clock: settableClock() })
  } finally {
    await database.close()
  }
}

/** Whether every test of the project was run, and passed. */
async function isWhole(project: TestProject): Promise<boolean> {
  if (project.config.testNamePattern) return false
  const { testFiles } = await project.globTestFiles()
  const modules = project.vitest.state.getTestModules().filter((module) => module.project.name === project.name)
  return testFiles.length === modules.length && modules.every((module) => module.state() === 'passed')
}
