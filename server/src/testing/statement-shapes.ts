import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import type pg from 'pg'
import { z } from 'zod'
import { type RowShape, Sql } from '../platform/database/sql.ts'
import type { StatementCheck } from '../platform/database/statement-check.ts'

export type StatementNotes = {
  /** One line per template of a successful statement: its texts as JSON. */
  readonly used: string
  /** One line per statement with rows and combination of null parameters. */
  readonly answered: string
  /** One line per fault. A fault also fails its test, unless the error is swallowed. */
  readonly faults: string
}

export const notesIn = (folder: string): StatementNotes => ({
  used: join(folder, `used-${process.pid}-${threadId}.jsonl`),
  answered: join(folder, `answered-${process.pid}-${threadId}.jsonl`),
  faults: join(folder, `faults-${process.pid}-${threadId}.jsonl`),
})

export const executedStatement = z.object({
  text: z.string(),
  neverNull: z.array(z.string()),
  maybeNull: z.array(z.string()),
  /** Positions of parameters that are null or contain null; counted from 1. */
  nullParameters: z.array(z.int()),
})

/** Columns, types, and the values of every row. Nullability is determined at the end of the run. */
export function shapeCheck(notes: StatementNotes): StatementCheck {
  const usedTexts = new WeakSet<readonly string[]>()
  const comparedShapes = new Map<string, Set<RowShape | undefined>>()
  const notedCombinations = new WeakMap<RowShape, Set<string>>()
  return (statement, result) => {
    for (const texts of templatesOf(statement)) {
      if (usedTexts.has(texts)) continue
      usedTexts.add(texts)
      appendFileSync(notes.used, `${JSON.stringify(texts)}\n`)
    }
    const { text, values } = statement.compile()
    try {
      const shapes = comparedShapes.get(text) ?? new Set()
      if (!shapes.has(statement.shape)) {
        compareColumns(statement.shape, result.fields)
        comparedShapes.set(text, shapes.add(statement.shape))
      }
      if (!statement.shape) return
      for (const row of result.rows) statement.shape.parse(row)
      const nullParameters = values.flatMap((value, place) => (containsNull(value) ? [place + 1] : []))
      const combination = `${nullParameters} ${text}`
      const combinations = notedCombinations.get(statement.shape) ?? new Set()
      if (combinations.has(combination)) return
      notedCombinations.set(statement.shape, combinations.add(combination))
      appendFileSync(
        notes.answered,
        `${JSON.stringify({ text, ...getNullability(statement.shape), nullParameters })}\n`,
      )
    } catch (error) {
      const fault = `${error instanceof Error ? error.message : String(error)}\n${text}`
      appendFileSync(notes.faults, `${JSON.stringify(fault)}\n`)
      throw new Error(fault)
    }
  }
}

function* templatesOf(fragment: Sql): Iterable<readonly string[]> {
  const { texts, parts } = fragment
  if ('raw' in texts) yield texts
  for (const part of parts) if (part instanceof Sql) yield* templatesOf(part)
}

const isNull = (value: unknown): boolean => value === null || value === undefined
const containsNull = (value: unknown): boolean => isNull(value) || (Array.isArray(value) && value.some(isNull))

function getNullability(shape: RowShape): Pick<z.infer<typeof executedStatement>, 'neverNull' | 'maybeNull'> {
  const columns = [...columnsOf(shape)]
    .filter(([, types]) => !types.some((type) => type instanceof z.ZodUnknown))
    .map(([name, types]) => ({ name, maybe: types.some(acceptsNull) }))
  return {
    neverNull: columns.filter(({ maybe }) => !maybe).map(({ name }) => name),
    maybeNull: columns.filter(({ maybe }) => maybe).map(({ name }) => name),
  }
}

const acceptsNull = (type: z.ZodType): boolean => type.safeParse(null).success

function columnsOf(shape: RowShape): Map<string, z.ZodType[]> {
  const columns = new Map<string, z.ZodType[]>()
  for (const kind of shape instanceof z.ZodObject ? [shape] : shape.options) {
    for (const [name, type] of Object.entries(kind.shape)) {
      columns.set(name, [...(columns.get(name) ?? []), z.instanceof(z.ZodType).parse(type)])
    }
  }
  return columns
}

const voidType = 2278

function compareColumns(shape: RowShape | undefined, fields: readonly pg.FieldDef[]): void {
  const resultFields = fields.filter(({ dataTypeID }) => shape || dataTypeID !== voidType)
  const declared = shape ? columnsOf(shape) : new Map<string, z.ZodType[]>()
  const names = resultFields.map(({ name }) => name)
  const duplicates = names.filter((name, place) => names.indexOf(name) !== place)
  const undeclared = names.filter((name) => !declared.has(name))
  const missing = [...declared.keys()].filter((name) => !names.includes(name))
  if (duplicates.length > 0) throw new Error(`a statement returns the same column twice: ${duplicates}`)
  if (undeclared.length > 0) throw new Error(`a statement returns columns that its row does not declare: ${undeclared}`)
  if (missing.length > 0) throw new Error(`a row declares columns that its statement does not answer: ${missing}`)
  for (const { name, dataTypeID } of resultFields) {
    const mismatch = declared.get(name)?.find((type) => !isCompatible(type, dataTypeID))
    if (mismatch) throw new Error(`column ${name} is of type ${dataTypeID}, its row declares ${mismatch.def.type}`)
  }
}

type Kind = 'boolean' | 'integer' | 'number' | 'string' | 'date' | 'bytes' | 'json' | 'array'

// By their OIDs in pg_type. Other types are returned as text.
const kinds: Readonly<Record<number, Kind>> = {
  16: 'boolean',
  ...{ 20: 'integer', 21: 'integer', 23: 'integer', 26: 'integer', 700: 'number', 701: 'number' },
  ...{ 17: 'bytes', 114: 'json', 3802: 'json', 1114: 'string', 1184: 'date' },
}
const elements: Readonly<Record<number, Kind>> = {
  ...{ 1000: 'boolean', 1005: 'integer', 1007: 'integer', 1009: 'string', 1015: 'string', 1016: 'integer' },
  ...{ 1185: 'date', 199: 'json', 3807: 'json' },
}

function isCompatible(type: z.ZodType, oid: number): boolean {
  const element = elements[oid]
  if (element === undefined) return matchesKind(type, kinds[oid] ?? 'string')
  const arrayType = unwrap(type)
  return arrayType instanceof z.ZodArray && matchesKind(z.instanceof(z.ZodType).parse(arrayType.element), element)
}

function unwrap(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodNullable || type instanceof z.ZodReadonly) {
    return unwrap(z.instanceof(z.ZodType).parse(type.unwrap()))
  }
  return type
}

function matchesKind(declaredType: z.ZodType, kind: Kind): boolean {
  const type = unwrap(declaredType)
  if (kind === 'json' || type instanceof z.ZodNull) return true
  if (type instanceof z.ZodUnion)
    return type.options.every((option) => matchesKind(z.instanceof(z.ZodType).parse(option), kind))
  if (type instanceof z.ZodBoolean) return kind === 'boolean'
  if (type instanceof z.ZodDate) return kind === 'date'
  if (type instanceof z.ZodNumber) return kind === 'integer' || (kind === 'number' && !type.isInt)
  if (type instanceof z.ZodString || type instanceof z.ZodStringFormat || type instanceof z.ZodEnum)
    return kind === 'string'
  if (type instanceof z.ZodLiteral) {
    const expectedType = kind === 'integer' ? 'number' : kind
    return [...type.values].every((value) => typeof value === expectedType)
  }
  return type instanceof z.ZodCustom && kind === 'bytes'
}
