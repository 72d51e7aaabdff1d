import { notFoundMessage, organizations } from '@twofold/contract'

/** A refusal is never a 500. */
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

/** A deliberate refusal, which http/handle-errors.ts converts to a response. The message is for people. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly title: string | undefined
  readonly fields: Readonly<Record<string, string>> | undefined
  readonly retryAfterSeconds: number | undefined
  /** Set for a change that is based on outdated values. */
  readonly current: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: RefusalCode,
    message: string,
    details: {
      title?: string
      fields?: Readonly<Record<string, string>>
      retryAfterSeconds?: number
      current?: Readonly<Record<string, unknown>>
    } = {},
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.title = details.title
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.current = details.current
  }
}

/** Returns a refusal for missing and for foreign things alike. */
export const notFound = (): Refusal => new Refusal('not_found', notFoundMessage)

/** Returns the value. @throws not found if there is none */
export function orNotFound<T>(value: T): NonNullable<T> {
  if (!value) throw notFound()
  return value
}

/** Returns a refusal for an organization that is canceled or deactivated, and therefore read-only. */
export const organizationClosed = (): Refusal => new Refusal('forbidden', organizations.closedMessage)
