import type { RateLimit } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { readOnly, withoutTenant } from '../../../platform/database/database.ts'
import { clientKeyOf } from '../../../platform/http/client-key.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { emailKey, findUserByEmail } from '../../core/users/index.ts'
import { type KnownBrowser, knownBrowser, knownBrowsers } from './known-browser.ts'

/** When signed-in people confirm their identity. */
export const wrongPasswords: RateLimit = { max: 10, seconds: 900 }
export const wrongCodes: RateLimit = { max: 5, seconds: 300 }

export type Counter = readonly [name: string, rate: RateLimit, key: string]

/** Strangers are counted per client and account together, so that one of them cannot use up the account's total. */
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

export const codeCounter = (browser: KnownBrowser | null, userId: number): Counter =>
  browser ? ['second-step-browser', wrongCodes, keyOf(browser)] : ['second-step', wrongCodes, String(userId)]

export const keyOf = ({ userId, id }: KnownBrowser): string => `${userId}:${id}`

export async function findKnownBrowser(
  platform: Platform,
  request: FastifyRequest,
  email: string,
): Promise<KnownBrowser | null> {
  if (knownBrowsers(platform, request).length === 0) return null
  const found = await withoutTenant(readOnly(platform.database), (db) => findUserByEmail(db, email))
  return found && knownBrowser(platform, request, found.user.id)
}

const mailsOfOneToAddress: RateLimit = { max: 3, seconds: 3600 }
const mailsPerAddress: RateLimit = { max: 6, seconds: 3600 }
const mailsPerClient: RateLimit = { max: 20, seconds: 3600 }
const mailsOfKnownBrowsers: RateLimit = { max: 10, seconds: 3600 }

/**
 * Emails per hour: 3 per client and address, so that one stranger cannot use up the 6 of an address; 20 per client. A known
 * browser may cause 3 more.
 */
export async function limitAccountMails(platform: Platform, request: FastifyRequest, email: string): Promise<void> {
  const browser = await findKnownBrowser(platform, request, email)
  if (browser) {
    await platform.rates.take('account-mail-browser', mailsOfOneToAddress, keyOf(browser))
    await platform.rates.take('account-mail-browsers', mailsOfKnownBrowsers, String(browser.userId))
    return
  }
  const address = emailKey(email)
  await platform.rates.takeOfClient('account-mail-client', mailsPerClient, request.ip)
  await platform.rates.take('account-mail-client-address', mailsOfOneToAddress, `${clientKeyOf(request.ip)} ${address}`)
  await platform.rates.take('account-mail', mailsPerAddress, address)
}

/** For emails to an address that the signed-in person has not confirmed. */
export async function limitMailsOfUser(platform: Platform, userId: number, email: string): Promise<void> {
  const address = emailKey(email)
  await platform.rates.take('account-mail-user', mailsPerClient, String(userId))
  await platform.rates.take('account-mail-user-address', mailsOfOneToAddress, `${userId} ${address}`)
  await platform.rates.take('account-mail', mailsPerAddress, address)
}
