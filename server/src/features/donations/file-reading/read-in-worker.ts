import type { ColumnMap } from '@twofold/contract'
import { createThreadPool, ThreadFailure, type ThreadPoolOptions } from '../../../platform/threads/thread-pool.ts'
import type { MappedOrganization } from './claims.ts'
import type { Description } from './describe-table.ts'
import { FileRefused, type RefusalCode } from './file-refused.ts'
import type { ReadGifts, ReadOptions } from './gift.ts'
import { type PackedRows, unpackRows } from './packed-rows.ts'
import type { Proposal } from './propose-map.ts'
import type { Limits, Row, Table } from './table.ts'

export type FileSource = { path: string } | { bytes: Uint8Array }

/** `sheetRows`: the row in a spreadsheet program, by gift of the file. */
export type TableFacts = Omit<Table, 'rows'> & { rowCount: number; sheetRows: readonly number[] }

export type PreCheck = { table: TableFacts; proposal: Proposal; description: Description }
export type ReadFile = { table: TableFacts; result: ReadGifts }

export type Work = {
  owner: number
  fileName: string
  limits?: Limits
  sheet?: string
  timeoutMs?: number
  signal?: AbortSignal
}

type PreCheckWork = Work & { organization: MappedOrganization; today: string }
type ReadGiftsWork = Work & { map: ColumnMap; options: ReadOptions }

export type FileReader = {
  preCheck(source: FileSource, work: PreCheckWork): Promise<PreCheck>
  /** @throws FileRefused */
  readGifts(source: FileSource, work: ReadGiftsWork): Promise<ReadFile>
  readTable(source: FileSource, work: Work): Promise<Table>
  /** Files being read are refused as `cancelled`. */
  close(): Promise<void>
}

export type WorkerTask =
  | { kind: 'preCheck'; source: FileSource; work: Omit<PreCheckWork, 'signal'> }
  | { kind: 'readGifts'; source: FileSource; work: Omit<ReadGiftsWork, 'signal'> }
  | { kind: 'readTable'; source: FileSource; work: Omit<Work, 'signal'> }

type PackedFile = {
  table: TableFacts
  result: Omit<ReadGifts, PackedPart> & { [Part in PackedPart]: PackedRows<ReadGifts[Part][number]> }
}
type PackedPart = 'gifts' | 'updates' | 'rejected' | 'unrecorded'
type PackedTable = Omit<Table, 'rows'> & { rows: PackedRows<Row> }

export type WorkerResult = PreCheck | PackedFile | PackedTable

export type WorkerResponse =
  | { ok: true; value: WorkerResult }
  | { ok: false; code: RefusalCode; message: string | null; cause?: string }

const refusals = {
  took_too_long: 'Reading this file took too long. Export it as .csv, or split it into smaller files.',
  took_too_much_memory:
    'This file needs too much memory to read. Please export it as .csv, or split it into smaller files.',
  cancelled: 'Reading this file was canceled. Please upload it again.',
  reader_failed: 'We couldn’t read this file. Export the table as .csv and try again.',
} as const

const refused = (code: keyof typeof refusals, cause?: unknown) =>
  Object.assign(new FileRefused(code, refusals[code]), { cause })

/** Every failure of a file is a FileRefused. */
export function createFileReader(options: ThreadPoolOptions = {}): FileReader {
  const pool = createThreadPool<WorkerTask, WorkerResponse>(new URL('./worker.ts', import.meta.url), options)

  async function submit(task: WorkerTask, { owner, timeoutMs, signal }: Work): Promise<WorkerResult> {
    const turn = { owner, ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) }
    const response = await pool.run(task, turn).catch((error: unknown) => {
      if (!(error instanceof ThreadFailure)) throw error
      throw refused(error.code === 'failed' ? 'reader_failed' : error.code, error.cause)
    })
    if (response.ok) return response.value
    if (response.message !== null) throw new FileRefused(response.code, response.message)
    throw refused('reader_failed', response.cause)
  }

  return {
    async preCheck(source, { signal, ...work }) {
      const value = await submit({ kind: 'preCheck', source, work }, { ...work, ...(signal && { signal }) })
      if ('proposal' in value) return value
      throw refused('reader_failed')
    },
    async readGifts(source, { signal, ...work }) {
      const value = await submit({ kind: 'readGifts', source, work }, { ...work, ...(signal && { signal }) })
      if ('result' in value) return unpackFile(value)
      throw refused('reader_failed')
    },
    async readTable(source, { signal, ...work }) {
      const value = await submit({ kind: 'readTable', source, work }, { ...work, ...(signal && { signal }) })
      if ('rows' in value) return { ...value, rows: await unpackRows(value.rows) }
      throw refused('reader_failed')
    },
    close: pool.close,
  }
}

async function unpackFile({ table, result }: PackedFile): Promise<ReadFile> {
  return {
    table,
    result: {
      ...result,
      gifts: await unpackRows(result.gifts),
      updates: await unpackRows(result.updates),
      rejected: await unpackRows(result.rejected),
      unrecorded: await unpackRows(result.unrecorded),
    },
  }
}
