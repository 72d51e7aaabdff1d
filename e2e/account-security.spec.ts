import type { Page } from '@playwright/test'
import { auth } from '@twofold/contract'
import { mailsTo } from './mailbox.ts'
import { password, registerAdministrator, waitForEmailedLink } from './new-administrator.ts'
import { expect, openSignedIn, productAddress, signIn, test } from './product.ts'

/** Browsers do not support passkeys for IP addresses. */
const named = (): string => productAddress().replace('127.0.0.1', 'localhost')

/** Confirms each passkey request without user interaction. */
async function withFingerprint(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added, signs in from the login form by itself, and is requested after the password', async ({
  page,
}) => {
  const address = await registerAdministrator('finger')
  await withFingerprint(page)
  await page.goto(`${named()}/portal/account`)
  await signIn(page, address, password)
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('My phone')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(page.getByText('Passkey added: My phone')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/portal\/$/)
  await page.goto(`${named()}/portal/account`)
  await expect(page.getByText('Signed in with a passkey')).toBeVisible()

  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, address, password)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/portal\/$/)
})

const code = /enter this code:\s+(\d{3} \d{3})/
const magicLink = /https?:\/\/\S+\/portal\/magic-link\?token=[\w-]+/
const codeMailedTo = async (address: string, earlierMails: number) =>
  code.exec(await waitForEmailedLink(address, code, earlierMails))?.[1] ?? ''

test('a magic link includes a six-digit code for another device; a new link can be sent after 30 seconds', async ({
  page,
}) => {
  const address = await registerAdministrator('digits')
  await page.clock.install()
  await page.goto('/portal/login?tab=magic-link')
  const requestLink = async () => {
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Email').press('Enter')
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  }
  // The page clock is paused, so the 30 s do not depend on the machine's speed.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await requestLink()
  const sendNewLink = page.getByRole('button', { name: 'Send New Link' })
  await expect(sendNewLink).toBeDisabled()
  await expect(page.getByText(/^in \d+ s$/)).toBeVisible()
  const oldCode = await codeMailedTo(address, 0)
  await page.clock.runFor(31_000)
  await expect(sendNewLink).toBeEnabled()
  await expect(page.getByText('You can request a new link now.')).toBeAttached()
  await page.clock.resume()
  await sendNewLink.click()
  await requestLink()
  const newest = await codeMailedTo(address, 1)
  const digits = page.getByLabel('Code from the email')
  await digits.fill('12345')
  await digits.press('Enter')
  await expect(page.getByText(auth.messages.sixDigits)).toBeVisible()
  if (oldCode !== newest) {
    await digits.fill(oldCode)
    await digits.press('Enter')
    await expect(page.getByText(auth.messages.wrongMailCode).first()).toBeVisible()
  }
  await digits.fill(newest)
  await digits.press('Enter')
  await expect(page).toHaveURL(/\/portal\/$/)
})

test('a link requested on another device requires its six-digit code', async ({ page, browser }) => {
  const address = await registerAdministrator('elsewhere')
  await page.goto('/portal/login?tab=magic-link')
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Email').press('Enter')
  const digits = await codeMailedTo(address, 0)
  const link = await waitForEmailedLink(address, magicLink, 0)
  const otherContext = await browser.newContext()
  const phone = await otherContext.newPage()
  await phone.goto(link)
  await phone.getByRole('button', { name: 'Sign in' }).click()
  await expect(phone.getByText('This link was requested in another browser')).toBeVisible()
  await phone.getByLabel('Code from the email').fill(digits)
  await phone.keyboard.press('Enter')
  await expect(phone).toHaveURL(/\/portal\/?$/)
  await otherContext.close()
})

test('a person changes their name, address and password, and sees the security events', async ({ page }) => {
  const address = await registerAdministrator('own')
  const next = address.replace('own.', 'new.')
  await page.goto('/portal/account')
  await signIn(page, address, password)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Change Name' }).click()
  await dialog.getByLabel('Name').fill('')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Rowan Reed')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rowan Reed’s account' })).toBeVisible()

  await page.getByRole('button', { name: 'Change Email' }).click()
  await dialog.getByLabel('New email').fill(next)
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not-the-password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('That password is incorrect.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('isn’t confirmed yet')).toBeVisible()
  const link = await waitForEmailedLink(next, /https?:\/\/\S+\/portal\/confirm-email\?token=[\w-]+/, 0)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText(`You sign in with ${next} now.`)).toBeVisible()
  const subjects = async () => (await mailsTo(address)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Your Twofold address was changed')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page.getByText(auth.messages.linkUsed)).toBeVisible()

  await page.getByRole('link', { name: 'Go to your account' }).click()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(password)
  await dialog.getByRole('textbox', { name: 'New password' }).fill('quiet-harbor-lamp')
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill('quiet-harbor')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText("Passwords don't match")).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Confirm password' }).fill('quiet-harbor-lamp')
  await page.keyboard.press('Enter')
  for (const sentence of ['Password changed', `Address changed: ${address} → ${next}`, 'Name changed to Rowan Reed']) {
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: sentence })).toBeVisible()
  }
})

test('a session can be extended two minutes before it ends; typed text survives its end', async ({ page }) => {
  await page.clock.install()
  await openSignedIn(page, 'writer@riverbend.example', '/portal/account')
  await page.getByRole('button', { name: 'Change Name' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('A name that took long to type')
  // Sessions end 4 h after the last use, which the server may record up to a minute late.
  const used = Number(await page.evaluate(() => localStorage.getItem('twofold.used')))
  await page.clock.pauseAt(used + (4 * 60 - 1) * 60_000 - 90_000)
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await expect(warning.getByText(/^1:30$/)).toBeVisible()
  await page.clock.resume()
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(warning).toBeHidden()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('A name that took long to type')

  await page.clock.fastForward('03:57:30')
  await expect(warning).toBeVisible()
  await page.clock.runFor('02:00')
  await expect(page).toHaveURL(/\/portal\/login$/)
  await expect(page.getByText('Authentication expired. Please login again.').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('writer@riverbend.example')
  await signIn(page, 'writer@riverbend.example')
  await expect(page).toHaveURL(/\/portal\/account$/)
  await expect(page.getByRole('heading', { name: 'Unsaved text' })).toBeVisible()
  await expect(page.getByText('A name that took long to type')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Unsaved text' })).toBeHidden()
})

test('after logout the back button shows no data, and the browser stores no personal data', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/donations')
  await expect(page.getByRole('table').or(page.getByText('Found')).first()).toBeVisible()
  await page.goto('/portal/account')
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
  const logoutResponse = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'))
  await page.getByRole('button', { name: 'Logout' }).click()
  expect((await (await logoutResponse).allHeaders())['clear-site-data']).toContain('"cache"')
  await expect(page).toHaveURL(/\/portal\/login$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/portal\/login$/)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const storedKeys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  // The last key belongs to `openSignedIn`, not to the product.
  const allowed = ['twofold.theme', 'twofold.sidebar', 'react-router-scroll-positions', 'test.entry']
  expect(storedKeys.filter((key) => !allowed.includes(key))).toEqual([])
})
