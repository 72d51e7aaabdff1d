import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All of IPv6 that is routed. Outside of it, `::7f00:1` and others of `::/96` stand for IPv4 addresses. */
const routed = ipaddr.parseCIDR('2000::/3')

/** Whether an IPv4 or IPv6 address is on the public internet. Addresses that embed an IPv4 address are not. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(routed))
}

export const notPublic = 'ENOTPUBLIC'

/** Fails with the code `notPublic` where one of a name's addresses is not public. */
export const publicOnly =
  (lookUp: LookupFunction): LookupFunction =>
  (name, options, answer) =>
    lookUp(name, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (error || addresses.every(isPublic)) answer(error, found, family)
      else answer(Object.assign(new Error(`${name} is at an address that is not public`), { code: notPublic }), '', 0)
    })
