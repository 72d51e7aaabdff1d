import type { Rate } from '@twofold/contract'
import type { Platform } from '../../platform/platform.ts'
import { emailKey } from './users.queries.ts'

/** Wrong passwords and wrong codes alike. */
export const wrongPasswords: Rate = { max: 10, seconds: 900 }
export const wrongPasswordsPerClient: Rate = { max: 100, seconds: 900 }
export const wrongCodes: Rate = { max: 5, seconds: 300 }

/** For so long the links in letters are good. */
export const magicLinkMinutes = 10
export const resetLinkMinutes = 60
export const donorLinkMinutes = 60
export const emailLinkMinutes = 60
/** Who was registered or invited did not ask for the mail just now, and may find it after a weekend. */
export const firstPasswordDays = 3

const mailsPerAddress: Rate = { max: 3, seconds: 3600 }
const mailsPerClient: Rate = { max: 20, seconds: 3600 }

/**
 * Whatever mails a stranger can cause: together at most 3 an hour to one address and 20 from one client, whether the address
 * is known or not.
 */
export async function limitAccountMails(
  platform: Pick<Platform, 'rates'>,
  client: string,
  email: string,
): Promise<void> {
  await platform.rates.takeOfClient('account-mail-client', mailsPerClient, client)
  await platform.rates.take('account-mail', mailsPerAddress, emailKey(email))
}
