import ipaddr from 'ipaddr.js'

/**
 * Returns the rate limit key of a client address: an IPv4 address in any notation, including `::ffff:192.0.2.1`, or the
 * /64 network of an IPv6 address, which is the size of one connection. Any other text from a proxy is returned
 * unchanged.
 */
export function clientKeyOf(address: string): string {
  // Some proxies add the port.
  const bare =
    /^\[([^\]]{1,50})\](?::\d{1,5})?$/.exec(address)?.[1] ?? /^([\d.]{7,15}):\d{1,5}$/.exec(address)?.[1] ?? address
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare).toString()
  if (!ipaddr.IPv6.isValid(bare)) return bare.slice(0, 50)
  const known = ipaddr.IPv6.parse(bare)
  if (known.isIPv4MappedAddress()) return known.toIPv4Address().toString()
  const network = new ipaddr.IPv6([...known.toByteArray().slice(0, 8), ...Array<number>(8).fill(0)])
  return `${network.toString()}/64`
}
