import type { z } from 'zod'

export type RouteAccess = 'public' | 'signedIn' | 'read' | 'write' | 'admin' | 'super'

/** The path, the object in the path, `org_id` in the body, or all `donation_ids` in the body. */
export type RouteScope =
  | 'organization'
  | 'donation'
  | 'donor'
  | 'notification'
  | 'report'
  | 'webhook'
  | 'body'
  | 'donations'

/** Counts per account or API key, and per client address for routes without a token. */
export type RateLimit = { readonly max: number; readonly seconds: number }

/** The handler processes `multipart` bodies and non-JSON responses itself. */
export type BodyKind = 'json' | 'multipart'
export type ResponseKind = 'json' | 'csv' | 'html' | 'redirect' | 'file'

type Shape = z.ZodType

export type RouteDefinition = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI path template: `/api/organization/{id}/donation`. */
  readonly path: string
  readonly summary: string
  readonly access: RouteAccess
  readonly scope?: RouteScope
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  readonly bodyKind?: BodyKind
  readonly response: Shape
  readonly responseKind?: ResponseKind
  /** HTTP status of success; 200 by default. */
  readonly status?: number
  readonly rate?: RateLimit
  /** Browser calls from other origins. Only for public routes without credentials. */
  readonly anyOrigin?: boolean
  /** Every member may call it if this rule is on, whatever `access` is. */
  readonly openedBy?: 'rule_show_billing'
  /** API keys may call it. Members, keys, and billing require a person. */
  readonly apiKeys?: boolean
  /** Set if the method does not show it, such as for a GET that creates something. */
  readonly changes?: boolean
  /**
   * Reopening and exports need it. `refuses`: the route checks under its own locks whether the organization is closed.
   */
  readonly whileClosed?: true | 'refuses'
  /** Not in the published contract: for browsers only. */
  readonly internal?: boolean
}

/** Returns whether API keys, which have the level write, may call the route. */
export const keyMayCall = ({ access, scope, apiKeys = false }: RouteDefinition): boolean =>
  apiKeys && scope !== undefined && (access === 'read' || access === 'write')

/** Returns whether the route changes data. Support needs permission for such calls. */
export const isMutatingRoute = ({ method, changes }: RouteDefinition): boolean => changes ?? method !== 'GET'

/** Returns whether the route accepts an idempotency key, which makes retries safe. */
export const takesIdempotencyKey = (definition: RouteDefinition): boolean =>
  definition.access !== 'public' && isMutatingRoute(definition)

/** Returns the definition, from which server, client, OpenAPI, and authorization tests are derived. */
export const route = <
  const Method extends RouteDefinition['method'],
  const Path extends string,
  const Rest extends Omit<RouteDefinition, 'method' | 'path'>,
>(
  method: Method,
  path: Path,
  rest: Rest,
) => ({ method, path, ...rest })

type Input<S> = S extends Shape ? z.input<S> : undefined
type Output<S> = S extends Shape ? z.output<S> : undefined

export type ParamsOf<R extends RouteDefinition> = Input<R['params']>
export type QueryOf<R extends RouteDefinition> = Input<R['query']>
export type BodyOf<R extends RouteDefinition> = Input<R['body']>
/** Types after parsing. */
export type ParsedParams<R extends RouteDefinition> = Output<R['params']>
export type ParsedQuery<R extends RouteDefinition> = Output<R['query']>
export type ParsedBody<R extends RouteDefinition> = Output<R['body']>
export type ResponseOf<R extends RouteDefinition> = z.output<R['response']>

/** Returns the URL. Nested objects become `key[inner]`. */
export function addressOf(definition: RouteDefinition, params: unknown, query: unknown): string {
  const values = new Map(Object.entries(params ?? {}))
  const path = definition.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) appendQuery(search, key, value)
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

function appendQuery(search: URLSearchParams, key: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return
  if (typeof value === 'object') {
    for (const [inner, entry] of Object.entries(value)) appendQuery(search, `${key}[${inner}]`, entry)
    return
  }
  search.append(key, String(value))
}
