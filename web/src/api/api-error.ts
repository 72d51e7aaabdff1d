/** `message` can be shown to the user. `cause` contains the existing record that the request conflicts with. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** A code from the server's closed list, or a browser-side code: `network`, `no_token`, `unreadable`. */
  readonly code: string
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | undefined

  constructor(details: {
    code: string
    message: string
    status?: number
    fields?: Record<string, string> | undefined
    cause?: unknown
    requestId?: string | undefined
  }) {
    super(details.message, details)
    this.code = details.code
    this.status = details.status ?? 0
    this.fields = details.fields ?? {}
    this.requestId = details.requestId
  }
}

/** Spec 1, section 8, verbatim. */
export const callMessages = {
  expired: 'Authentication expired. Please login again.',
  noToken: 'Authentication token not found',
  network: 'Network error. Please check your connection.',
  unknown: 'An unknown error occurred',
  unreadable: 'Twofold was updated since this page was opened. Please reload the page.',
  status: (status: number) => `Error: ${status}`,
} as const

export const hasDefaultMessage = (error: unknown): boolean =>
  error instanceof ApiError && error.message === callMessages.status(error.status)

export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : callMessages.unknown

/** The server's message for each field, or one message for the whole form under `root`. */
export function fieldErrorsOf(
  error: unknown,
  toMessage: (error: unknown) => string = messageOf,
): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : {}
  return Object.keys(fields).length > 0 ? { ...fields } : { root: toMessage(error) }
}
