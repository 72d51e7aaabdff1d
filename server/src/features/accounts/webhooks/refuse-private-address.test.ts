import { webhooks } from '@twofold/contract'
import { expect, test } from 'vitest'
import { createDnsLookup } from './dns-lookup.ts'
import { refusePrivateAddress } from './refuse-private-address.ts'

const lookUp = (v4: readonly string[], v6: readonly string[] = []) =>
  createDnsLookup({ resolve4: async () => [...v4], resolve6: async () => [...v6] })
const findsNothing = createDnsLookup({
  resolve4: () => Promise.reject(new Error('ENOTFOUND')),
  resolve6: () => Promise.reject(new Error('ENOTFOUND')),
})
const check = (address: string, answer = findsNothing) => refusePrivateAddress(new URL(`https://${address}/in`), answer)

test.each([
  '10.0.0.5',
  '192.168.1.1',
  '169.254.169.254',
  '0x7f000001',
  '[fd00::1]',
  '[::ffff:10.0.0.1]',
  '[::7f00:1]',
  '[64:ff9b::a00:1]',
  '100.64.0.1',
])('refuses %s, which is not publicly reachable', async (address) => {
  await expect(check(address)).rejects.toThrow(webhooks.messages.privateUrl)
})

test('refuses a name with a private address, and accepts names with public or no addresses', async () => {
  await expect(check('hooks.example.org', lookUp(['93.184.216.34', '10.1.2.3']))).rejects.toThrow('private network')
  await expect(check('hooks.example.org', lookUp([], ['fe80::1']))).rejects.toThrow('private network')
  await expect(check('hooks.example.org', lookUp([], ['::7f00:1']))).rejects.toThrow('private network')
  await check('hooks.example.org', lookUp(['93.184.216.34'], ['2606:2800:220:1::1']))
  await check('hooks.example.org')
  await check('93.184.216.34')
})
