import ipaddr from 'ipaddr.js'

/**
 * Who counts as one client, from the address of a request: an IPv4 address in any spelling, `::ffff:192.0.2.1` among them,
 * or an IPv6 network of 64 bits, which is what one connection gets. Whatever else a proxy wrote is itself.
 */
export function clientOf(address: string): string {
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
