import { nothingThere, organizations } from '@twofold/contract'

/** Every way a call can be refused on purpose, with its HTTP status. A refusal is never a 500. */
export const refusalCodes = {
  invalid: 422,
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  unavailable: 503,
  storage_full: 507,
} as const

export type RefusalCode = keyof typeof refusalCodes

/** Thrown by name, turned into an answer in one place (http/answer-errors.ts). The message is for people. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly title: string | undefined
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly retryAfterSeconds: number | undefined
  /** What stands there now, for a change that came too late. */
  readonly current: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: RefusalCode,
    message: string,
    more: {
      title?: string
      fields?: Readonly<Record<string, string>>
      retryAfterSeconds?: number
      current?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.title = more.title
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.current = more.current
  }
}

/** For what does not exist and for what belongs to somebody else. */
export const notFound = (): Refusal => new Refusal('not_found', nothingThere)

/** It was cancelled or deactivated, and is only looked at. */
export const organizationClosed = (): Refusal => new Refusal('forbidden', organizations.closedMessage)
