import type { RouteDefinition } from '@twofold/contract'
import type { FastifyInstance } from 'fastify'
import type { ServedRoute } from '../http/serve.ts'
import type { Worker } from '../jobs/run-every.ts'
import type { MailQueue } from '../mail/outbox.ts'
import type { Platform } from './platform.ts'

export type OwnedResource = Exclude<NonNullable<RouteDefinition['scope']>, 'organization' | 'body' | 'donations'>

/** Returns the owner of ids. `canCache`: the route checks the existence itself. */
export type FindOwner = (ids: readonly number[], canCache: boolean) => Promise<Owner | null>

/** `isClosed` is set if the same query read it: the organization is read-only. */
export type Owner = { readonly organizationId: number; readonly isClosed?: boolean }

/** Returns the owner, or null without an organization. */
export const toOwner = (organizationId: number | null): Owner | null =>
  organizationId === null ? null : { organizationId }

export type Feature = {
  /** Exactly one feature serves each route. */
  readonly routes?: readonly ServedRoute[]
  readonly pages?: readonly ((http: FastifyInstance, platform: Platform) => Promise<void>)[]
  readonly mails?: readonly MailQueue[]
  readonly jobs?: Readonly<Record<string, (data: unknown, signal: AbortSignal) => Promise<void>>>
  /** Started in processes whose ROLE includes the worker. */
  readonly workers?: readonly (() => Worker)[]
  /** Returns null if an id does not exist or the ids belong to different organizations. */
  readonly owners?: Readonly<Partial<Record<OwnedResource, FindOwner>>>
  /** Runs at every start, after the server listens and before any worker starts. */
  readonly beforeWork?: () => Promise<void>
}
