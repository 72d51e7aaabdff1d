import type { Rate } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { inProduct } from '../../../platform/database/database.ts'
import { clientOf } from '../../../platform/http/client-of.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type KnownBrowser, knownBrowser, knownBrowsers } from './known-browser.ts'
import { emailKey, findUserByEmail } from './users.queries.ts'

/** Wrong passwords of a signed-in person who confirms their identity. */
export const wrongPasswords: Rate = { max: 10, seconds: 900 }
export const wrongCodes: Rate = { max: 5, seconds: 300 }

/** One counter: what it counts, how many are allowed, and for whom. */
export type Counter = readonly [name: string, rate: Rate, key: string]

/**
 * The counters of a guessed password. Strangers are counted per client and account together, so that one of them cannot use up what the
 * account has for all; a known browser is counted apart from them.
 */
export function countersOfGuess(browser: KnownBrowser | null, address: string, email: string): Counter[] {
  if (browser) {
    return [
      ['login-browser', { max: 10, seconds: 900 }, keyOf(browser)],
      ['login-browsers', { max: 50, seconds: 900 }, String(browser.userId)],
    ]
  }
  const [client, account] = [clientOf(address), emailKey(email)]
  return [
    ['login-client', { max: 100, seconds: 900 }, client],
    ['login-client-account', { max: 5, seconds: 900 }, `${client} ${account}`],
    ['login-account', { max: 10, seconds: 900 }, account],
  ]
}

/** The counter of a code at the second step of signing in: strangers together, a known browser by itself. */
export const counterOfCode = (browser: KnownBrowser | null, userId: number): Counter =>
  browser ? ['second-step-browser', wrongCodes, keyOf(browser)] : ['second-step', wrongCodes, String(userId)]

export const keyOf = ({ userId, id }: KnownBrowser): string => `${userId}:${id}`

/** The browser of this request, where it is known to the account with this address. */
export async function findKnownBrowser(
  platform: Platform,
  request: FastifyRequest,
  email: string,
): Promise<KnownBrowser | null> {
  if (knownBrowsers(platform, request).length === 0) return null
  const found = await inProduct(platform.database, (db) => findUserByEmail(db, email), { readOnly: true })
  return found && knownBrowser(platform, request, found.user.id)
}

const mailsPerAddress: Rate = { max: 3, seconds: 3600 }
const mailsPerClient: Rate = { max: 20, seconds: 3600 }
const mailsOfKnownBrowsers: Rate = { max: 10, seconds: 3600 }

/**
 * Limits the mails that strangers can cause: at most 3 an hour to one address and 20 from one client, whether the address is known or
 * not. A browser that is known to the account may cause 3 more.
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

/** Limits the mails that a signed-in person causes to an address that is not theirs yet. */
export async function limitMailsOfUser(platform: Platform, userId: number, email: string): Promise<void> {
  await platform.rates.take('account-mail-user', mailsPerClient, String(userId))
  await platform.rates.take('account-mail', mailsPerAddress, emailKey(email))
}
