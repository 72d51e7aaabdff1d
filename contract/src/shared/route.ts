import type { z } from 'zod'

/** Who may call a route. `read`, `write` and `admin` are levels within the organization the route is about. */
export type Who = 'public' | 'signedIn' | 'read' | 'write' | 'admin' | 'super'

/**
 * How the organization of a route is found: from the path itself, from the row that the path names, from `org_id` in the body,
 * or from all of the body's `donation_ids`.
 */
export type Within =
  | 'organization'
  | 'donation'
  | 'donor'
  | 'notification'
  | 'report'
  | 'webhook'
  | 'body'
  | 'donations'

/** At most `max` calls in `seconds`: counted per account or API key, and per client address where a route needs no token. */
export type Rate = { readonly max: number; readonly seconds: number }

/** `json` is the default; `multipart` bodies and non-JSON answers are handled by the route's own handler. */
export type BodyKind = 'json' | 'multipart'
export type AnswerKind = 'json' | 'csv' | 'html' | 'redirect' | 'file'

type Shape = z.ZodType

export type RouteDefinition = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI path template: `/api/organization/{id}/donation`. */
  readonly path: string
  readonly summary: string
  readonly who: Who
  readonly within?: Within
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: Shape
  readonly bodyKind?: BodyKind
  readonly answer: Shape
  readonly answerKind?: AnswerKind
  /** HTTP status of success; 200 unless told. */
  readonly status?: number
  readonly rate?: Rate
  /** Pages of other origins may call it from a browser. Only for what is public and needs no credentials. */
  readonly anyOrigin?: boolean
  /** Every member may call it, below the level of `who` too, where this rule of the organization is on. */
  readonly openedBy?: 'rule_show_billing'
  /** An organization's API key may not call it, whatever its level says: members, keys and billing are for people. */
  readonly peopleOnly?: boolean
  /** Whether it changes something of an organization, where the method does not say so: a GET that creates. */
  readonly changes?: boolean
  /**
   * It changes something even where the organization is closed: what leads back, or takes the data along. `refuses`: it is
   * told under its own locks whether the organization is closed, and refuses by itself.
   */
  readonly whileClosed?: true | 'refuses'
  /** Left out of the published contract: pages and links that only a browser follows. */
  readonly internal?: boolean
}

/** A key speaks for an organization at the level write: what belongs to a person or needs an administrator is not for it. */
export const keyMayCall = ({ who, within, peopleOnly }: RouteDefinition): boolean =>
  within !== undefined && (who === 'read' || who === 'write') && !peopleOnly

/** What our support may do in an organization only after it was allowed, and what is written down when it is refused. */
export const changesSomething = ({ method, changes }: RouteDefinition): boolean => changes ?? method !== 'GET'

/** A retry of a call that changes something is safe when it carries the key of the first time. */
export const takesIdempotencyKey = (definition: RouteDefinition): boolean =>
  definition.who !== 'public' && changesSomething(definition)

/** One route of the product. The server serves it, the browser calls it, OpenAPI and the refusal test are made from it. */
export function route<const R extends RouteDefinition>(definition: R): R {
  return definition
}

type Input<S> = S extends Shape ? z.input<S> : undefined
type Output<S> = S extends Shape ? z.output<S> : undefined

/** What a caller passes. */
export type ParamsOf<R extends RouteDefinition> = Input<R['params']>
export type QueryOf<R extends RouteDefinition> = Input<R['query']>
export type BodyOf<R extends RouteDefinition> = Input<R['body']>
/** What a handler receives after parsing. */
export type ParsedParams<R extends RouteDefinition> = Output<R['params']>
export type ParsedQuery<R extends RouteDefinition> = Output<R['query']>
export type ParsedBody<R extends RouteDefinition> = Output<R['body']>
export type AnswerOf<R extends RouteDefinition> = z.output<R['answer']>

/** The address of a route with its parameters filled in and its query appended. Nested objects become `key[inner]`. */
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
