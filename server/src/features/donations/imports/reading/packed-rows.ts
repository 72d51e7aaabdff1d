import { deserialize, serialize } from 'node:v8'
import { yieldToEventLoop } from '../../../../platform/runtime/yield-to-event-loop.ts'

/** Chunks for transfer between threads: unpacking a large file at once would block the event loop. */
export type PackedRows<Row> = { readonly lots: readonly Uint8Array<ArrayBuffer>[]; readonly row?: Row }

// About 60 KB of gifts.
const lotRows = 50

/** Adds the buffers to `moved`, which transfers them without copying. */
export function packRows<Row>(rows: readonly Row[], moved: ArrayBuffer[]): PackedRows<Row> {
  const lots = []
  for (let at = 0; at < rows.length; at += lotRows) {
    const lot = serialize(rows.slice(at, at + lotRows))
    moved.push(lot.buffer)
    lots.push(lot)
  }
  return { lots }
}

export async function unpackRows<Row>({ lots }: PackedRows<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (const lot of lots) {
    await yieldToEventLoop()
    const unpacked: Row[] = deserialize(lot)
    rows.push(...unpacked)
  }
  return rows
}
