import iconv from 'iconv-lite'
import { notASpreadsheet } from './file-kind.ts'

export type DecodedText = { text: string; encoding: string }

/** Removes the byte order mark. @throws FileRefused for binary data */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = decode(bytes)
  if (!looksLikeText(decoded.text)) throw notASpreadsheet()
  // PostgreSQL stores neither NUL nor lone surrogates.
  return { ...decoded, text: decoded.text.replaceAll('\0', '').toWellFormed() }
}

function decode(bytes: Uint8Array): DecodedText {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) {
    return { text: decodeUtf8(buffer.subarray(3)) ?? decodeMixed(buffer.subarray(3)), encoding: 'utf-8' }
  }
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return { text: buffer.toString('utf16le', 2), encoding: 'utf-16le' }
  if (buffer[0] === 0xfe && buffer[1] === 0xff) {
    return { text: iconv.decode(buffer.subarray(2), 'utf16-be'), encoding: 'utf-16be' }
  }
  const wide = wideEncoding(buffer)
  if (wide) return { text: iconv.decode(buffer, wide), encoding: wide === 'utf16-be' ? 'utf-16be' : 'utf-16le' }
  const text = decodeUtf8(buffer)
  if (text !== null) return { text, encoding: 'utf-8' }
  if (mostlyUtf8(buffer)) return { text: decodeMixed(buffer), encoding: 'utf-8' }
  const encoding = bestSingleByte(buffer)
  return { text: iconv.decode(buffer, encoding), encoding }
}

function decodeUtf8(buffer: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer)
  } catch {
    return null
  }
}

/** Without a byte order mark: every second byte of Latin text is NUL. */
function wideEncoding(buffer: Buffer): 'utf16-be' | 'utf16-le' | null {
  const sample = buffer.subarray(0, 4000)
  if (sample.length < 4) return null
  const zeros = [0, 0]
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const half = sample.length / 2
  if (odd > half * 0.7 && even < half * 0.1) return 'utf16-le'
  if (even > half * 0.7 && odd < half * 0.1) return 'utf16-be'
  return null
}

/** A few invalid bytes or a truncated end are accepted. */
function mostlyUtf8(buffer: Buffer): boolean {
  const text = buffer.toString('utf8')
  const broken = text.split('�').length - 1
  let decoded = 0
  for (const _ of text.matchAll(/[\u{80}-\u{fffc}\u{10000}-\u{10ffff}]/gu)) decoded++
  return decoded > broken * 3
}

function decodeMixed(buffer: Buffer): string {
  const decoder = new TextDecoder('windows-1252')
  let text = ''
  let at = 0
  while (at < buffer.length) {
    const start = at
    while (at < buffer.length && sequenceLength(buffer, at) > 0) at += sequenceLength(buffer, at)
    text += buffer.toString('utf8', start, at)
    const broken = at
    while (at < buffer.length && sequenceLength(buffer, at) === 0) at++
    text += decoder.decode(buffer.subarray(broken, at))
  }
  return text
}

function sequenceLength(buffer: Buffer, at: number): number {
  const first = buffer[at] ?? 0
  const length =
    first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first < 0xe0 ? 0 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
  for (let next = 1; next < length; next++) {
    if (((buffer[at + next] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return length
}

const singleByte = ['windows-1252', 'macintosh', 'cp850', 'iso-8859-15', 'windows-1250'] as const

/** The most likely words have lowercase within, capitals at the start, symbols in between. Windows-1252 wins ties. */
function bestSingleByte(buffer: Buffer): string {
  const sample = highBytesInContext(buffer)
  let best: string = 'windows-1252'
  let bestScore = Number.NEGATIVE_INFINITY
  for (const [rank, encoding] of singleByte.entries()) {
    const score = likeliness(iconv.decode(sample, encoding)) - rank * 0.25
    if (score > bestScore) {
      best = encoding
      bestScore = score
    }
  }
  return best
}

function highBytesInContext(buffer: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < buffer.length && parts.length < 2000; at++) {
    if ((buffer[at] ?? 0) < 0x80) continue
    const end = Math.min(buffer.length, at + 3)
    parts.push(buffer.subarray(Math.max(0, at - 2), end), Buffer.from('\n'))
    at = end - 1
  }
  return Buffer.concat(parts)
}

const usual = new Set('àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßœšžÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÛÜŒŠŽ‘’“”–—…€•®™£©°§«»·º¿¡½¼\u00a0')
const inWord = /[\p{L}\u2019]/u

function likeliness(text: string): number {
  let score = 0
  const letters = [...text]
  letters.forEach((letter, at) => {
    if (letter < '\u0080') return
    const before = letters[at - 1] ?? ' '
    const after = letters[at + 1] ?? ' '
    if (letter < '\u00a0') score -= 4
    else if (!usual.has(letter)) score -= 1
    else if (/\p{Ll}/u.test(letter)) score += inWord.test(before) || inWord.test(after) ? 2 : 0.5
    else if (/\p{Lu}/u.test(letter)) score += /\p{Ll}/u.test(before) ? -2 : inWord.test(after) ? 2 : 0
    else if (letter === '’') score += inWord.test(before) ? 2 : 0.5
    else score += inWord.test(before) && inWord.test(after) ? -1.5 : 1
  })
  return score
}

/** A few control characters come from old systems; many indicate binary data. */
function looksLikeText(text: string): boolean {
  const sample = text.slice(0, 20_000)
  let unprintable = 0
  for (let at = 0; at < sample.length; at++) {
    const code = sample.charCodeAt(at)
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127 || code === 0xfffd) unprintable++
  }
  return unprintable <= 2 + sample.length * 0.02
}
