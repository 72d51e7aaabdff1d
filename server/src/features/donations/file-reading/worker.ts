import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { describeTable } from './describe-table.ts'
import { FileRefused } from './file-refused.ts'
import { packRows } from './packed-rows.ts'
import { proposeMap } from './propose-map.ts'
import { readGifts } from './read-gifts.ts'
import type { FileSource, TableFacts, WorkerResponse, WorkerResult, WorkerTask } from './read-in-worker.ts'
import { readTable } from './read-table.ts'
import { defaultLimits, type Limits, type Table } from './table.ts'

parentPort?.on('message', (task: WorkerTask) => {
  const transferList: ArrayBuffer[] = []
  handleTask(task, transferList).then((message) => parentPort?.postMessage(message, transferList))
})
parentPort?.postMessage('ready')

async function handleTask(task: WorkerTask, transferList: ArrayBuffer[]): Promise<WorkerResponse> {
  try {
    return { ok: true, value: await perform(task, transferList) }
  } catch (error) {
    if (error instanceof FileRefused) return { ok: false, code: error.code, message: error.message }
    return {
      ok: false,
      code: 'reader_failed',
      message: null,
      cause: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}

async function perform(task: WorkerTask, transferList: ArrayBuffer[]): Promise<WorkerResult> {
  const { fileName, limits = defaultLimits, sheet } = task.work
  const table = await tableOf(await bytesOf(task.source), fileName, limits, sheet)
  if (task.kind === 'readTable') return { ...table, rows: packRows(table.rows, transferList) }
  if (task.kind === 'readGifts') {
    const { gifts, updates, rejected, unrecorded, ...result } = readGifts(table, task.work.map, task.work.options)
    return {
      table: factsOf(table),
      result: {
        ...result,
        gifts: packRows(gifts, transferList),
        updates: packRows(updates, transferList),
        rejected: packRows(rejected, transferList),
        unrecorded: packRows(unrecorded, transferList),
      },
    }
  }
  const { organization, today } = task.work
  const proposal = proposeMap(table, organization)
  return { table: factsOf(table), proposal, description: describeTable(table, proposal.map, { today }) }
}

/** Reading gifts usually follows the pre-check of the same bytes. */
let latest: { key: string; table: Table } | null = null

async function tableOf(bytes: Uint8Array, fileName: string, limits: Limits, sheet: string | undefined): Promise<Table> {
  const content = createHash('sha256').update(bytes).digest('hex')
  const key = JSON.stringify([content, extname(fileName).toLowerCase(), sheet ?? null, limits])
  if (latest?.key === key) return latest.table
  latest = null
  const table = await readTable(bytes, fileName, limits, sheet === undefined ? {} : { sheet })
  latest = { key, table }
  return table
}

const bytesOf = async (source: FileSource): Promise<Uint8Array> =>
  'path' in source ? readFile(source.path) : source.bytes

function factsOf({ rows, ...facts }: Table): TableFacts {
  return { ...facts, rowCount: rows.length, sheetRows: rows.map(({ sheetRow }) => sheetRow) }
}
