import { deserialize, serialize } from 'node:v8'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'

/** Chunks for transfer between threads: unpacking a large file at once would block the event loop. */
export type PackedRows<Row> = { readonly chunks: readonly Uint8Array<ArrayBuffer>[]; readonly row?: Row }

// About 60 KB of gifts.
const chunkRows = 50

/** Adds the buffers to `transferList`, which transfers them without copying. */
export function packRows<Row>(rows: readonly Row[], transferList: ArrayBuffer[]): PackedRows<Row> {
  const chunks = []
  for (let at = 0; at < rows.length; at += chunkRows) {
    const chunk = serialize(rows.slice(at, at + chunkRows))
    transferList.push(chunk.buffer)
    chunks.push(chunk)
  }
  return { chunks }
}

export async function unpackRows<Row>({ chunks }: PackedRows<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (const chunk of chunks) {
    await yieldToEventLoop()
    const unpacked: Row[] = deserialize(chunk)
    rows.push(...unpacked)
  }
  return rows
}
