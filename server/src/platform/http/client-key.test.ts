import { expect, test } from 'vitest'
import { clientKeyOf } from './client-key.ts'

test.each([
  '192.0.2.1',
  '::ffff:192.0.2.1',
  '::FFFF:192.0.2.1',
  '::ffff:c000:201',
  '::ffff:c000:0201',
  '0:0:0:0:0:ffff:192.0.2.1',
  '0000:0000:0000:0000:0000:FFFF:C000:0201',
  '::ffff:192.0.2.1%eth0',
  '192.0.2.1:50123',
  '[::ffff:192.0.2.1]:50123',
])('%s is the client 192.0.2.1', (address) => {
  expect(clientKeyOf(address)).toBe('192.0.2.1')
})

test.each([
  '2001:db8:1:2::1',
  '2001:DB8:1:2::1',
  '2001:0db8:0001:0002:0000:0000:0000:0001',
  '2001:db8:1:2:ffff:ffff:ffff:ffff',
  '2001:db8:1:2::192.0.2.1',
  '2001:db8:1:2::1%eth0',
  '[2001:db8:1:2::7]:443',
])('%s belongs to one client, a /64 network', (address) => {
  expect(clientKeyOf(address)).toBe('2001:db8:1:2::/64')
})

test('neighboring addresses are different clients', () => {
  const neighbours = ['192.0.2.2', '2001:db8:1:3::1', '2001:db8:1::1', '2001:db8::2:0:0:0:1', '::1']
  expect(new Set(neighbours.map(clientKeyOf)).size).toBe(neighbours.length)
})

test.each(['', 'unknown', '_hidden', '1.2.3', '0x7f000001', '::ffff:1.2.3.4.5', 'x'.repeat(5000)])(
  'an invalid address, %#, is a client of its own and no error',
  (address) => {
    expect(clientKeyOf(address)).toBe(address.slice(0, 50))
  },
)
