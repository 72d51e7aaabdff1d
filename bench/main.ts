import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Server, startServer } from './child.ts'
import { prepareDatabase } from './database.ts'
import { fullSize, type Size } from './generate.ts'
import { measureGrowth } from './growth.ts'
import { fetchWhole, loadServer, median, type Run } from './measure.ts'
import { copyPath, type Facts } from './scenario.ts'
import { besideUploads, minimalSide, productSide } from './scenarios/beside-uploads.ts'
import { type BulkRun, bulkOfMany } from './scenarios/bulk.ts'
import { everyPage } from './scenarios/every-page.ts'
import { reportOfAll } from './scenarios/export.ts'
import { importRows, makeFile, stageByCopy, uploadToProduct } from './scenarios/import.ts'
import { downloads, scenarios } from './scenarios/index.ts'
import { type MailRun, mailsOfMany } from './scenarios/mails.ts'
import { besideTheLargest, type NeighboursRun } from './scenarios/neighbours.ts'
import { makeReport, payoutLines, payoutsToProduct, settleByCopy } from './scenarios/payouts.ts'
import { people, workOfMany } from './scenarios/people.ts'
import { besideTheList, type StreamRun } from './scenarios/report-beside-list.ts'
import { printTable } from './table.ts'

// Every scenario runs on the product and on the minimal server by turns, so that a slow minute of the machine hits both.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '1' },
    after: { type: 'string', default: '5' },
    small: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const rounds = Number(values.rounds)
const smallSize: Size = { donations: 20_000, donors: 6_000, others: 20, donationsEach: 100 }
/** Slower than that, a page is named. */
const slowMs = 15
const megabytes = (bytes: number): number => bytes / 1024 / 1024
const isWanted = ({ name }: { readonly name: string }): boolean =>
  positionals.length === 0 || positionals.some((word) => name.includes(word))

if (positionals.includes('growth')) {
  await measureGrowth({ seconds, rounds, isWanted: ({ name }) => positionals.length === 1 || isWanted({ name }) })
  process.exit()
}

const database = await prepareDatabase(values.small ? smallSize : fullSize)
const { facts, connectionString, serverAddress } = database

// Before the product is started: it would take mails and uploads off the queue as well.
try {
  if (isWanted({ name: 'mails' })) await measureMails()
  if (isWanted({ name: 'beside uploads' })) await measureBesideUploads()
} catch (error) {
  await database.stop()
  throw error
}
const watcher = new pg.Client(connectionString)
await watcher.connect()
const product = await startServer('./product-server.ts', { connectionString: serverAddress, facts })
const minimal = await startServer('./minimal-server.ts', { connectionString, facts })
const pick = (runs: readonly Run[], part: keyof Run): number => median(runs.map((run) => run[part]))

try {
  console.log(`The product at rest: ${megabytes((await product.usage()).restBytes).toFixed(0)} MB`)
  const lines: (string | number)[][] = []
  for (const scenario of scenarios.filter(isWanted)) {
    const paths = scenario.paths(facts)
    const minimalPaths = paths.map((_, place) => `/call/${encodeURIComponent(scenario.name)}/${place}`)
    for (const connections of scenario.connections ?? [1, 20]) {
      const load = { connections, seconds, watcher }
      const sends = scenario.sends?.(facts)
      const ours: Run[] = []
      const theirs: Run[] = []
      // What is read for the first time, plans and pages of the disk, is no part of either's rate.
      await loadServer(product, paths, { ...load, seconds: 1, ...(sends ? { sends } : {}) })
      await loadServer(minimal, minimalPaths, { ...load, seconds: 1 })
      for (let round = 0; round < rounds; round++) {
        ours.push(await loadServer(product, paths, { ...load, ...(sends ? { sends } : {}) }))
        theirs.push(await loadServer(minimal, minimalPaths, load))
      }
      lines.push([
        scenario.name,
        connections,
        pick(ours, 'perSecond'),
        pick(theirs, 'perSecond'),
        pick(ours, 'perSecond') / pick(theirs, 'perSecond'),
        pick(ours, 'medianMs'),
        pick(theirs, 'medianMs'),
        pick(ours, 'cpuMsEach'),
        pick(theirs, 'cpuMsEach'),
        pick(ours, 'databaseCpuMsEach'),
        pick(theirs, 'databaseCpuMsEach'),
        megabytes(Math.max(...ours.map(({ peakBytes }) => peakBytes))),
        (ours.at(-1)?.perSecond ?? 0) / (ours[0]?.perSecond ?? 1),
      ])
      // Told at once as well: whoever ends a long run early has what was measured.
      const [ofOurs, ofTheirs] = [pick(ours, 'perSecond'), pick(theirs, 'perSecond')]
      console.error(`${scenario.name}, ${connections}: ${ofOurs.toFixed(0)} a second, minimal ${ofTheirs.toFixed(0)}`)
    }
  }
  if (lines.length > 0)
    printTable(
      [
        'scenario',
        'connections',
        'per s',
        'minimal',
        'ratio',
        'ms',
        'minimal',
        'cpu ms',
        'minimal',
        'db cpu ms',
        'minimal',
        'MB',
        'last/first',
      ],
      lines,
    )

  const fetched: (string | number)[][] = []
  for (const each of downloads.filter(isWanted)) {
    const call = async (path: string): Promise<unknown> =>
      (await fetch(product.address + path, { headers: { authorization: `Bearer ${product.token}` } })).json()
    const ours: number[] = []
    const alone: number[] = []
    const helped: number[] = []
    let peak = 0
    let bytes = 0
    for (let round = 0; round < rounds; round++) {
      const got = await fetchWhole(product, await each.path(call, database.facts))
      ours.push(got.ms)
      alone.push((await fetchWhole(minimal, copyPath(each, 'alone'))).ms)
      helped.push((await fetchWhole(minimal, copyPath(each, 'helped'))).ms)
      peak = Math.max(peak, got.peakBytes)
      bytes = got.bytes
    }
    fetched.push([
      each.name,
      megabytes(bytes),
      median(ours),
      median(alone),
      median(ours) / median(alone),
      median(helped),
      median(ours) / median(helped),
      megabytes(peak),
    ])
  }
  if (fetched.length > 0)
    printTable(['download', 'MB', 'ms', 'COPY', 'times', 'COPY with helpers', 'times', 'memory MB'], fetched)

  if (isWanted({ name: 'import' })) {
    const ours: number[] = []
    const theirs: number[] = []
    await product.usage()
    for (let round = 0; round < rounds; round++) {
      const salt = `${Date.now()}`
      ours.push(await uploadToProduct(product, facts, makeFile(facts, salt)))
      theirs.push(await stageByCopy(connectionString, facts, makeFile(facts, `${salt}b`)))
    }
    const { peakBytes } = await product.usage()
    const line = [
      `${importRows} rows`,
      median(ours),
      median(theirs),
      median(ours) / median(theirs),
      megabytes(peakBytes),
    ]
    printTable(['import', 'ms', 'staged COPY', 'times', 'memory MB'], [line])
  }

  if (isWanted({ name: 'every page' })) {
    const runs = await everyPage(product, connectionString, facts)
    const slow = runs.filter(({ status, leastMs }) => status === 200 && leastMs > slowMs)
    printTable(
      [`${runs.filter(({ status }) => status === 200).length} pages, those over ${slowMs} ms`, 'first ms', 'least ms'],
      slow.map(({ path, firstMs, leastMs }) => [path, firstMs, leastMs]),
    )
  }

  if (isWanted({ name: 'payouts' })) {
    const table: (string | number)[][] = []
    for (const payouts of [1, 1_000]) {
      const ours = []
      const theirs: number[] = []
      for (let round = 0; round < rounds; round++) {
        const report = await makeReport(connectionString, facts, payouts, `${Date.now()}`)
        ours.push(await payoutsToProduct(product, facts, report))
        theirs.push(await settleByCopy(connectionString, facts, report))
      }
      const read = median(ours.map(({ readMs }) => readMs))
      table.push([
        `${payoutLines.all} lines in ${payouts}`,
        read,
        median(theirs),
        read / median(theirs),
        median(ours.map(({ againMs }) => againMs)),
        median(ours.map(({ undoMs }) => undoMs)),
      ])
    }
    printTable(['payouts', 'read ms', 'least', 'times', 'again ms', 'undo ms'], table)
  }

  if (isWanted({ name: 'people' })) {
    const tokens = await product.signIn(people)
    const runs: (string | number)[][] = []
    for (let minute = 0; minute < Number(values.minutes); minute++) {
      const { median: half, p99, most, calls, errors } = await workOfMany(product.address, tokens, facts, 60_000)
      const { peakBytes } = await product.usage()
      runs.push([`${people} people, minute ${minute + 1}`, calls, errors, half, p99, most, megabytes(peakBytes)])
    }
    printTable(['people at work', 'calls', 'errors', 'ms', 'p99', 'most', 'MB'], runs)
    const after: (string | number)[][] = []
    for (let minute = 1; minute <= Number(values.after); minute++) {
      await wait(60_000)
      after.push([`${minute} minutes after`, megabytes((await product.usage()).restBytes)])
    }
    printTable(['nobody at work', 'MB'], after)
  }

  if (isWanted({ name: 'neighbours' })) {
    const runs: NeighboursRun[] = []
    for (let round = 0; round < rounds; round++)
      runs.push(await besideTheLargest(product, facts, await database.joinSmallest()))
    const of = (pickOf: (run: NeighboursRun) => number): number => median(runs.map(pickOf))
    const rest = of((run) => run.rest.median)
    const beside = of((run) => run.beside.median)
    const line = [
      'smallest, first page',
      rest,
      of((run) => run.rest.p99),
      beside,
      of((run) => run.beside.p99),
      beside / rest,
    ]
    printTable(['beside the largest', 'at rest ms', 'p99', 'beside ms', 'p99', 'times'], [line])
  }

  if (isWanted({ name: 'stream' })) {
    const ours: StreamRun[] = []
    const alone: StreamRun[] = []
    const helped: StreamRun[] = []
    const copy = async (by: 'alone' | 'helped'): Promise<number> =>
      (await fetchWhole(minimal, copyPath(reportOfAll, by))).bytes
    for (let round = 0; round < rounds; round++) {
      ours.push(await besideTheList(product, facts, (product) => product('')))
      alone.push(await besideTheList(product, facts, () => copy('alone')))
      helped.push(await besideTheList(product, facts, () => copy('helped')))
    }
    const of = (runs: readonly StreamRun[], pickOf: (run: StreamRun) => number): number => median(runs.map(pickOf))
    const line = (name: string, runs: readonly StreamRun[]) => [
      name,
      of(runs, (run) => run.megabytes),
      of(runs, (run) => run.ms),
      of(runs, (run) => run.ms) / of(alone, (run) => run.ms),
      of(runs, (run) => run.restPerSecond),
      of(runs, (run) => run.perSecond / run.restPerSecond),
      of(runs, (run) => run.list.p99),
    ]
    printTable(
      ['stream of all beside the list', 'MB', 'ms', 'times COPY', 'list per s', 'of it meanwhile', 'its p99'],
      [line('a report', ours), line('COPY', alone), line('COPY with helpers', helped)],
    )
  }

  if (isWanted({ name: 'bulk' })) {
    const run = await bulkOfMany(product, connectionString, facts)
    const line = (name: string, rest: BulkRun['list'], busy: BulkRun['list']) => [
      name,
      rest.median,
      rest.p99,
      rest.most,
      busy.median,
      busy.p99,
      busy.most,
    ]
    const { matches, changeMs, undoMs } = run
    printTable(['bulk', 'change ms', 'undo ms'], [[`${matches} matches`, changeMs, undoMs]])
    printTable(
      ['others meanwhile', 'at rest ms', 'p99', 'most', 'meanwhile ms', 'p99', 'most'],
      [line('the list', run.listAtRest, run.list), line('a gift is changed', run.writeAtRest, run.write)],
    )
  }
} finally {
  product.stop()
  minimal.stop()
  await watcher.end()
  await database.stop()
}

/** One worker and two, to a mail server that takes each mail at once and to one that takes its time. */
async function measureMails(): Promise<void> {
  const runs: (string | number)[][] = []
  for (const [workers, sinkMs] of [
    [1, 0],
    [2, 0],
    [1, 40],
  ] as const) {
    const each: MailRun[] = []
    for (let round = 0; round < rounds; round++) each.push(await mailsOfMany(database, { workers, sinkMs }))
    const of = (part: keyof MailRun): number => median(each.map((run) => run[part]))
    const [perSecond, loop, raw] = [of('perSecond'), of('loopPerSecond'), of('rawPerSecond')]
    runs.push([
      `${of('mails')} mails, ${sinkMs} ms each`,
      workers,
      perSecond,
      loop,
      perSecond / loop,
      raw,
      perSecond / raw,
      of('cpuMsEach'),
      of('loopCpuMsEach'),
      of('databaseCpuMsEach'),
    ])
  }
  const columns = ['mails', 'workers', 'per s', 'loop', 'ratio', 'bytes', 'ratio', 'cpu ms', 'loop', 'db cpu ms']
  printTable(columns, runs)
}

/** Of the product in one process and in two, and of the minimal server: in turn, each round in processes of its own. */
async function measureBesideUploads(): Promise<void> {
  const web = { connectionString: serverAddress, facts }
  const kinds = [
    ['in one process', [{ file: './product-server.ts', given: web }], productSide],
    [
      'web and worker apart',
      [
        { file: './product-server.ts', given: { ...web, role: 'web' } },
        { file: './product-server.ts', given: { ...web, role: 'worker' } },
      ],
      productSide,
    ],
    [
      'minimal, staged COPY',
      [{ file: './minimal-server.ts', given: { connectionString, facts } }],
      (server: Server, of: Facts) => minimalSide(server, connectionString, of),
    ],
  ] as const
  const lines: (string | number)[][] = []
  for (let round = 0; round < rounds; round++)
    for (const [name, processes, sideOf] of kinds) {
      const servers: Server[] = []
      for (const { file, given } of processes) servers.push(await startServer(file, given))
      const [answering] = servers
      if (!answering) continue
      const { uploadMs, rest, beside, calls, tooLong, heldMs, workedMs } = await besideUploads(
        sideOf(answering, facts),
        facts,
      )
      let peak = 0
      for (const server of servers) peak += (await server.usage()).peakBytes
      for (const server of servers) server.stop()
      const times = [median(uploadMs), rest.p99, beside.median, beside.p99, beside.most]
      lines.push([name, ...times, calls, tooLong, heldMs, workedMs, megabytes(peak)])
    }
  const ofReader = ['reader beside uploads', 'upload ms', 'p99 at rest', 'ms', 'p99', 'most', 'calls', 'over 50 ms']
  printTable([...ofReader, 'held ms', 'worked', 'MB'], lines)
}
