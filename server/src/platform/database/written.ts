/** A value as PostgreSQL reads it from text; bytes as they are. */
export type Written = string | Buffer | null

/** @throws for what JSON cannot say */
export function written(value: unknown): Written {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return value
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return `{${value.map(element).join()}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function element(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value === null || value === undefined) return 'NULL'
  if (Array.isArray(value)) return String(written(value))
  const own = written(value)
  const text = Buffer.isBuffer(own) ? `\\x${own.toString('hex')}` : String(own)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
