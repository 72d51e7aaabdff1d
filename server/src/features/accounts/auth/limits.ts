import type { RateLimit } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { withoutTenant } from '../../../platform/database/database.ts'
import { clientKeyOf } from '../../../platform/http/client-key.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type KnownBrowser, knownBrowser, knownBrowsers } from './known-browser.ts'
import { emailKey, findUserByEmail } from './users.queries.ts'

/** Limit for wrong passwords when signed-in people confirm their identity. */
export const wrongPasswords: RateLimit = { max: 10, seconds: 900 }
export const wrongCodes: RateLimit = { max: 5, seconds: 300 }

/** A counter: its name, its limit, and its key. */
export type Counter = readonly [name: string, rate: RateLimit, key: string]

/**
 * Returns the counters for a password attempt. Strangers are counted per client and account together, so that one of
 * them cannot use up the account's total. A known browser is counted separately.
 */
export function signInCounters(browser: KnownBrowser | null, address: string, email: string): Counter[] {
  if (browser) {
    return [
      ['login-browser', { max: 10, seconds: 900 }, keyOf(browser)],
      ['login-browsers', { max: 50, seconds: 900 }, String(browser.userId)],
    ]
  }
  const [client, account] = [clientKeyOf(address), emailKey(email)]
  return [
    ['login-client', { max: 100, seconds: 900 }, client],
    ['login-client-account', { max: 5, seconds: 900 }, `${client} ${account}`],
    ['login-account', { max: 10, seconds: 900 }, account],
  ]
}

/** Returns the counter for a second-step code: one for all strangers, one per known browser. */
export const codeCounter = (browser: KnownBrowser | null, userId: number): Counter =>
  browser ? ['second-step-browser', wrongCodes, keyOf(browser)] : ['second-step', wrongCodes, String(userId)]

export const keyOf = ({ userId, id }: KnownBrowser): string => `${userId}:${id}`

/** Returns the browser of this request if it is known to the account with this address. */
export async function findKnownBrowser(
  platform: Platform,
  request: FastifyRequest,
  email: string,
): Promise<KnownBrowser | null> {
  if (knownBrowsers(platform, request).length === 0) return null
  const found = await withoutTenant(platform.database, (db) => findUserByEmail(db, email), { readOnly: true })
  return found && knownBrowser(platform, request, found.user.id)
}

const mailsPerAddress: RateLimit = { max: 3, seconds: 3600 }
const mailsPerClient: RateLimit = { max: 20, seconds: 3600 }
const mailsOfKnownBrowsers: RateLimit = { max: 10, seconds: 3600 }

/**
 * Limits mails caused by strangers to 3 per hour and address and 20 per hour and client, whether the address is known
 * or not. A browser that is known to the account may cause 3 more.
 */
export async function limitAccountMails(platform: Platform, request: FastifyRequest, email: string): Promise<void> {
  const browser = await findKnownBrowser(platform, request, email)
  if (browser) {
    await platform.rates.take('account-mail-browser', mailsPerAddress, keyOf(browser))
    await platform.rates.take('account-mail-browsers', mailsOfKnownBrowsers, String(browser.userId))
    return
  }
  await platform.rates.takeOfClient('account-mail-client', mailsPerClient, request.ip)
  await platform.rates.take('account-mail', mailsPerAddress, emailKey(email))
}

/** Limits mails that a signed-in person causes to an address that they have not confirmed. */
export async function limitMailsOfUser(platform: Platform, userId: number, email: string): Promise<void> {
  await platform.rates.take('account-mail-user', mailsPerClient, String(userId))
  await platform.rates.take('account-mail', mailsPerAddress, emailKey(email))
}
