import { z } from 'zod'
import { route } from '../shared/route.ts'
import { emailAddress, organizationPath } from '../shared/wire.ts'

export const messages = {
  address: 'Please enter a valid email address',
  domain: 'Use an address at your organization’s domain, like giving@example.org',
} as const

export const dnsRecord = z.object({
  what: z.enum(['dkim', 'spf', 'dmarc']),
  name: z.string().describe('name of the TXT record'),
  value: z.string().describe('required value'),
  state: z
    .enum(['unchecked', 'found', 'missing', 'different', 'unknown'])
    .describe('unknown: DNS did not respond in time'),
  found: z.array(z.string()).describe('other values found at this name'),
})
export type DnsRecord = z.infer<typeof dnsRecord>

/** Mailbox providers reject email from other servers, and local names are not reachable. */
const notOwned = [
  ...['gmail.com', 'googlemail.com', 'yahoo.com', 'ymail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com'],
  ...['aol.com', 'icloud.com', 'me.com', 'mac.com', 'proton.me', 'protonmail.com'],
  ...['localhost', 'local', 'internal', 'lan', 'home', 'test', 'invalid', 'onion', 'arpa'],
] as const
const canBeOwned = (domain: string): boolean => !notOwned.some((name) => domain === name || domain.endsWith(`.${name}`))

const ownAddress = emailAddress(messages.address)
  .refine((address) => /^[a-z0-9._+-]{1,64}@[a-z0-9.-]{3,190}$/i.test(address), messages.address)
  .transform((address) => address.toLowerCase())
  .refine((address) => canBeOwned(address.slice(address.indexOf('@') + 1)), messages.domain)

export const sendingAddress = z.object({
  is_offered: z.boolean().describe('whether organizations can send from their own domain'),
  product_address: z.string().describe('default sender address for emails to donors'),
  address: z.string().nullable().describe('chosen address; null if none'),
  is_used: z.boolean().describe('whether emails to donors are currently sent from this address'),
  checked_at: z.iso.datetime({ offset: true }).nullable(),
  lines: z.array(dnsRecord),
  warm_up: z
    .object({
      limit: z.number().describe('maximum number of emails to donors from the domain today'),
      sent: z.number().describe('emails sent today'),
      next_limit: z
        .number()
        .nullable()
        .describe('limit on the day after half of the current limit was used; null for no limit'),
    })
    .nullable()
    .describe('limits of a domain in use during warm-up; null otherwise'),
})
export type SendingAddress = z.infer<typeof sendingAddress>

const path = '/api/organization/{id}/sending-address'
const ofOrganization = { scope: 'organization', params: organizationPath, response: sendingAddress } as const

export const getSendingAddress = route('GET', path, {
  name: 'getSendingAddress',
  summary: "The organization's sender address for emails to donors, and its required DNS records",
  access: 'read',
  apiKeys: true,
  ...ofOrganization,
})

export const chooseSendingAddress = route('PUT', path, {
  name: 'chooseSendingAddress',
  summary: 'Set a sender address for emails to donors; it is used once its DNS records are found',
  access: 'admin',
  rate: { max: 30, seconds: 600 },
  body: z.object({ address: ownAddress }),
  ...ofOrganization,
})

export const checkSendingAddress = route('POST', `${path}/check`, {
  name: 'checkSendingAddress',
  summary: 'Check the DNS records of the sender address',
  access: 'admin',
  rate: { max: 30, seconds: 600 },
  body: z.object({}),
  ...ofOrganization,
})

export const removeSendingAddress = route('DELETE', path, {
  name: 'removeSendingAddress',
  summary: 'Remove the sender address; emails to donors use the default address again',
  access: 'admin',
  ...ofOrganization,
})
