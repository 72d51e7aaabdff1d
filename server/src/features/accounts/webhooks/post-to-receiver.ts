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
      response.on('close', () => end('The server closed the connection.'))
    })
    request.end(body)
  })
}

const blocked = 'Blocked: the address isn’t public.'

function problemOfCode(code: number): string | null {
  if (code >= 200 && code < 300) return null
  if (code >= 300 && code < 400) return `The server returned ${code}. We don’t follow redirects.`
  return `The server returned ${code}.`
}

function problemOf(error: NodeJS.ErrnoException, host: string, ms: number): string {
  if (error.code === notPublic || /is not allowed\. Because/.test(error.message)) return blocked
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return `No response within ${ms / 1000} seconds.`
  const code = error.code ?? ''
  const describe = problems[code]
  if (describe) return describe(host)
  if (code.startsWith('HPE_')) return 'The server’s response isn’t HTTP.'
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return 'Couldn’t connect securely. The server needs TLS 1.2 or newer.'
  return `We couldn’t reach the server${code ? ` (${code})` : ''}.`
}

const notFound = (host: string): string => `The name ${host} was not found.`
const untrusted = (): string =>
  'The server’s certificate is not from a trusted authority, or an intermediate certificate is missing.'
const selfSigned = (): string => 'The server’s certificate is self-signed. Use one from a public authority.'

const problems: Readonly<Record<string, (host: string) => string>> = {
  ENOTFOUND: notFound,
  EAI_AGAIN: notFound,
  ECONNREFUSED: () => 'The server refused the connection.',
  ECONNRESET: () => 'The server closed the connection.',
  EPIPE: () => 'The server closed the connection.',
  HPE_HEADER_OVERFLOW: () => 'The headers of the server’s response are too long.',
  DEPTH_ZERO_SELF_SIGNED_CERT: selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: selfSigned,
  CERT_HAS_EXPIRED: () => 'The server’s certificate has expired.',
  CERT_NOT_YET_VALID: () => 'The server’s certificate is not valid yet.',
  CERT_REVOKED: () => 'The server’s certificate has been revoked.',
  ERR_TLS_CERT_ALTNAME_INVALID: (host) => `The server’s certificate is not for ${host}.`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
}
