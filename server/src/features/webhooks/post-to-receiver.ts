import http from 'node:http'
import https from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

export type Outcome = {
  /** null when there was no answer. */
  readonly code: number | null
  readonly durationMs: number
  readonly problem: string | null
  readonly retryAfter: string | undefined
}

const timeoutMs = 15_000
const readAtMost = 64 * 1024

// Every address that a name stands for is checked when the connection is made, against all ranges that are not public:
// a name that points elsewhere a moment later does not help. No connection is used twice.
const options = { keepAlive: false }
const publicOnly = new RequestFilteringHttpsAgent(options)
const thisMachine = new RequestFilteringHttpAgent({ ...options, allowIPAddressList: ['127.0.0.1', '::1'] })

/**
 * Posts once and answers what came of it; never throws. Redirects are not followed, and nothing of the answer but its
 * code is kept. `http:` addresses must be this machine's (see receiverOf).
 */
export function postToReceiver(
  receiver: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  limits: { readonly timeoutMs: number } = { timeoutMs },
): Promise<Outcome> {
  const begun = performance.now()
  const isSecure = receiver.protocol === 'https:'
  const send = isSecure ? https.request : http.request
  return new Promise((resolve) => {
    const end = (code: number | null, problem: string | null, retryAfter?: string): void =>
      resolve({ code, durationMs: Math.round(performance.now() - begun), problem, retryAfter })
    const request = send(receiver, {
      method: 'POST',
      agent: isSecure ? publicOnly : thisMachine,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(limits.timeoutMs),
    })
    request.on('error', (error: NodeJS.ErrnoException) => end(null, problemOf(error, limits.timeoutMs)))
    request.on('response', (response) => {
      const code = response.statusCode ?? 0
      const retryAfter = response.headers['retry-after']
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > readAtMost) response.destroy()
      })
      response.on('error', () => {}) // what comes after the code does not matter
      response.on('close', () => end(code, problemOfCode(code), retryAfter))
    })
    request.end(body)
  })
}

function problemOfCode(code: number): string | null {
  if (code >= 200 && code < 300) return null
  if (code >= 300 && code < 400) return `The receiver answered ${code}. Redirects are not followed.`
  return `The receiver answered ${code}.`
}

function problemOf(error: NodeJS.ErrnoException, ms: number): string {
  if (/is not allowed\. Because/.test(error.message)) return 'Blocked: the address is not a public one.'
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `No answer within ${ms / 1000} seconds.`
  switch (error.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the receiver was not found.'
    case 'ECONNREFUSED':
      return 'The receiver refused the connection.'
    case 'ECONNRESET':
      return 'The receiver closed the connection.'
    default:
      return `The receiver could not be reached${error.code ? ` (${error.code})` : ''}.`
  }
}
