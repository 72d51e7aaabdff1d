import ipaddr from 'ipaddr.js'

/** Returns the rate limit key of an address: IPv4 in any notation, or the /64 network of IPv6. Other text stays. */
export function clientKeyOf(address: string): string {
  // Some proxies add the port.
  const bare =
    /^\[([^\]]{1,50})\](?::\d{1,5})?$/.exec(address)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(address)?.[1] ?? address
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare).toString()
  if (!ipaddr.IPv6.isValid(bare)) return bare.slice(0, 50)
  const parsed = ipaddr.IPv6.parse(bare)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const network = new ipaddr.IPv6([...parsed.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}
