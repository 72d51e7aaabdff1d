import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postToReceiver } from './post-to-receiver.ts'
import { receiverOf } from './receiver-address.ts'
import { startReceiver } from './testing-receiver.ts'

// Counts whoever connects to this machine.
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
    expect(outcome).toMatchObject({ code: null, problem: 'Blocked: the address is not a public one.' })
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
)('%s is not called outside production either', async (host) => {
  const receiver = receiverOf(`${host}:${port}/hook`, false)
  if (receiver)
    expect((await postToReceiver(receiver, '{}', {})).problem).toBe('Blocked: the address is not a public one.')
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
])('%s is no address of a receiver', (url) => expect(receiverOf(url, true)).toBeNull())

test('a public name is called by https, whatever stood before it', () => {
  for (const url of ['hooks.example.org/a?b=1', 'http://hooks.example.org/a?b=1', 'https://hooks.example.org/a?b=1'])
    expect(receiverOf(url, true)?.href).toBe('https://hooks.example.org/a?b=1')
})

test('a receiver that keeps silent is left after the time limit', async () => {
  const receiver = await startReceiver(() => 'silence')
  const address = receiverOf(receiver.url, false)
  const outcome = await postToReceiver(address ?? new URL('http://invalid'), '{}', {}, { timeoutMs: 200 })
  expect(outcome).toMatchObject({ code: null, problem: 'No answer within 0.2 seconds.' })
  await receiver.stop()
})
