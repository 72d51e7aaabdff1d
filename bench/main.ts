import { parseArgs } from 'node:util'
import { Caller, callFor, median, percentile } from './caller.ts'
import { type BenchDatabase, openBench, startCluster } from './database.ts'
import {
  copyDonations,
  createUploadFile,
  download,
  measureNoisyNeighbors,
  queueEmails,
  sendEmails,
  simulateUsers,
  startMailServer,
  uploadFile,
  waitUntilSent,
} from './jobs.ts'
import { type Query, queries } from './queries.ts'
import { type Server, startServer } from './server.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '1' },
    against: { type: 'string' },
  },
})
const seconds = Number(options.seconds)
const rounds = Array.from({ length: Number(options.rounds) }, (_, round) => round)
const { large, tenth } = options.small
  ? { large: { donations: 20_000, donors: 12_000, others: 20 }, tenth: { donations: 2_000, donors: 600, others: 20 } }
  : {
      large: { donations: 1_000_000, donors: 300_000, others: 1_000 },
      tenth: { donations: 10_000, donors: 3_000, others: 1_000 },
    }
const people = 200
/** A new process needs 15 s until its code is compiled and its connections have cached their plans. */
const warmUpSeconds = 20
const emails = options.small ? 200 : 1_000
const emailMs = 40
const emailsWithinMs = 180_000

const lines: string[][] = [['scenario', 'measured', '', 'compared with', 'ratio', 'floor', '']]
const shown = (value: number): string => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3))

type Measured = {
  readonly value: number
  readonly unit?: string
  readonly other?: number | undefined
  readonly floor?: { readonly of: 'value' | 'ratio'; readonly most?: number; readonly least?: number } | undefined
}

function add(scenario: string, measured: string, { value, unit = 'ms', other, floor }: Measured): void {
  const ratio = other === undefined ? undefined : value / other
  const held = floor && (floor.of === 'ratio' ? (ratio ?? Number.NaN) : value)
  const isKept = floor && held !== undefined && held <= (floor.most ?? Infinity) && held >= (floor.least ?? 0)
  const limit = floor?.most === undefined ? `≥ ${floor?.least}` : `≤ ${floor.most.toLocaleString('en')}`
  const line = [
    `${scenario}: ${measured}`,
    shown(value),
    unit,
    other === undefined ? '' : shown(other),
    ratio === undefined ? '' : ratio.toFixed(2),
    floor ? `${limit}${floor.of === 'ratio' ? ' ×' : ''}` : '',
    floor ? (isKept ? 'kept' : 'MISSED') : '',
  ]
  lines.push(line)
  console.error(line.filter(Boolean).join('  ')) // keeps results of a run that is stopped early
}

function printTable(): void {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const pad = (cell: string, at: number) =>
    at % 6 === 0 || at === 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
  console.log(`\n${lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n')}`)
}

const cluster = await startCluster()
const open = (size: typeof large, checkout?: string) => openBench(cluster.connectionString, size, checkout)
const started: Server[] = []
async function startProduct(
  database: BenchDatabase,
  more: { sessions?: number; smtpUrl?: string } = {},
): Promise<Server> {
  const server = await startServer('product-server.ts', { ...database, ...more })
  started.push(server)
  return server
}

/** Median of the rounds' medians, in ms. The sides alternate, so a slow minute affects both. */
async function timeByTurns(sides: readonly ((turn: number) => Promise<number>)[]): Promise<readonly number[]> {
  const runs = sides.map((call) => ({ call, turn: 0, medians: [] as number[] }))
  const measure = async (run: (typeof runs)[number], forSeconds: number): Promise<number> =>
    median(await callFor(forSeconds, () => run.call(run.turn++)))
  for (const run of runs) await measure(run, 1)
  for (const _ of rounds) for (const run of runs) run.medians.push(await measure(run, seconds))
  return runs.map(({ medians }) => median(medians))
}

async function measureQueries(scenario: Query['scenario']): Promise<void> {
  const database = await open(large)
  const caller = await callerOf(await startProduct(database))
  const other = options.against ? await open(large, options.against) : database
  const yardstick = options.against
    ? await startProduct(other)
    : await startServer('minimal-server.ts', { ...database, connectionString: database.ownerString })
  started.push(yardstick)
  const theirs = await callerOf(yardstick)
  for (const [place, query] of queries.entries()) {
    if (query.scenario !== scenario) continue
    const [value = 0, of] = await timeByTurns([
      (turn) => caller.time(query.call(database.facts, turn)),
      (turn) => theirs.time(options.against ? query.call(other.facts, turn) : { path: `/${place}/${turn}` }),
    ])
    add(scenario, query.name, { value, other: of, floor: options.against ? { of: 'ratio', most: 1.3 } : undefined })
  }
}

const callerOf = async ({ address, tokens }: Server): Promise<Caller> => new Caller(address, tokens[0])

const scenarios: Readonly<Record<string, () => Promise<void>>> = {
  lists: () => measureQueries('lists'),
  detail: () => measureQueries('detail'),
  statistics: () => measureQueries('statistics'),
  status: () => measureQueries('status'),
  growth: async () => {
    const sizes = [await open(large), await open(tenth)]
    const callers = await Promise.all(sizes.map(async (database) => callerOf(await startProduct(database))))
    for (const query of queries.filter(({ grows }) => grows)) {
      const sides = sizes.map(
        (database, place) => (turn: number) =>
          callers[place]?.time(query.call(database.facts, turn)) ?? Promise.resolve(0),
      )
      const [value = 0, other] = await timeByTurns(sides)
      add('growth', query.name, { value, other, floor: { of: 'ratio', most: 2 } })
    }
  },
  upload: async () => {
    const database = await open(large)
    const server = await startProduct(database)
    const runs = []
    for (const round of rounds) {
      const file = await createUploadFile(database, `${Date.now()}-${round}`)
      runs.push(await uploadFile(server, database.facts, file))
    }
    const meanwhile = runs.flatMap((run) => run.meanwhile)
    const most = (limit: number) => ({ of: 'value' as const, most: limit })
    add('upload', 'pre-check of 4,000 known donors', {
      value: median(runs.map((run) => run.preCheckMs)),
      floor: most(4_000),
    })
    add('upload', '4,000 known donors', { value: median(runs.map((run) => run.uploadMs)), floor: most(3_000) })
    add('upload', 'other calls meanwhile, p99', { value: percentile(meanwhile, 0.99), floor: most(300) })
  },
  download: async () => {
    const database = await open(large)
    const server = await startProduct(database)
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (const _ of rounds) {
      ours.push(await download(server, database.facts))
      theirs.push(await copyDonations(database))
    }
    add('download', 'all gifts', { value: median(ours), other: median(theirs), floor: { of: 'ratio', most: 1.5 } })
  },
  people: async () => {
    const database = await open(large)
    const server = await startProduct(database, { sessions: people })
    add('people', 'memory at the start', { value: await server.peakMegabytes(), unit: 'MB' })
    await simulateUsers(warmUpSeconds, server, database.facts)
    const { taken, refused } = await simulateUsers(Number(options.minutes) * 60, server, database.facts)
    add('people', `${people} people, p99`, { value: percentile(taken, 0.99), floor: { of: 'value', most: 300 } })
    add('people', 'refused calls', { value: refused, unit: 'calls', floor: { of: 'value', most: 0 } })
    add('people', 'memory', { value: await server.peakMegabytes(), unit: 'MB', floor: { of: 'value', most: 400 } })
  },
  emails: async () => {
    const database = await open(large)
    const mailServer = await startMailServer(emailMs)
    await queueEmails(database, emails)
    await startProduct(database, { smtpUrl: mailServer.url })
    await sendEmails(database)
    await waitUntilSent(database, emailsWithinMs)
    const [first = 0, last = 0] = [mailServer.arrived[0], mailServer.arrived.at(-1)]
    const value = (mailServer.arrived.length - 1) / ((last - first) / 1_000)
    add('emails', `${emails} through a server that takes ${emailMs} ms`, {
      value,
      unit: 'a second',
      floor: { of: 'value', least: 20 },
    })
    await stopServers()
    await mailServer.stop()
  },
  neighbours: async () => {
    const database = await open(large)
    const { alone, besides } = await measureNoisyNeighbors(
      await startProduct(database),
      database.facts,
      seconds * rounds.length,
    )
    add('neighbours', 'first page of the smallest, median', { value: median(besides), other: median(alone) })
    add('neighbours', 'first page of the smallest, p99', {
      value: percentile(besides, 0.99),
      other: percentile(alone, 0.99),
    })
  },
}

async function stopServers(): Promise<void> {
  for (const server of started.splice(0)) await server.stop()
}

const unknown = positionals.filter((name) => !(name in scenarios))
if (unknown.length > 0) throw new Error(`No scenario ${unknown.join(', ')}: ${Object.keys(scenarios).join(', ')}`)
try {
  for (const [name, measure] of Object.entries(scenarios)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    try {
      await measure()
    } catch (error) {
      console.error(error)
      lines.push([`${name}: failed`])
      process.exitCode = 1
    } finally {
      await stopServers()
    }
  }
} finally {
  printTable()
  await cluster.stop()
}
