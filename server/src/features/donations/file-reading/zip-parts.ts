import { crc32, inflateRawSync } from 'node:zlib'
import { FileRefused } from './file-refused.ts'
import type { Limits } from './table.ts'

type Entry = { name: string; method: number; packed: number; size: number; offset: number; encrypted: boolean }

export const damagedWorkbook = () =>
  new FileRefused(
    'damaged_workbook',
    'This workbook is damaged, so we can’t read it. Open it in your spreadsheet program, save it again, and choose the new file.',
  )

const tooBig = () =>
  new FileRefused(
    'inflates_too_much',
    'This workbook is too large to read. Save only the sheet with the donations as a new file.',
  )

/** Images, macros, and charts are not unpacked. */
const unneededPart =
  /(^|\/)(media|drawings|charts|embeddings|printersettings|externallinks|activex|ctrlprops|pivottables|pivotcache|customxml|thumbnails?|diagrams|model|webextensions)\/|vbaproject|calcchain|\.(png|jpe?g|gif|emf|wmf|bin\.rels|vml)$/i

/**
 * Repacked without compression, so that the parser never inflates. Sizes are checked in advance and while inflating.
 * @throws FileRefused
 */
export function unpackWorkbook(bytes: Uint8Array, limits: Limits): { parts: Map<string, Buffer>; stored: Buffer } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readDirectory(buffer, limits)
  if (entries.some((entry) => entry.encrypted)) throw passwordProtected()
  if (entries.reduce((sum, entry) => sum + entry.size, 0) > limits.maxInflatedBytes) throw tooBig()
  requireWorkbook(entries)
  const parts = new Map<string, Buffer>()
  for (const entry of entries) {
    if (entry.name.endsWith('/') || unneededPart.test(entry.name)) continue
    const part = inflate(buffer, entry)
    if (/\.(xml|rels)$/i.test(entry.name) && (part.includes('<!ENTITY') || part.includes('<!DOCTYPE')))
      throw damagedWorkbook()
    const name = entry.name.replaceAll('\\', '/')
    parts.set(name, /worksheets\/[^/]+\.xml$/i.test(name) ? withoutLinks(withWholeNumbersAsText(part)) : part)
  }
  return { parts, stored: store(parts) }
}

/** Matches integers of more than 15 digits in cells with no type or a numeric type. */
const longNumber = /<c( [^<>]*)?>(<f[^<>]*>[^<>]*<\/f>)?<v>(-?\d{16,40})<\/v>/g

/** The parser reads numbers as doubles and would lose their last digits. */
function withWholeNumbersAsText(sheet: Buffer): Buffer {
  const text = sheet.toString('latin1')
  if (!/<v>-?\d{16}/.test(text)) return sheet
  return Buffer.from(
    text.replace(longNumber, (cell, attributes: string | undefined, _formula, digits: string) => {
      const type = / t="([^"]*)"/.exec(attributes ?? '')?.[1]
      if (type !== undefined && type !== 'n') return cell
      return `<c${(attributes ?? '').replace(/ t="n"/, '')} t="str"><v>${digits}</v>`
    }),
    'latin1',
  )
}

/** The parser creates a cell for each place in a link's range, which may be billions. */
function withoutLinks(sheet: Buffer): Buffer {
  if (!sheet.includes('hyperlink')) return sheet
  return Buffer.from(sheet.toString('latin1').replace(/<(?:\w{1,20}:)?hyperlink\b/g, '<left-out'), 'latin1')
}

export const passwordProtected = () =>
  new FileRefused(
    'password_protected',
    'This workbook is protected by a password. Please save it without one and try again.',
  )

function requireWorkbook(entries: readonly Entry[]) {
  const names = entries.map((entry) => entry.name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase())
  if (names.some((name) => /(^|\/)workbook\d*\.(xml|bin)$/.test(name))) return
  const isOther =
    names.includes('content.xml') || names.some((name) => name.startsWith('index/') || name.startsWith('word/'))
  throw isOther
    ? new FileRefused(
        'unsupported_workbook',
        'We read .csv, .xlsx and .xls files. Please save this document as .xlsx and try again.',
      )
    : new FileRefused(
        'not_a_spreadsheet',
        'This is a compressed archive, not a spreadsheet. Please unpack it and choose the file with the donations.',
      )
}

function readDirectory(buffer: Buffer, limits: Limits): Entry[] {
  const end = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > buffer.length) throw damagedWorkbook()
  const entries: Entry[] = []
  let count = buffer.readUInt16LE(end + 10)
  let at = buffer.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffffffff) {
    const wide = buffer.lastIndexOf(Buffer.from([0x50, 0x4b, 0x06, 0x06]))
    if (wide < 0 || wide + 56 > buffer.length) throw damagedWorkbook()
    count = Number(buffer.readBigUInt64LE(wide + 32))
    at = Number(buffer.readBigUInt64LE(wide + 48))
  }
  if (count > limits.maxZipEntries) throw tooBig()
  for (let read = 0; read < count; read++) {
    if (at + 46 > buffer.length || buffer.readUInt32LE(at) !== 0x02014b50) throw damagedWorkbook()
    const nameLength = buffer.readUInt16LE(at + 28)
    const extraLength = buffer.readUInt16LE(at + 30)
    const sizes = {
      size: buffer.readUInt32LE(at + 24),
      packed: buffer.readUInt32LE(at + 20),
      offset: buffer.readUInt32LE(at + 42),
    }
    entries.push({
      name: buffer.toString('utf8', at + 46, at + 46 + nameLength),
      method: buffer.readUInt16LE(at + 10),
      encrypted: (buffer.readUInt16LE(at + 8) & 1) === 1,
      ...wideSizes(buffer.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength), sizes),
    })
    at += 46 + nameLength + extraLength + buffer.readUInt16LE(at + 32)
  }
  return entries
}

/** Zip64: values of 0xffffffff are in the extra field, in this order. */
function wideSizes(extra: Buffer, sizes: { size: number; packed: number; offset: number }) {
  const wide = { ...sizes }
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let value = at + 4
    for (const key of ['size', 'packed', 'offset'] as const) {
      if (wide[key] !== 0xffffffff || value + 8 > extra.length) continue
      wide[key] = Number(extra.readBigUInt64LE(value))
      value += 8
    }
  }
  return wide
}

function inflate(buffer: Buffer, entry: Entry): Buffer {
  const { offset } = entry
  if (offset + 30 > buffer.length || buffer.readUInt32LE(offset) !== 0x04034b50) throw damagedWorkbook()
  const start = offset + 30 + buffer.readUInt16LE(offset + 26) + buffer.readUInt16LE(offset + 28)
  const packed = buffer.subarray(start, start + entry.packed)
  if (packed.length !== entry.packed) throw damagedWorkbook()
  if (entry.method === 0) {
    if (entry.size !== packed.length) throw damagedWorkbook()
    return packed
  }
  if (entry.method !== 8) throw damagedWorkbook()
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) })
  } catch {
    // Damaged data, or more than the directory declares.
    throw damagedWorkbook()
  }
}

function store(parts: ReadonlyMap<string, Buffer>): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, part] of parts) {
    const path = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x0800, 2)
    facts.writeUInt32LE(crc32(part), 10)
    facts.writeUInt32LE(part.length, 14)
    facts.writeUInt32LE(part.length, 18)
    facts.writeUInt16LE(path.length, 22)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), facts, path, part)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, path)
    offset += 30 + path.length + part.length
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

export function countFilledRows(sheet: Buffer): number {
  let count = 0
  for (let at = sheet.indexOf('<row'); at >= 0; ) {
    const next = sheet.indexOf('<row', at + 4)
    const value = sheet.subarray(at, next < 0 ? sheet.length : next)
    if (value.includes('<v') || value.includes('<is')) count++
    at = next
  }
  return count
}
