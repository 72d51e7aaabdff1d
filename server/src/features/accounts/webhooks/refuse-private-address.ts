import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { webhooks } from '@twofold/contract'
import ipaddr from 'ipaddr.js'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { isPublic } from './public-address.ts'

// A person waits for the save. A name that does not resolve in time is accepted, because each delivery checks again.
const quickly = createDnsLookup(new Resolver({ timeout: 1_000, tries: 1 }))

/**
 * Refuses a non-public receiver on saving, so that people do not learn it from the first delivery's log. Connections
 * are checked again when they are made. `http:` means this machine, outside production.
 * @throws Refusal invalid
 */
export async function refusePrivateAddress(receiver: URL, lookUp: LookupFunction = quickly): Promise<void> {
  if (receiver.protocol === 'http:') return
  const host = receiver.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = ipaddr.isValid(host) ? [host] : await addressesOf(host, lookUp)
  if (addresses.every(isPublic)) return
  const message = webhooks.messages.privateUrl
  throw new Refusal('invalid', message, { fields: { 'webhook.url': message } })
}

/** Returns no addresses if the name cannot be resolved. */
const addressesOf = (name: string, lookUp: LookupFunction): Promise<string[]> =>
  new Promise((resolve) => {
    lookUp(name, { all: true }, (error, found) => {
      resolve(error || !Array.isArray(found) ? [] : found.map(({ address }) => address))
    })
  })
