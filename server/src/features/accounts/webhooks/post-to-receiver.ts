import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { dnsLookup } from './dns-lookup.ts'
import { isPublic, notPublic, publicOnly } from './public-address.ts'

export type Outcome = {
  readonly code: number | null
  readonly durationMs: number
  readonly problem: string | null
  readonly retryAfter: string | undefined
}

/** From the name resolution to the end of the response. */
const timeoutMs = 15_000
const maxResponseBytes = 64 * 1024

// Checks every address of a name when the connection is made, so a later DNS change cannot bypass the check.
// Connections are not reused.
const options = { keepAlive: false, minVersion: 'TLSv1.2' } as const
const publicAgent = new RequestFilteringHttpsAgent(options)
const localAgent = new RequestFilteringHttpAgent({ ...options, allowIPAddressList: ['127.0.0.1', '::1'] })

type Limits = {
  readonly timeoutMs: number
  readonly agent: https.Agent
  readonly lookup: LookupFunction
}

/** Never throws. Follows no redirects, and reads up to 64 kB. `http:` addresses must be on this machine. */
export function postToReceiver(
  receiver: URL,
  body: string,
  headers: Readonly<Record<string, string>>,
  { timeoutMs: ms = timeoutMs, agent = publicAgent, lookup = dnsLookup }: Partial<Limits> = {},
): Promise<Outcome> {
  const startedAt = performance.now()
  const isSecure = receiver.protocol === 'https:'
  const send = isSecure ? https.request : http.request
  return new Promise((resolve) => {
    let received: Pick<Outcome, 'code' | 'retryAfter' | 'problem'> | null = null
    // After the status code, the rest of the response does not affect the outcome.
    const end = (fallbackProblem: string): void => {
      const { code = null, problem, retryAfter } = received ?? { problem: fallbackProblem, retryAfter: undefined }
      resolve({ code, durationMs: Math.round(performance.now() - startedAt), problem, retryAfter })
    }
    // the library treats `::/96` as public
    const isFiltered = agent === publicAgent
    const host = receiver.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isSecure && isFiltered && isIP(host) !== 0 && !isPublic(host)) return end(blocked)
    const request = send(receiver, {
      method: 'POST',
      agent: isSecure ? agent : localAgent,
      ...(isSecure ? { lookup: isFiltered ? publicOnly(lookup) : lookup } : {}),
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal: AbortSignal.timeout(ms),
    })
    request.on('error', (error: NodeJS.ErrnoException) => end(problemOf(error, receiver.hostname, ms)))
    request.on('response', (response) => {
      const code = response.statusCode ?? 0
      received = { code, problem: problemOfCode(code), retryAfter: response.headers['retry-after'] }
      let read = 0
      response.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > maxResponseBytes) response.destroy()
      })
      response.on('error', () => {}) // 'close' follows
      response.on('close', () => end('The receiver closed the connection.'))
    })
    request.end(body)
  })
}

const blocked = 'Blocked: the address is not a public one.'

function problemOfCode(code: number): string | null {
  if (code >= 200 && code < 300) return null
  if (code >= 300 && code < 400) return `The receiver answered ${code}. Redirects are not followed.`
  return `The receiver answered ${code}.`
}

function problemOf(error: NodeJS.ErrnoException, host: string, ms: number): string {
  if (error.code === notPublic || /is not allowed\. Because/.test(error.message)) return blocked
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `No answer within ${ms / 1000} seconds.`
  const code = error.code ?? ''
  const describe = problems[code]
  if (describe) return describe(host)
  if (code.startsWith('HPE_')) return 'The receiver answered something that is not HTTP.'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return 'No secure connection could be made: TLS 1.2 or newer is needed.'
  return `The receiver could not be reached${code ? ` (${code})` : ''}.`
}

const notFound = (host: string): string => `The name ${host} was not found.`
const untrusted = (): string =>
  'The receiver’s certificate is not from a trusted authority, or an intermediate certificate is missing.'
const selfSigned = (): string => 'The receiver’s certificate is self-signed; one from a public authority is needed.'

const problems: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: () => 'The receiver refused the connection.',
  ECONNRESET: () => 'The receiver closed the connection.',
  EPIPE: () => 'The receiver closed the connection.',
  HPE_HEADER_OVERFLOW: () => 'The headers of the receiver’s answer are too long.',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  CERT_HAS_EXPIRED: () => 'The receiver’s certificate has expired.',
  CERT_NOT_YET_VALID: () => 'The receiver’s certificate is not valid yet.',
  CERT_REVOKED: () => 'The receiver’s certificate has been revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The receiver’s certificate is not for ${host}.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
}
