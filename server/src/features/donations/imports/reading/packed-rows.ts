import { deserialize, serialize } from 'node:v8'
import { breathe } from '../../../../platform/runtime/breathing.ts'

/**
 * Rows on their way out of the reading thread, some at a time: as objects they are all made anew before anybody else is let in, which
 * took 20 ms for 4,000 gifts. `Row` is what they are made of.
 */
export type PackedRows<Row> = { readonly lots: readonly Uint8Array<ArrayBuffer>[]; readonly row?: Row }

// Some 60 KB of gifts.
const lotRows = 50

/** `moved` is what goes to the other thread as it is, and is not copied. */
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
    await breathe()
    const unpacked: Row[] = deserialize(lot)
    rows.push(...unpacked)
  }
  return rows
}
