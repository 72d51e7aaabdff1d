import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { auth, registration } from '@twofold/contract'
import { callsTo } from '../server/src/testing/calls.ts'
import { mailsTo } from './mailbox.ts'
import { callerAs, expect, openSignedIn, productAddress } from './product.ts'

/** Waits until there are more links than `earlierMails`. */
export async function waitForEmailedLink(address: string, sign: RegExp, earlierMails: number): Promise<string> {
  const links = async () => (await mailsTo(address)).flatMap(({ text }) => sign.exec(text ?? '')?.[0] ?? [])
  await expect.poll(async () => (await links()).length).toBeGreaterThan(earlierMails)
  return (await links()).at(-1) ?? ''
}
export const resetLinkPattern = /https?:\/\/\S+\/portal\/reset-password\?token=[\w-]+/
export const password = 'otter-lantern-seven'

/** Rate limits apply per client. */
export const newClientHeaders = () => ({
  'x-forwarded-for': `2001:db8:${randomBytes(8)
    .toString('hex')
    .replaceAll(/(.{4})(?!$)/g, '$1:')}::1`,
})

/** For the end of an EIN or an email address. */
export const sevenDigits = (): string => String(randomInt(1_000_000, 10_000_000))

/** No other test uses the administrator's sessions. */
export async function registerAdministrator(name: string): Promise<string> {
  const { call } = callsTo(productAddress())
  const number = sevenDigits()
  const address = `${name}.${number}@example.org`
  const body = {
    name: `Trust of ${name}`,
    type: 'non-profit' as const,
    phone: '+1 217 555 0100',
    mission: 'Good works.',
    ein: `46-${number}`,
    url: 'https://example.org',
    address: { street: '1 Mill Lane', city: 'Springfield', country: 'US' as const },
    categoryId: [1],
    contact_name: name,
    contact_email: address,
  }
  await call(registration.registerOrganization, { body }, { headers: newClientHeaders() })
  const link = await waitForEmailedLink(address, resetLinkPattern, 0)
  await call(auth.resetPassword, { body: { token: link.split('token=')[1] ?? '', password } })
  return address
}

export async function openAsNewAdministrator(page: Page, name: string, path: string) {
  const address = await registerAdministrator(name)
  const caller = await callerAs(address, password)
  await openSignedIn(page, address, path, password)
  return { ...caller, params: { id: caller.organizationId } }
}
