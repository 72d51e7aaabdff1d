import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { webhooks } from '@twofold/contract'
import ipaddr from 'ipaddr.js'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { createDnsLookup } from './dns-lookup.ts'
import { isPublic } from './public-address.ts'

// A person waits for the save. Each delivery checks names again that do not resolve in time.
const quickLookup = createDnsLookup(new Resolver({ timeout: 1_000, tries: 1 }))

/** Connections are checked again. `http:` means this machine, outside production. @throws Refusal invalid */
export async function refusePrivateAddress(receiver: URL, lookUp: LookupFunction = quickLookup): Promise<void> {
  if (receiver.protocol === 'http:') return
  const host = receiver.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = ipaddr.isValid(host) ? [host] : await addressesOf(host, lookUp)
  if (addresses.every(isPublic)) return
  const message = webhooks.messages.privateUrl
  throw new Refusal('invalid', message, { fields: { 'webhook.url': message } })
}

const addressesOf = (name: string, lookUp: LookupFunction): Promise<string[]> =>
  new Promise((resolve) => {
    lookUp(name, { all: true }, (error, found) => {
      resolve(error || !Array.isArray(found) ? [] : found.map(({ address }) => address))
    })
  })
