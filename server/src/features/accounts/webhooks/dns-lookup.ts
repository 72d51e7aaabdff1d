import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

type NameServers = Readonly<Record<'resolve4' | 'resolve6', (name: string) => Promise<string[]>>>

/**
 * `dns.lookup` blocks one of four threads until a response: silent name servers would delay sign-ins and file access.
 */
export const createDnsLookup =
  (resolver: NameServers): LookupFunction =>
  (name, options, callback) => {
    const queries = [
      { family: 4, found: options.family === 6 ? [] : resolver.resolve4(name) },
      { family: 6, found: options.family === 4 ? [] : resolver.resolve6(name) },
    ]
    const all = queries.map(async ({ family, found }) => (await found).map((address) => ({ address, family })))
    void Promise.allSettled(all).then((results) => {
      const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
      const [first] = addresses
      if (!first) callback(Object.assign(new Error(`${name} was not found`), { code: 'ENOTFOUND' }), '', 0)
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }

/** Two attempts within five seconds. */
export const dnsLookup = createDnsLookup(new Resolver({ timeout: 2_000, tries: 2 }))
