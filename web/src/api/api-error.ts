/**
 * What a call throws. `message` is always fit to be shown; `fields` says which value of a form was refused and why, `cause` what stands
 * there already.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The server's closed list, or one of the browser's own: `network`, `no_token`, `unreadable`. */
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined

  constructor(what: {
    code: string
    message: string
    status?: number
    fields?: Record<string, string> | undefined
    cause?: unknown
    requestId?: string | undefined
  }) {
    super(what.message, what)
    this.code = what.code
    this.status = what.status ?? 0
    this.fields = what.fields ?? {}
    this.requestId = what.requestId
  }
}

/** Spec 1, section 8, word for word. */
export const callMessages = {
  expired: 'Authentication expired. Please login again.',
  noToken: 'Authentication token not found',
  network: 'Network error. Please check your connection.',
  unknown: 'An unknown error occurred',
  unreadable: 'Twofold was updated since this page was opened. Please reload the page.',
  status: (status: number) => `Error: ${status}`,
} as const

/** A refusal without a word: its message is only `Error: {status}`. */
export const isWordless = (error: unknown): boolean =>
  error instanceof ApiError && error.message === callMessages.status(error.status)

/** The sentence to show for anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : callMessages.unknown

/** What a form shows of a refusal: the server's words under its fields, else one sentence above them. */
export function refusedFields(error: unknown, say: (error: unknown) => string = messageOf): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : {}
  return Object.keys(fields).length > 0 ? { ...fields } : { root: say(error) }
}
