import type { AnswerOf, auth, ParsedBody, ParsedParams, ParsedQuery, RouteDefinition } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tenant } from '../database/database.ts'
import type { Platform } from '../services/platform.ts'

export type AccessLevel = 'read' | 'write' | 'admin' | 'super'

/** Who calls: a person with a live session, or an organization's program. */
export type Caller = {
  readonly user: auth.User
  readonly sessionId: string
  /** A program that calls with a key of an organization, in the name of the person who made the key. */
  readonly apiKey?: { readonly id: number; readonly organizationId: number; readonly chapters: readonly number[] }
}

/** What a handler is handed. Everything in it has been parsed, and the caller's right to be here checked. */
export type Call<R extends RouteDefinition> = {
  readonly platform: Platform
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly params: ParsedParams<R>
  readonly query: ParsedQuery<R>
  readonly body: ParsedBody<R>
  readonly caller: R['who'] extends 'public' ? undefined : Caller
  readonly tenant: R['within'] extends string ? Tenant : undefined
  /** The caller's level in the organization that the route is about. */
  readonly level: R['within'] extends string ? AccessLevel : undefined
  /** Called in the transaction that makes the change, whose Idempotency-Key keeps this JSON value with it for `resume`. */
  readonly keepResult: KeepResult
}

export type KeepResult = (result: unknown) => void

/** The reply object itself is answered by handlers that stream or send something other than JSON. */
export type Handler<R extends RouteDefinition> = (call: Call<R>) => Promise<AnswerOf<R> | FastifyReply>

export type ServedRoute = {
  readonly route: RouteDefinition
  readonly handle: (call: Call<RouteDefinition>) => Promise<unknown>
  readonly resume?: (call: Call<RouteDefinition>, result: unknown) => Promise<unknown>
}

/**
 * Joins a route of the contract with the function that answers it. `resume` returns the answer of a call whose result was kept and whose
 * process or connection was lost before it was answered.
 */
export function serve<const R extends RouteDefinition>(
  route: R,
  handle: Handler<R>,
  resume?: (call: Call<R>, result: unknown) => Promise<AnswerOf<R>>,
): ServedRoute {
  // The adapter builds the call from this very route, so the parsed parts have the types the route says.
  return {
    route,
    handle: handle as unknown as ServedRoute['handle'],
    ...(resume ? { resume: resume as unknown as NonNullable<ServedRoute['resume']> } : {}),
  }
}
