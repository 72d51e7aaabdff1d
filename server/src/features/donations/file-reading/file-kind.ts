import { FileRefused } from './file-refused.ts'

export type FileKind = 'zip' | 'compound' | 'html' | 'spreadsheetml' | 'text'

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte)

/** The bytes decide: many systems name tab-separated text or HTML pages `.xls`. @throws FileRefused */
export function fileKind(bytes: Uint8Array): FileKind {
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04) || starts(bytes, 0x50, 0x4b, 0x05, 0x06)) return 'zip'
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'compound'
  // A BIFF stream without a container, from old report writers.
  if (starts(bytes, 0x09, 0x08) || starts(bytes, 0x09, 0x04) || starts(bytes, 0x09, 0x02)) return 'compound'
  const other = otherKind(bytes)
  if (other) {
    throw new FileRefused(
      'not_a_spreadsheet',
      `This is ${other}, not a spreadsheet. Please export the table as .csv, .xlsx or .xls and choose that file.`,
    )
  }
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096)).replaceAll('\0', '').toLowerCase()
  if (head.includes('urn:schemas-microsoft-com:office:spreadsheet') && /^[^<]*<\?xml/.test(head)) return 'spreadsheetml'
  if (/^[^<a-z0-9]*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)*<(!doctype html|html|head|body|meta|table|style)\b/.test(head)) {
    return 'html'
  }
  return 'text'
}

function otherKind(bytes: Uint8Array): string | null {
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46)) return 'a PDF'
  if (
    starts(bytes, 0x89, 0x50, 0x4e, 0x47) ||
    starts(bytes, 0xff, 0xd8, 0xff) ||
    starts(bytes, 0x47, 0x49, 0x46, 0x38)
  ) {
    return 'a picture'
  }
  if (starts(bytes, 0x1f, 0x8b) || starts(bytes, 0x52, 0x61, 0x72, 0x21) || starts(bytes, 0x37, 0x7a, 0xbc, 0xaf)) {
    return 'a compressed archive'
  }
  if (starts(bytes, 0x7f, 0x45, 0x4c, 0x46) || starts(bytes, 0x4d, 0x5a, 0x90)) return 'a program'
  return null
}

export const notASpreadsheet = () =>
  new FileRefused(
    'not_a_spreadsheet',
    'We couldn’t find a table in this file. Please export the table as .csv, .xlsx or .xls and try again.',
  )
