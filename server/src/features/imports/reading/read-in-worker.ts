import type { ColumnMap } from '@twofold/contract'
import type { Description } from './describe-table.ts'
import type { ReadGifts, ReadOptions } from './gift.ts'
import type { MappedOrganization, Proposal } from './propose-map.ts'
import type { Limits, Table } from './table.ts'

export type FileSource = { path: string } | { bytes: Uint8Array }

/** Everything of a table but its rows, which stay in the worker. */
export type TableFacts = Omit<Table, 'rows'> & { rowCount: number }

export type PreCheck = { table: TableFacts; proposal: Proposal; description: Description }
export type ReadFile = { table: TableFacts; result: ReadGifts }

export type Work = { fileName: string; limits?: Limits; sheet?: string; timeoutMs?: number; signal?: AbortSignal }

/** A reader of uploaded files that runs outside of the request thread, one file at a time. */
export type FileReader = {
  /** `today` is 'YYYY-MM-DD' of the organization's wall clock. */
  preCheck(source: FileSource, work: Work & { organization: MappedOrganization; today: string }): Promise<PreCheck>
  readGifts(source: FileSource, work: Work & { map: ColumnMap; options: ReadOptions }): Promise<ReadFile>
  close(): Promise<void>
}

export type FileReaderOptions = {
  /** Files read at the same time; the rest waits in line. */
  threads?: number
  /** Heap of one thread, in megabytes. */
  memoryMb?: number
  /** For one file, from the moment that a thread takes it. */
  timeoutMs?: number
}

/** Threads start with the first file and stay warm. Every failure of a file is a FileRefused. */
export function createFileReader(_options: FileReaderOptions = {}): FileReader {
  throw new Error('not built yet')
}
