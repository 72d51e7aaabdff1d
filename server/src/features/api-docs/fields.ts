/** A schema as people read it: one line for each field. */

type Schema = Readonly<Record<string, unknown>>
export type FieldLine = {
  /** `donations[].donor.name` */
  readonly name: string
  readonly kind: string
  readonly isRequired: boolean
  readonly description: string
}

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const deepest = 6

/** The fields of an object, and of the objects in it. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): readonly FieldLine[] {
  const { schema: shape } = withoutNull(schema)
  if (shape['type'] === 'array') return fieldsOf(asSchema(shape['items']), `${prefix}[]`, depth)
  const required = new Set(listOf(shape['required']))
  return Object.entries(asSchema(shape['properties'])).flatMap(([key, value]) => {
    const field = asSchema(value)
    const name = prefix === '' ? key : `${prefix}.${key}`
    const description = typeof field['description'] === 'string' ? field['description'] : ''
    const line = { name, kind: kindOf(field), isRequired: required.has(key), description }
    return depth < deepest ? [line, ...fieldsOf(field, name, depth + 1)] : [line]
  })
}

/** `integer 1–100 = 50`, `USD | CAD or null`, `list of objects`. */
export function kindOf(schema: Schema): string {
  const { schema: shape, isNullable } = withoutNull(schema)
  const fallback = shape['default'] ?? schema['default']
  const shown = fallback === undefined || typeof fallback === 'object' ? '' : ` = ${String(fallback) || "''"}`
  return `${nameOf(shape)}${boundsOf(shape)}${isNullable ? ' or null' : ''}${shown}`
}

function nameOf(shape: Schema): string {
  if ('const' in shape) return JSON.stringify(shape['const'])
  if (Array.isArray(shape['enum'])) return shape['enum'].map((one) => String(one) || "''").join(' | ')
  const choices = listOf(shape['anyOf'] ?? shape['oneOf'])
  if (choices.length > 0) return choices.map((one) => kindOf(asSchema(one))).join(' | ')
  if (shape['type'] === 'array') return `list of ${plural(nameOf(asSchema(shape['items'])))}`
  if (shape['format'] === 'binary') return 'file'
  if (shape['format'] === 'date') return 'day'
  if (shape['type'] === 'string') return typeof shape['format'] === 'string' ? String(shape['format']) : 'text'
  return typeof shape['type'] === 'string' ? shape['type'] : 'any'
}

const plural = (name: string): string => (/^[a-z]+$/.test(name) ? `${name}s` : name)

const grouped = (count: number): string => count.toLocaleString('en-US')

function boundsOf(shape: Schema): string {
  const { minimum, maximum, maxLength } = shape
  if (typeof maxLength === 'number') return `, at most ${grouped(maxLength)}`
  if (typeof maximum !== 'number' || maximum >= Number.MAX_SAFE_INTEGER) return ''
  return typeof minimum === 'number' ? ` ${minimum}–${grouped(maximum)}` : `, at most ${grouped(maximum)}`
}

function withoutNull(schema: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  const { type, anyOf } = schema
  if (Array.isArray(type)) {
    return { schema: { ...schema, type: type.find((one) => one !== 'null') }, isNullable: type.includes('null') }
  }
  const choices = listOf(anyOf)
  const others = choices.filter((one) => asSchema(one)['type'] !== 'null')
  if (others.length === choices.length) return { schema, isNullable: false }
  return { schema: others.length === 1 ? asSchema(others[0]) : { ...schema, anyOf: others }, isNullable: true }
}
