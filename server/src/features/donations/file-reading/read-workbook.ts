import { CFB, read, utils, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { quoted } from '@twofold/matching'
import { cellText, hasLostDigits } from './cell-text.ts'
import { type FileKind, notASpreadsheet } from './file-kind.ts'
import { FileRefused } from './file-refused.ts'
import { type FoundTable, findTable } from './find-table.ts'
import { proposeMap } from './propose-map.ts'
import type { FileFormat, GridRow, Limits, SheetInfo, Table, Warning } from './table.ts'
import { countFilledRows, damagedWorkbook, passwordProtected, unpackWorkbook } from './zip-parts.ts'

/** Titles, blank lines, and totals. */
const otherLines = 500

/** Some users leave every other row blank. */
const spread = 4

type Candidate = { info: SheetInfo; found: FoundTable | FileRefused; rank: number; lost: string | null }

/** @throws FileRefused */
export function readWorkbook(bytes: Uint8Array, kind: FileKind, limits: Limits, wanted: string | undefined): Table {
  const format: FileFormat = kind === 'zip' ? 'xlsx' : 'xls'
  const { workbook, beyond } =
    kind === 'zip' ? openZip(bytes, limits) : { workbook: openOld(bytes, kind), beyond: () => 0 }
  if (workbook.SheetNames.length === 0) throw damagedWorkbook()
  const date1904 = workbook.Workbook?.WBProps?.date1904 === true
  const candidates = workbook.SheetNames.map((name, at): Candidate => {
    const hidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0
    const { grid, lost } = gridOf(workbook.Sheets[name], date1904, limits)
    const found = attempt(() => findTable(grid, limits, beyond(grid)))
    return { info: { name, rows: rowsOf(found, grid), hidden }, found, rank: rankOf(found, hidden, format), lost }
  })
  const chosen = wanted === undefined ? best(candidates) : candidates.find(({ info }) => info.name === wanted)
  if (!chosen) throw new FileRefused('no_such_sheet', `This workbook has no sheet named ${quoted(wanted ?? '')}.`)
  if (chosen.found instanceof FileRefused) throw chosen.found
  if (chosen.lost) throw digitsLost(chosen.lost)
  const sheets = candidates.map(({ info }) => info)
  return {
    format,
    encoding: null,
    separator: null,
    sheet: chosen.info.name,
    sheets,
    epoch: date1904 ? 1904 : 1900,
    ...chosen.found,
    warnings: [...severalSheets(chosen.info, sheets), ...chosen.found.warnings],
  }
}

function parse(bytes: Uint8Array, sheetRows: number): WorkBook {
  try {
    // The parser converts dates in the machine's time zone.
    return read(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellText: false,
      cellFormula: false,
      cellHTML: false,
      sheetRows,
    })
  } catch {
    throw damagedWorkbook()
  }
}

function openZip(bytes: Uint8Array, limits: Limits) {
  const { parts, stored } = unpackWorkbook(bytes, limits)
  const most = Math.max(
    0,
    ...[...parts].filter(([name]) => /worksheets\/[^/]+\.xml$/i.test(name)).map(([, part]) => countFilledRows(part)),
  )
  const cap = (limits.maxRows + otherLines) * spread
  // A sheet with too many rows is refused by their count, without reading all of them.
  const workbook = parse(stored, most > cap ? cap : 0)
  const beyond = (grid: readonly GridRow[]) =>
    most > cap && grid.length >= limits.maxRows ? Math.max(1, most - grid.length) : 0
  return { workbook, beyond }
}

function openOld(bytes: Uint8Array, kind: FileKind): WorkBook {
  if (kind === 'compound') refuseLocked(bytes)
  return parse(bytes, 0)
}

/** A locked workbook is an encrypted package, or has an early FILEPASS record. */
function refuseLocked(bytes: Uint8Array) {
  if (bytes[0] !== 0xd0) return
  let stream: Uint8Array
  try {
    const file = CFB.read(Buffer.from(bytes), { type: 'buffer' })
    if (CFB.find(file, '/EncryptedPackage') || CFB.find(file, 'EncryptedPackage')) throw passwordProtected()
    const entry = CFB.find(file, 'Workbook') ?? CFB.find(file, 'Book')
    if (!entry) throw notASpreadsheet()
    stream = Uint8Array.from(entry.content)
  } catch (error) {
    throw error instanceof FileRefused ? error : damagedWorkbook()
  }
  const view = new DataView(stream.buffer)
  for (let at = 0, records = 0; at + 4 <= view.byteLength && records < 50; records++) {
    const type = view.getUint16(at, true)
    if (type === 0x2f) throw passwordProtected()
    if (type === 0x0a) return
    at += 4 + view.getUint16(at + 2, true)
  }
}

function gridOf(sheet: WorkSheet | undefined, date1904: boolean, limits: Limits) {
  const grid: GridRow[] = []
  let lost: string | null = null
  const data = sheet?.['!data']
  if (!Array.isArray(data)) return { grid, lost }
  const mergedIn = mergedCells(sheet)
  const continuedIn = continuedCells(sheet, limits)
  for (const [at, row] of filled(data)) {
    const cells: string[] = []
    for (const [column, cell] of filled(row ?? [])) {
      const text = cell ? cellText(cell, date1904) : ''
      if (cell && hasLostDigits(cell)) lost ??= utils.encode_cell({ r: at, c: column })
      if (text !== '') cells[column] = text
    }
    if (cells.length === 0) continue
    const width = Math.min(cells.length, limits.maxColumns + 100)
    const line = { sheetRow: at + 1, cells: Array.from({ length: width }, (_, column) => cells[column] ?? '') }
    const merged = mergedIn.get(at)
    const continued = continuedIn.get(at)
    grid.push({ ...line, ...(merged ? { merged } : {}), ...(continued ? { continued } : {}) })
  }
  return { grid, lost }
}

/** Row → first column → last column of each cell that is merged across columns. */
function mergedCells(sheet: WorkSheet | undefined): ReadonlyMap<number, ReadonlyMap<number, number>> {
  const rows = new Map<number, Map<number, number>>()
  for (const { s: start, e: end } of sheet?.['!merges'] ?? []) {
    if (end.c > start.c) rows.set(start.r, (rows.get(start.r) ?? new Map()).set(start.c, end.c))
  }
  return rows
}

/** Row → columns whose cell is merged with the one above. */
function continuedCells(sheet: WorkSheet | undefined, { maxRows }: Limits): ReadonlyMap<number, ReadonlySet<number>> {
  const rows = new Map<number, Set<number>>()
  for (const { s: start, e: end } of sheet?.['!merges'] ?? []) {
    if (end.c > start.c) continue
    for (let at = start.r + 1; at <= Math.min(end.r, start.r + maxRows); at++)
      rows.set(at, (rows.get(at) ?? new Set()).add(start.c))
  }
  return rows
}

/** A sheet may have one cell in its billionth row, and a loop would visit every index before it. */
const filled = <T>(list: readonly T[]): (readonly [number, T])[] =>
  Object.entries(list).flatMap(([at, one]) => (Number(at) >= 0 ? [[Number(at), one] as const] : []))

const digitsLost = (cell: string) =>
  new FileRefused(
    'digits_lost',
    `The spreadsheet shortened the number in cell ${cell}, so it could be someone else’s. Export the table as .csv, or format that column as text.`,
  )

function attempt(find: () => FoundTable): FoundTable | FileRefused {
  try {
    return find()
  } catch (error) {
    if (error instanceof FileRefused) return error
    throw error
  }
}

const rowsOf = (found: FoundTable | FileRefused, grid: readonly GridRow[]) =>
  found instanceof FileRefused ? (found.code === 'too_many_rows' ? grid.length : 0) : found.rows.length

const core = new Set(['amount', 'donated_at', 'donor.name', 'donor.first_name', 'donor.email', 'transaction_id'])

/** Sheets rank by gift columns, then by length. Hidden sheets come last. */
function rankOf(found: FoundTable | FileRefused, hidden: boolean, format: FileFormat): number {
  const shown = hidden ? 0 : 1_000_000
  if (found instanceof FileRefused)
    return found.code.startsWith('too_many') ? shown + 3000 : found.code === 'no_rows' ? 1 : 0
  const sample = { ...found, rows: found.rows.slice(0, 50) }
  const table: Table = { format, encoding: null, separator: null, sheet: null, sheets: [], epoch: 1900, ...sample }
  const known = Object.values(proposeMap(table, { hasChapters: false }).map).filter((target) => core.has(target))
  return shown + known.length * 1000 + Math.min(found.rows.length, 900)
}

const best = (candidates: readonly Candidate[]) =>
  candidates.reduce<Candidate | undefined>(
    (first, next) => (first && first.rank >= next.rank ? first : next),
    undefined,
  )

function severalSheets(chosen: SheetInfo, sheets: readonly SheetInfo[]): Warning[] {
  const others = sheets.filter((sheet) => sheet !== chosen && sheet.rows > 0 && !sheet.hidden)
  if (others.length === 0) return []
  const names = others.slice(0, 3).map((sheet) => `${quoted(sheet.name)}`)
  const more = others.length > 3 ? ` and ${others.length - 3} more` : ''
  const message = `This workbook has several sheets. We read ${quoted(chosen.name)} and skipped ${names.join(', ')}${more}.`
  return [{ code: 'several_sheets', message, count: others.length }]
}
