import type { RouteDefinition } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../http/serve.ts'
import type { Worker } from '../jobs/run-every.ts'
import type { MailQueue } from '../mail/outbox.ts'
import type { Platform } from './platform.ts'

/** What a route may be about by its id, other than an organization itself. */
export type Owned = Exclude<NonNullable<RouteDefinition['within']>, 'organization' | 'body' | 'donations'>

/** `seesItself`: the route sees for itself whether the things are still there. */
export type OwnersOf = (ids: readonly number[], seesItself: boolean) => Promise<Owner | null>

/** `isClosed`: said where it was read along; it was cancelled or deactivated, and is only looked at. */
export type Owner = { readonly organizationId: number; readonly isClosed?: boolean }

export const ownerBy = (organizationId: number | null): Owner | null =>
  organizationId === null ? null : { organizationId }

/**
 * What a feature brings to the product. Each has a door of this one shape; `features.ts` is the list of them, and hands
 * each what it needs of the others.
 */
export type Room = {
  /** Of the contract. Each of its routes is served by exactly one room. */
  readonly routes?: readonly ServedRoute[]
  /** Pages and links that a browser follows outside the contract. */
  readonly pages?: readonly ((http: FastifyInstance, platform: Platform) => Promise<void>)[]
  /** Tables of mail that are queues of their own. */
  readonly mails?: readonly MailQueue[]
  /** What becomes of a job, by the name of its queue. Delivery is at least once. */
  readonly jobs?: Readonly<Record<string, (data: unknown, signal: AbortSignal) => Promise<void>>>
  /** Started in processes whose ROLE includes the worker. */
  readonly workers?: readonly (() => Worker)[]
  /** In which organization the things are that a route is about; null when one of these ids is nobody's, or theirs have nothing in common. */
  readonly owners?: Readonly<Partial<Record<Owned, OwnersOf>>>
  /** Run once at every start, after listening and before any worker. */
  readonly beforeWork?: () => Promise<void>
}
