import { Refusal } from '../../../platform/runtime/errors.ts'
import { FileRefused } from './file-refused.ts'

/** Returns a refusal with the same message; other errors are unchanged. */
export function toFileRefusal(error: unknown, part = 'donations'): unknown {
  if (!(error instanceof FileRefused)) return error
  const words = { fields: { [part]: error.message }, title: 'Upload failed' }
  if (error.code === 'file_too_large') return new Refusal('too_large', error.message, words)
  if (error.code === 'cancelled') return new Refusal('unavailable', error.message, { retryAfterSeconds: 2 })
  return new Refusal('invalid', error.message, words)
}

/** A file without an extension is detected by its bytes. */
const otherFormat = /\.(?!(?:csv|xlsx|xls)$)[a-z]\w{0,9}$/i

/** @throws Refusal for a file of another format, whatever its bytes are */
export function refuseOtherFormats(fileName: string, part?: string): void {
  const ending = otherFormat.exec(fileName)?.[0]
  if (ending === undefined) return
  const message = `This is a ${ending.toLowerCase()} file. Export the table as .csv, .xlsx or .xls and choose that file.`
  throw toFileRefusal(new FileRefused('not_a_spreadsheet', message), part)
}
