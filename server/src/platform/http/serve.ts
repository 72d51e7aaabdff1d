import type { auth, ParsedBody, ParsedParams, ParsedQuery, ResponseOf, RouteDefinition } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../database/database.ts'
import type { Platform } from '../services/platform.ts'

export type AccessLevel = 'read' | 'write' | 'admin' | 'super'

export type Caller = {
  readonly user: auth.User
  readonly sessionId: string
  /** A program with an organization's API key, acting for the person who created the key. */
  readonly apiKey?: {
    readonly id: number
    readonly organizationId: number
    readonly chapters: readonly number[]
    readonly level: 'read' | 'write'
  }
}

/** All input has been parsed, and the caller's access checked. */
export type Call<R extends RouteDefinition> = {
  readonly platform: Platform
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly params: ParsedParams<R>
  readonly query: ParsedQuery<R>
  readonly body: ParsedBody<R>
  readonly caller: R['access'] extends 'public' ? undefined : Caller
  readonly tenant: R['scope'] extends string ? Tenant : undefined
  readonly level: R['scope'] extends string ? AccessLevel : undefined
  /** Called in the changing transaction. The Idempotency-Key stores this JSON value for `resume`. */
  readonly keepResult: SaveResult
}

export type SaveResult = (result: unknown) => void

/** Handlers that stream or send no JSON return the reply itself. */
export type Handler<R extends RouteDefinition> = (call: Call<R>) => Promise<ResponseOf<R> | FastifyReply>

export type ServedRoute = {
  readonly route: RouteDefinition
  readonly handle: (call: Call<RouteDefinition>) => Promise<unknown>
  readonly resume?: (call: Call<RouteDefinition>, result: unknown) => Promise<unknown>
}

/** Connects a route to its handler. `resume` responds to a repeated call with a stored result. */
export function serve<const R extends RouteDefinition>(
  route: R,
  handle: Handler<R>,
  resume?: (call: Call<R>, result: unknown) => Promise<ResponseOf<R>>,
): ServedRoute {
  // The adapter builds the call from this route, so the types of the parsed parts match.
  return {
    route,
    handle: handle as unknown as ServedRoute['handle'],
    ...(resume ? { resume: resume as unknown as NonNullable<ServedRoute['resume']> } : {}),
  }
}
