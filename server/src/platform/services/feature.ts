import type { RouteDefinition } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../http/serve.ts'
import type { Worker } from '../jobs/run-every.ts'
import type { MailQueue } from '../mail/outbox.ts'
import type { Platform } from './platform.ts'

/** The kinds of ids that a route may refer to, other than an organization. */
export type OwnedResource = Exclude<NonNullable<RouteDefinition['within']>, 'organization' | 'body' | 'donations'>

/** Returns the owner of ids. `seesItself`: the route checks the existence of the things. */
export type FindOwner = (ids: readonly number[], seesItself: boolean) => Promise<Owner | null>

/**
 * `isClosed` is set if it was read in the same query: the organization was canceled or deactivated and is read-only.
 */
export type Owner = { readonly organizationId: number; readonly isClosed?: boolean }

export const toOwner = (organizationId: number | null): Owner | null =>
  organizationId === null ? null : { organizationId }

/**
 * The services of a feature. All features use this type; `features.ts` lists them and passes each the services that it
 * needs from others.
 */
export type Feature = {
  /** Served routes of the contract. Exactly one feature serves each route. */
  readonly routes?: readonly ServedRoute[]
  /** Pages and links outside the contract that a browser opens. */
  readonly pages?: readonly ((http: FastifyInstance, platform: Platform) => Promise<void>)[]
  /** Tables that are email queues. */
  readonly mails?: readonly MailQueue[]
  /** Job handlers by the name of their queue. Delivery is at least once. */
  readonly jobs?: Readonly<Record<string, (data: unknown, signal: AbortSignal) => Promise<void>>>
  /** Started in processes whose ROLE includes the worker. */
  readonly workers?: readonly (() => Worker)[]
  /**
   * Returns the organization of a route's ids; null if an id does not exist or if they belong to different
   * organizations.
   */
  readonly owners?: Readonly<Partial<Record<OwnedResource, FindOwner>>>
  /** Runs once at every start, after the server listens and before any worker starts. */
  readonly beforeWork?: () => Promise<void>
}
