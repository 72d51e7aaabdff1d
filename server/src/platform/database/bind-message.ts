import type { Written } from './written.ts'

/** Below what the C library asks the system for anew each time. */
const pieceBytes = 64 * 1024

/**
 * The protocol's message Bind, which gives a statement its values: text as text, bytes as they are, rows come back as text. In pieces,
 * each of which fits into memory that is at hand: pg's own makes it grow by halves, in 20 steps for 4,000 gifts, each a place that
 * the system has to find, and took ten times as long.
 */
export function bindMessage(statement: string, values: readonly Written[]): Buffer[] {
  const sizes = values.map(sizeOf)
  const headBytes = 5 + 1 + Buffer.byteLength(statement) + 1 + 2 + 2 * values.length + 2
  const bytes = sizes.reduce((sum, size) => sum + 4 + Math.max(0, size), headBytes + 4)
  const pieces: Buffer[] = []
  let left = bytes
  let piece = Buffer.allocUnsafe(Math.max(headBytes, Math.min(left, pieceBytes)))
  let at = 0
  const makeRoom = (size: number): void => {
    if (at + size <= piece.length) return
    pieces.push(piece.subarray(0, at))
    left -= at
    piece = Buffer.allocUnsafe(Math.max(size, Math.min(left, pieceBytes)))
    at = 0
  }
  at = piece.writeUInt8(0x42, at)
  at = piece.writeInt32BE(bytes - 1, at)
  at = piece.writeUInt8(0, at)
  at += piece.write(statement, at)
  at = piece.writeUInt8(0, at)
  at = piece.writeUInt16BE(values.length, at)
  for (const value of values) at = piece.writeInt16BE(Buffer.isBuffer(value) ? 1 : 0, at)
  at = piece.writeUInt16BE(values.length, at)
  for (const [place, value] of values.entries()) {
    const size = sizes[place] ?? -1
    makeRoom(4 + Math.max(0, size))
    at = piece.writeInt32BE(size, at)
    if (typeof value === 'string') at += piece.write(value, at)
    else if (value !== null) at += value.copy(piece, at)
  }
  makeRoom(4)
  at = piece.writeInt16BE(1, at)
  at = piece.writeInt16BE(0, at)
  pieces.push(piece.subarray(0, at))
  return pieces
}

/** -1 for null, as the protocol says it. */
const sizeOf = (value: Written): number => {
  if (value === null) return -1
  return typeof value === 'string' ? Buffer.byteLength(value) : value.length
}
