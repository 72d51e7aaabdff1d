import pg from 'pg'
import { type Server, startServer } from './child.ts'
import { prepareDatabase } from './database.ts'
import { fullSize, type Size } from './generate.ts'
import { loadServer, median } from './measure.ts'
import type { Facts, Scenario } from './scenario.ts'
import { scenarios } from './scenarios/index.ts'
import { printTable } from './table.ts'

/**
 * The same calls in organizations of growing size, and in one of ten thousand organizations. All sizes are asked by turns, so that a
 * slow minute of the machine hits each of them. What is told is the processor time of one call, here and in the database: waiting
 * for others' work would say nothing about size.
 */
const sizes: readonly (Size & { readonly name: string })[] = [
  { name: '10,000', donations: 10_000, donors: 3_000, others: fullSize.others, donationsEach: 100 },
  { name: '100,000', donations: 100_000, donors: 30_000, others: fullSize.others, donationsEach: 100 },
  { name: '1,000,000', ...fullSize },
  { name: '10,000 of 10,000 orgs', donations: 10_000, donors: 3_000, others: 10_000, donationsEach: 10 },
]

export async function measureGrowth(options: {
  readonly seconds: number
  readonly rounds: number
  readonly isWanted: (scenario: Scenario) => boolean
}): Promise<void> {
  const stops: (() => unknown)[] = []
  try {
    const grown = []
    for (const size of sizes) {
      const { connectionString, serverAddress, facts, stop } = await prepareDatabase(size)
      const watcher = new pg.Client(connectionString)
      await watcher.connect()
      const server = await startServer('./product-server.ts', { connectionString: serverAddress, facts })
      stops.push(
        () => server.stop(),
        () => watcher.end(),
        stop,
      )
      grown.push({ facts, watcher, server })
    }
    const lines: (string | number)[][] = []
    for (const scenario of scenarios.filter(options.isWanted)) {
      const costs = grown.map((): number[] => [])
      // The first calls find empty connections and cold pages, which says nothing about size.
      for (const { facts, watcher, server } of grown) await costOf(scenario, server, { facts, watcher, seconds: 1 })
      for (let round = 0; round < options.rounds; round++) {
        for (const [place, { facts, watcher, server }] of grown.entries()) {
          costs[place]?.push(await costOf(scenario, server, { facts, watcher, ...options }))
        }
      }
      const [smallest = 0, ...others] = costs.map(median)
      lines.push([scenario.name, smallest, ...others, ...others.map((cost) => cost / smallest)])
    }
    const names = sizes.map(({ name }) => name)
    printTable(
      ['ms of processors a call, by gifts', ...names, ...names.slice(1).map((name) => `${name} / first`)],
      lines,
    )
  } finally {
    for (const stop of stops) await stop()
  }
}

async function costOf(
  scenario: Scenario,
  server: Server,
  given: { readonly facts: Facts; readonly watcher: pg.Client; readonly seconds: number },
): Promise<number> {
  const { facts, watcher, seconds } = given
  const sends = scenario.sends?.(facts)
  const load = { connections: 1, seconds, watcher, ...(sends ? { sends } : {}) }
  const { cpuMsEach, databaseCpuMsEach } = await loadServer(server, scenario.paths(facts), load)
  return cpuMsEach + databaseCpuMsEach
}
