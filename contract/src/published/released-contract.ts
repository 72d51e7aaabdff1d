import type { OpenApi, Operation } from './openapi.ts'

type Schema = Readonly<Record<string, unknown>>
const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns what callers rely on, one part per line. Lines may be added; a removed line breaks callers. */
export function contractLines(contract: OpenApi): readonly string[] {
  return Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const call = `${method.toUpperCase()} ${path}`
      return [call, ...takenBy(operation).map((line) => `${call} takes ${line}`), ...responsesOf(operation, call)]
    }),
  )
}

const takenBy = (operation: Operation): readonly string[] => [
  ...operation.parameters.flatMap(({ name, schema }) => [name, ...choicesOf(schema).map((one) => `${name} = ${one}`)]),
  ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) => fieldsOf(schema, '')),
]

const responsesOf = (operation: Operation, call: string): readonly string[] =>
  Object.entries(operation.responses).flatMap(([status, { content }]) =>
    status === 'default'
      ? []
      : [
          `${call} returns ${status}`,
          ...Object.values(content ?? {}).flatMap(({ schema }) =>
            fieldsOf(schema, '').map((line) => `${call} returns ${line}`),
          ),
        ],
  )

const choicesOf = (schema: Schema): readonly string[] => [
  ...listOf(schema['enum']).map(String),
  ...listOf(schema['anyOf']).flatMap((one) => choicesOf(asSchema(one))),
]

function fieldsOf(schema: Schema, name: string): readonly string[] {
  const inner = [
    ...Object.entries(asSchema(schema['properties'])).flatMap(([key, value]) => {
      const path = name === '' ? key : `${name}.${key}`
      return [path, ...fieldsOf(asSchema(value), path)]
    }),
    ...(schema['items'] ? fieldsOf(asSchema(schema['items']), `${name}[]`) : []),
    ...listOf(schema['anyOf']).flatMap((one) => fieldsOf(asSchema(one), name)),
  ]
  return [...listOf(schema['enum']).map((one) => `${name} = ${String(one)}`), ...inner]
}
