import { z } from 'zod'
import { keyMayCall, type RouteAccess, type RouteDefinition, takesIdempotencyKey } from '../shared/route.ts'
import { refusal } from '../shared/wire.ts'

type Schema = Record<string, unknown>
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}
export type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  'x-who': RouteAccess
  /** Whether an organization's API key may call it. */
  'x-api-key': boolean
  parameters: Parameter[]
  requestBody?: { required: true; content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Schema; schemas: Record<string, Schema> }
}

const whoMay: Record<RouteAccess, string> = {
  public: 'No authentication required.',
  signedIn: 'Any signed-in user.',
  read: 'Members of the organization.',
  write: 'Members of the organization with level write or admin.',
  admin: 'Admins of the organization.',
  super: 'Super users.',
}

const contentTypes = {
  json: 'application/json',
  csv: 'text/csv',
  html: 'text/html',
  redirect: 'text/html',
  file: 'application/octet-stream',
}

/** Node and the test runner list a module's exports in different orders. */
const byPath = (routes: readonly RouteDefinition[]): readonly RouteDefinition[] =>
  routes.toSorted((one, other) => (`${one.path} ${one.method}` < `${other.path} ${other.method}` ? -1 : 1))

/** Returns the published OpenAPI contract, without internal routes. */
export function openApiOf(routes: readonly RouteDefinition[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of byPath(routes)) {
    if (route.internal) continue
    const methods = paths[route.path] ?? {}
    methods[route.method.toLowerCase()] = operationOf(route)
    paths[route.path] = methods
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Twofold',
      version: '1',
      description:
        'The API that the portal uses. Amounts are in decimal units of their currency. ' +
        'Authenticate with an API key of your organization or a session token as `Authorization: Bearer …`. ' +
        'Calls with `x-api-key: false` do not accept an API key.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: schemaOf(refusal, 'output') },
    },
  }
}

function operationOf(route: RouteDefinition): Operation {
  const body = route.body ? schemaOf(route.body, 'input') : null
  const refused = {
    description: 'Refused',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  }
  return {
    operationId: route.name,
    summary: route.summary,
    description:
      whoMay[route.access] +
      (route.openedBy ? ` All members if ${route.openedBy} is on.` : '') +
      (route.rate ? ` At most ${route.rate.max} calls in ${route.rate.seconds} s.` : ''),
    tags: [tagOf(route)],
    security: route.access === 'public' ? [] : [{ bearer: [] }],
    'x-who': route.access,
    'x-api-key': keyMayCall(route),
    parameters: [
      ...parametersOf('path', route.params),
      ...parametersOf('query', route.query),
      ...(takesIdempotencyKey(route) ? [idempotencyKey] : []),
    ],
    ...(body
      ? {
          requestBody: {
            required: true as const,
            content: {
              [route.bodyKind === 'multipart' ? 'multipart/form-data' : 'application/json']: { schema: body },
            },
          },
        }
      : {}),
    responses: {
      [String(route.status ?? 200)]: {
        description: 'Done',
        content: { [contentTypes[route.responseKind ?? 'json']]: { schema: schemaOf(route.response, 'output') } },
      },
      default: refused,
    },
  }
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'unique value that makes retries safe: a repeated call returns the first response and has no further effect',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
}

/** The first meaningful part of the path. */
const tagOf = (route: RouteDefinition): string =>
  route.path.split('/').find((part) => part !== '' && part !== 'api' && !part.startsWith('{')) ?? 'api'

function parametersOf(place: 'path' | 'query', shape: z.ZodType | undefined): Parameter[] {
  if (!shape) return []
  const { properties = {}, required = [] } = schemaOf(shape, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).flatMap(([name, schema]) => {
    const nested = schema['properties'] as Record<string, Schema> | undefined
    // `filters[status]` in a query is one parameter for each inner name.
    if (place === 'query' && nested)
      return Object.entries(nested).map(([inner, one]) => parameter(`${name}[${inner}]`, one, false))
    return [parameter(name, schema, place === 'path' || required.includes(name))]
  })

  function parameter(name: string, { description, ...schema }: Schema, isRequired: boolean): Parameter {
    return {
      name,
      in: place,
      required: isRequired,
      ...(typeof description === 'string' ? { description } : {}),
      schema,
    }
  }
}

function schemaOf(shape: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' }) as Schema
  return schema
}
