import diagnostics from 'node:diagnostics_channel'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { authority, certificates } from './certificates.testing.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { postToReceiver } from './post-to-receiver.ts'
import { startReceiver } from './receiver.testing.ts'
import { receiverOf } from './receiver-address.ts'

let connections = 0
const listener = net.createServer((socket) => {
  connections++
  socket.destroy()
})
let port: number
beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as AddressInfo).port
})
afterAll(() => new Promise((resolve) => listener.close(resolve)))

const notPublic = [
  '127.0.0.1',
  '127.1',
  '0',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '①②⑦.0.0.1',
  '2852039166',
  '0xA9FEA9FE',
  '0251.0376.0251.0376',
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  'localhost',
  'localhost.',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '[fc00::1]',
  '[fe80::1]',
  '224.0.0.1',
  '255.255.255.255',
]

test.each(notPublic)('%s is not called in production', async (host) => {
  const receiver = receiverOf(`${host}:${port}/hook`, true)
  if (receiver) {
    const outcome = await postToReceiver(receiver, '{}', {})
    expect(outcome).toMatchObject({ code: null, problem: 'Blocked: the address isn’t public.' })
  }
  expect(connections).toBe(0)
})

test.each(
  notPublic.filter(
    (host) =>
      !['localhost', '127.1', '0177.0.0.1', '①②⑦.0.0.1', '127.0.0.1', '2130706433', '0x7f000001', '[::1]'].includes(
        host,
      ),
  ),
)('%s is not called outside production', async (host) => {
  const receiver = receiverOf(`${host}:${port}/hook`, false)
  if (receiver) expect((await postToReceiver(receiver, '{}', {})).problem).toBe('Blocked: the address isn’t public.')
  expect(connections).toBe(0)
})

test.each([
  'user:pass@hooks.example.org',
  'hooks.example.org:22',
  'hooks.example.org:25',
  'hooks.example.org:5432',
  'hooks.example.org:6379',
  'intranet',
  'ftp://hooks.example.org',
  'javascript:alert(1)',
  'hooks.example.org/#part',
  ' ',
])('%s is not accepted as a receiver’s address', (url) => expect(receiverOf(url, true)).toBeNull())

test('calls a public name over https, regardless of its scheme', () => {
  for (const url of ['hooks.example.org/a?b=1', 'http://hooks.example.org/a?b=1', 'https://hooks.example.org/a?b=1'])
    expect(receiverOf(url, true)?.href).toBe('https://hooks.example.org/a?b=1')
})

test('abandons a silent receiver after the time limit', async () => {
  const receiver = await startReceiver(() => 'silence')
  const address = receiverOf(receiver.url, false)
  const outcome = await postToReceiver(address ?? new URL('http://invalid'), '{}', {}, { timeoutMs: 200 })
  expect(outcome).toMatchObject({ code: null, problem: 'No response within 0.2 seconds.' })
  await receiver.stop()
})

const cleanUp: (() => void)[] = []
afterEach(() => {
  for (const step of cleanUp.splice(0)) step()
})

const codeFrom = ({ port: asked }: URL): Promise<void> =>
  new Promise((resolve) => {
    const onResponse = (message: unknown): void => {
      const { request } = message as { readonly request: http.ClientRequest }
      if (request.host === '127.0.0.1' && request.getHeader('host') === `127.0.0.1:${asked}`) resolve()
    }
    diagnostics.subscribe('http.client.response.finish', onResponse)
    cleanUp.push(() => diagnostics.unsubscribe('http.client.response.finish', onResponse))
  })

async function listen(server: net.Server, scheme: 'http' | 'https'): Promise<URL> {
  cleanUp.push(() => {
    server.close()
    if (server instanceof http.Server || server instanceof https.Server) server.closeAllConnections()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
}

test('cuts off a trickling response at the time limit and uses its status code if there is one', async () => {
  const slowServer = (begin: string) =>
    net.createServer((socket) => {
      socket.on('error', () => {})
      socket.write(begin)
      const drops = setInterval(() => socket.write('x'), 10)
      socket.on('close', () => clearInterval(drops))
    })
  const afterCode = await listen(slowServer('HTTP/1.1 200 OK\r\n\r\n'), 'http')
  const inHeaders = await listen(slowServer('HTTP/1.1 200 OK\r\nX-Slow: '), 'http')
  const time = new AbortController()
  const coded = codeFrom(afterCode)
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(time.signal)
  let isOver = false
  const took = postToReceiver(afterCode, '{}', {}).finally(() => (isOver = true))
  await coded
  await turn()
  expect(isOver).toBe(false)
  time.abort(new DOMException('time is up', 'TimeoutError'))
  expect(await took).toMatchObject({ code: 200, problem: null })
  const never = await postToReceiver(inHeaders, '{}', {}, { timeoutMs: 300 })
  expect(never).toMatchObject({ code: null, problem: 'No response within 0.3 seconds.' })
})

test('reads at most 64 kB of an endless response', async () => {
  let written = 0
  const endlessServer = http.createServer((_, response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(16 * 1024)
    const writeMore = (): void => {
      while (!response.destroyed && response.write(piece)) written += piece.length
    }
    response.on('drain', writeMore)
    writeMore()
  })
  const outcome = await postToReceiver(await listen(endlessServer, 'http'), '{}', {})
  expect(outcome).toMatchObject({ code: 200, problem: null })
  expect(written).toBeLessThan(20 * 1024 * 1024) // includes the kernel's buffers; the response is endless
})

test('explains endless headers and responses that are not HTTP', async () => {
  const saying = (text: string) =>
    net.createServer((socket) => {
      socket.on('error', () => {})
      socket.end(text)
    })
  const long = await listen(saying(`HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}`), 'http')
  expect((await postToReceiver(long, '{}', {})).problem).toBe('The headers of the server’s response are too long.')
  const ssh = await listen(saying('SSH-2.0-OpenSSH_9.6\r\n'), 'http')
  expect((await postToReceiver(ssh, '{}', {})).problem).toBe('The server’s response isn’t HTTP.')
})

const answersOk: http.RequestListener = (_, response) => response.writeHead(200).end()
const believing = (ca: string) =>
  new RequestFilteringHttpsAgent({ keepAlive: false, ca, allowIPAddressList: ['127.0.0.1'] })

test('calls a receiver with a certificate from a trusted authority', async () => {
  const endpoint = await listen(https.createServer(certificates.good, answersOk), 'https')
  const outcome = await postToReceiver(endpoint, '{}', {}, { agent: believing(authority) })
  expect(outcome).toMatchObject({ code: 200, problem: null })
})

test.each([
  ['selfSigned', 'The server’s certificate is self-signed. Use one from a public authority.'],
  ['expired', 'The server’s certificate has expired.'],
  ['wrongName', 'The server’s certificate is not for 127.0.0.1.'],
] as const)('refuses a certificate that is %s and logs the reason', async (kind, problem) => {
  let called = 0
  const server = https.createServer(certificates[kind], (request, response) => {
    called++
    answersOk(request, response)
  })
  const endpoint = await listen(server, 'https')
  expect(await postToReceiver(endpoint, '{}', {}, { agent: believing(authority) })).toMatchObject({
    code: null,
    problem,
  })
  expect(called).toBe(0)
})

test('explains an unknown authority, TLS 1.1 and missing TLS', async () => {
  const agent = believing(certificates.selfSigned.cert)
  const unknown = await listen(https.createServer(certificates.good, answersOk), 'https')
  expect((await postToReceiver(unknown, '{}', {}, { agent })).problem).toBe(
    'The server’s certificate is not from a trusted authority, or an intermediate certificate is missing.',
  )
  const old = {
    ...certificates.good,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  } as const
  const plain = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 200 OK\r\n\r\n')
  })
  for (const server of [https.createServer(old, answersOk), plain])
    expect((await postToReceiver(await listen(server, 'https'), '{}', {}, { agent })).problem).toBe(
      'Couldn’t connect securely. The server needs TLS 1.2 or newer.',
    )
})

test('resolves names in both address families, and blocks one that points to this machine', async () => {
  const resolver = {
    resolve4: async (name: string) => (name === 'both.example.org' ? ['203.0.113.7'] : ['127.0.0.1']),
    resolve6: async (name: string) => {
      if (name === 'both.example.org') return ['2001:db8::7']
      throw new Error('none')
    },
  }
  const found = (name: string, options: object) =>
    new Promise((resolve) => createDnsLookup(resolver)(name, options, (_, address) => resolve(address)))
  expect(await found('both.example.org', { all: true })).toEqual([
    { address: '203.0.113.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ])
  expect(await found('both.example.org', {})).toBe('203.0.113.7')
  const rebound = new URL(`https://rebound.example.org:${port}`)
  const outcome = await postToReceiver(rebound, '{}', {}, { lookup: createDnsLookup(resolver) })
  expect(outcome.problem).toBe('Blocked: the address isn’t public.')
  expect(connections).toBe(0)
})

test.each([
  '::7f00:1',
  '::a00:1',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::1',
  '100:0:0:1::1',
  'fec0::1',
  '4000::1',
])('blocks a name that resolves to %s when it is called', async (address) => {
  const resolver = { resolve4: async () => ['93.184.216.34'], resolve6: async () => [address] }
  const named = new URL(`https://rebound.example.org:${port}`)
  const options = { lookup: createDnsLookup(resolver), timeoutMs: 2_000 }
  expect((await postToReceiver(named, '{}', {}, options)).problem).toBe('Blocked: the address isn’t public.')
  const itself = new URL(`https://[${address}]:${port}`)
  expect((await postToReceiver(itself, '{}', {}, options)).problem).toBe('Blocked: the address isn’t public.')
  expect(connections).toBe(0)
})
