import { BlockList } from 'node:net'
import { webhooks } from '@twofold/contract'

/** Ports of databases, mail servers and shells. */
const refusedPorts = new Set([3306, 5432, 6379, 9200, 11_211, 27_017, 2375, 2376, 3389, 5900, 6667, 10_250])
const firstUnprivilegedPort = 1024
const webPorts = new Set([80, 443])

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `[::7f00:1]` used to mean 127.0.0.1, and some networks still route it there. */
const embeddedAddresses = new BlockList()
embeddedAddresses.addSubnet('::', 96, 'ipv6')

const isEmbedded = (hostname: string): boolean =>
  hostname.startsWith('[') && embeddedAddresses.check(hostname.slice(1, -1), 'ipv6')

/** Null for an invalid address. Always https, except for this machine outside production. */
export function receiverOf(url: string, isProduction: boolean): URL | null {
  const address = webhooks.withoutScheme(url)
  if (address === '' || !URL.canParse(`https://${address}`)) return null
  const secure = new URL(`https://${address}`)
  const isLoopback = loopbackHosts.has(secure.hostname)
  if (!isLoopback && isEmbedded(secure.hostname)) return null
  const isOwnName = /(^|\.)localhost\.?$/.test(secure.hostname)
  if ((isLoopback && isProduction) || (isOwnName && !isLoopback)) return null
  const receiver = isLoopback ? new URL(`http://${address}`) : secure
  const port = receiver.port === '' ? 443 : Number(receiver.port)
  const isNamed = receiver.hostname.includes('.') || receiver.hostname.startsWith('[') || isLoopback
  if (!isNamed || receiver.username !== '' || receiver.password !== '' || receiver.hash !== '') return null
  if (refusedPorts.has(port) || (port < firstUnprivilegedPort && !webPorts.has(port))) return null
  return receiver
}
