import { Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { webhooks } from '@twofold/contract'
import ipaddr from 'ipaddr.js'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { lookUpBy } from './look-up.ts'
import { isPublic } from './public-address.ts'

// Who saves waits for it. A name that does not answer so soon is taken as it is: each delivery looks again.
const quickly = lookUpBy(new Resolver({ timeout: 1_000, tries: 1 }))

/**
 * Tells who saves a receiver at once that nothing would ever reach it, instead of in the log of the first delivery. What is
 * called is decided when the connection is made. `http:` is this machine, outside production. @throws Refusal invalid
 */
export async function refusePrivate(receiver: URL, lookUp: LookupFunction = quickly): Promise<void> {
  if (receiver.protocol === 'http:') return
  const host = receiver.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = ipaddr.isValid(host) ? [host] : await addressesOf(host, lookUp)
  if (addresses.every(isPublic)) return
  const message = webhooks.messages.privateUrl
  throw new Refusal('invalid', message, { fields: { 'webhook.url': message } })
}

/** None where nobody answers for the name. */
const addressesOf = (name: string, lookUp: LookupFunction): Promise<string[]> =>
  new Promise((resolve) => {
    lookUp(name, { all: true }, (error, found) => {
      resolve(error || !Array.isArray(found) ? [] : found.map(({ address }) => address))
    })
  })
