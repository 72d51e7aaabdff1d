import http from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = { readonly headers: Readonly<Record<string, string>>; readonly body: string }
type ReceiverResponse = { readonly code: number; readonly headers?: Readonly<Record<string, string>> }

export async function startReceiver(
  respond: (call: Received, count: number) => ReceiverResponse | 'silence' = () => ({ code: 200 }),
) {
  const received: Received[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const call = { headers, body: Buffer.concat(chunks).toString('utf8') }
      received.push(call)
      const reply = respond(call, received.length)
      if (reply === 'silence') return
      response.writeHead(reply.code, reply.headers).end('thanks')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    port,
    url: `127.0.0.1:${port}/hook`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
