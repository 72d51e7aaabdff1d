import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { emailAddress } from '../shared/wire.ts'

export const messages = {
  address: 'Please enter a valid email address',
  domain: 'Use an address at a domain that your organization owns, like giving@example.org',
} as const

/** A DNS TXT record that authenticates emails of the domain. */
export const dnsRecord = z.object({
  what: z.enum(['dkim', 'spf', 'dmarc']),
  name: z.string().describe('where the TXT record belongs'),
  value: z.string().describe('what it is to say'),
  state: z
    .enum(['unchecked', 'found', 'missing', 'different', 'unknown'])
    .describe('unknown: the DNS did not answer in time'),
  found: z.array(z.string()).describe('what stands there instead, or as well'),
})
export type DnsRecord = z.infer<typeof dnsRecord>

/**
 * Domains that an organization cannot own: mailbox providers reject email from other servers, and local names are not
 * reachable.
 */
const notOwned = [
  ...['gmail.com', 'googlemail.com', 'yahoo.com', 'ymail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  ...['aol.com', 'icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com'],
  ...['localhost', 'local', 'internal', 'lan', 'home', 'test', 'invalid', 'onion', 'arpa'],
] as const
const isOwnable = (domain: string): boolean => !notOwned.some((name) => domain === name || domain.endsWith(`.${name}`))

const ownAddress = emailAddress(messages.address)
  .refine((address) => /^[a-z0-9._+-]{1,64}@[a-z0-9.-]{3,190}$/i.test(address), messages.address)
  .transform((address) => address.toLowerCase())
  .refine((address) => isOwnable(address.slice(address.indexOf('@') + 1)), messages.domain)

export const sendingAddress = z.object({
  is_offered: z.boolean().describe('whether organizations may send from a domain of their own here'),
  product_address: z.string().describe('what emails to donors come from otherwise'),
  address: z.string().nullable().describe('null: none was chosen'),
  is_used: z.boolean().describe('whether emails to donors come from it now'),
  checked_at: z.iso.datetime({ offset: true }).nullable(),
  lines: z.array(dnsRecord),
  warm_up: z
    .object({
      limit: z.number().describe('emails to donors that may leave from the domain today'),
      sent: z.number().describe('that did'),
      next_limit: z
        .number()
        .nullable()
        .describe('on the day after one on which half of the limit was used; null: without a limit'),
    })
    .nullable()
    .describe('of a domain that is used and new to sending'),
})
export type SendingAddress = z.infer<typeof sendingAddress>

const path = '/api/organization/{id}/sending-address'
const ofOrganization = { within: 'organization', params: organizationPath, answer: sendingAddress } as const

export const getSendingAddress = route({
  name: 'getSendingAddress',
  method: 'GET',
  path,
  summary: "The organization's own address that emails to donors come from, and the DNS lines that it needs",
  who: 'read',
  ...ofOrganization,
})

export const chooseSendingAddress = route({
  name: 'chooseSendingAddress',
  method: 'PUT',
  path,
  summary: 'Choose an address of a domain of your own for emails to donors; it is used once its DNS lines are found',
  who: 'admin',
  rate: { max: 30, seconds: 600 },
  body: z.object({ address: ownAddress }),
  ...ofOrganization,
})

export const checkSendingAddress = route({
  name: 'checkSendingAddress',
  method: 'POST',
  path: `${path}/check`,
  summary: 'Look whether the DNS lines are there',
  who: 'admin',
  rate: { max: 30, seconds: 600 },
  body: z.object({}),
  ...ofOrganization,
})

export const removeSendingAddress = route({
  name: 'removeSendingAddress',
  method: 'DELETE',
  path,
  summary: "Let emails to donors come from the portal's address again",
  who: 'admin',
  ...ofOrganization,
})
