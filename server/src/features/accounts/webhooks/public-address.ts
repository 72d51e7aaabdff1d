import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Outside the routed part of IPv6, addresses of `::/96` such as `::7f00:1` represent IPv4 addresses. */
const routedRange = ipaddr.parseCIDR('2000::/3')

/** False for addresses that embed an IPv4 address. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(routedRange))
}

export const notPublic = 'ENOTPUBLIC'

/** Fails with `notPublic` if one of a name's addresses is not public. */
export const publicOnly =
  (lookUp: LookupFunction): LookupFunction =>
  (name, options, callback) =>
    lookUp(name, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address)
      if (error || addresses.every(isPublic)) callback(error, found, family)
      else callback(Object.assign(new Error(`${name} is at an address that is not public`), { code: notPublic }), '', 0)
    })
