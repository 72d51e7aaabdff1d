import { auth } from '@twofold/contract'
import { mailsTo } from './mailbox.ts'
import { waitForEmailedLink } from './new-administrator.ts'
import { callerAs, expect, openSignedIn, openViaSignIn, signIn, test } from './product.ts'

test('the login page offers a password and a magic link', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Password' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Magic Link' })).toBeVisible()
})

test('a wrong password shows an error and does not sign in', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, 'reader@riverbend.example', 'not-the-password')
  await expect(page.getByText('That email or password is incorrect.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a demo sign-in opens the portal', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, 'admin@riverbend.example')
  await expect(page).toHaveURL(/\/portal/)
  await expect(page.getByText('Welcome back, Marisol Vega!').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Organization: Riverbend Food Bank' })).toBeVisible()
})

test('a sign-in during the first minute of an installation shows why it waits, then continues automatically', async ({
  page,
  complaints,
}) => {
  const message = 'Twofold is being set up. This takes about a minute.'
  const refused = { status: 503, json: { error: 'unavailable', message, request_id: 'none' } }
  await page.goto('/login')
  await page.route(`**${auth.login.path}`, (route) => route.fulfill(refused), { times: 2 })
  await signIn(page, 'reader@riverbend.example')
  await expect(page.getByRole('status').filter({ hasText: message })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(/^Welcome back/).first()).toBeVisible()
  await expect(page.getByText(message)).toHaveCount(0)
  complaints.length = 0
})

test('the typed email is kept when another sign-in method is chosen', async ({ page }) => {
  await page.goto('/login')
  const email = page.getByLabel('Email')
  await email.fill('reader@riverbend.example')
  await page.getByRole('tab', { name: 'Magic Link' }).dispatchEvent('click')
  await expect(page.getByRole('button', { name: 'Send Magic Link' })).toBeVisible()
  await expect(email).toHaveValue('reader@riverbend.example')
  await email.fill('writer@riverbend.example')
  await page.getByRole('tab', { name: 'Password' }).dispatchEvent('click')
  await expect(page.getByRole('button', { name: 'Forgot password?' })).toBeVisible()
  await expect(email).toHaveValue('writer@riverbend.example')
})

test('a magic link arrives by email and signs in once, after one click', async ({ page }) => {
  const address = 'reader@riverbend.example'
  const sign = /https?:\/\/\S+\/portal\/magic-link\?token=[\w-]+/
  const mailsBefore = (await mailsTo(address)).filter(({ text }) => sign.test(text ?? '')).length
  await page.goto('/portal/login')
  await page.getByRole('tab', { name: 'Magic Link' }).click()
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  const link = await waitForEmailedLink(address, sign, mailsBefore)

  // Mail scanners open links as well.
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.reload()
  const wait = 'Please wait a moment.'
  const refused = { status: 429, json: { error: 'too_many_requests', message: wait, request_id: 'none' } }
  await page.route(`**${auth.redeemMagicLink.path}`, (route) => route.fulfill(refused), { times: 1 })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main').getByText(wait)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/portal\/?$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(auth.messages.linkUsed).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
})

test('an unknown email address shows an error and allows another attempt', async ({ page }) => {
  await page.goto('/portal/login?tab=magic-link')
  await page.getByLabel('Email').fill('nobody@example.org')
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('heading', { name: 'No User Found' })).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('nobody@example.org')
})

test('logging out ends the session immediately, also on the server', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/donations')
  await expect(page.getByRole('heading', { name: 'Donations' })).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('twofold.token') ?? '')
  const logoutResponse = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/portal\/login$/)
  await expect(page.getByText('You have been successfully logged out.').first()).toBeVisible()
  await logoutResponse
  const { refusal } = await callerAs('reader@riverbend.example')
  expect((await refusal(auth.getCurrentUser, {}, { token })).status).toBe(401)
  await page.goto('/portal/donations')
  await expect(page).toHaveURL(/\/portal\/login/)
})

test('a session that ended elsewhere asks for sign-in and returns to the same screen', async ({ page }) => {
  const path = '/portal/donations?status=no_response&size=25'
  await openViaSignIn(page, 'reader@riverbend.example', path)
  await expect(page.getByRole('button', { name: /^NO RESPONSE/ })).toHaveAttribute('aria-pressed', 'true')
  const token = await page.evaluate(() => localStorage.getItem('twofold.token') ?? '')
  const { call } = await callerAs('reader@riverbend.example')
  await call(auth.logout, {}, { token })

  await page.reload()
  await expect(page).toHaveURL(/\/portal\/login/)
  await expect(page.getByText('Authentication expired. Please login again.').first()).toBeVisible()
  await signIn(page, 'reader@riverbend.example')
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('button', { name: /^NO RESPONSE/ })).toHaveAttribute('aria-pressed', 'true')
})

test('each sign-in failure shows the specification’s message in a toast and next to the form', async ({
  page,
  complaints,
}) => {
  const fulfillWith = (path: string, status: number, body: object) =>
    page.route(`**${path}`, (route) => route.fulfill({ status, json: body }))
  const expectMessages = async (...words: string[]) => {
    for (const text of words) await expect(page.getByText(text).first()).toBeVisible()
  }
  await page.goto('/portal/login')
  await fulfillWith('/api/auth/login', 200, {})
  await signIn(page, 'reader@riverbend.example')
  await expectMessages('Login Failed', 'Authentication failed: No token received')
  await page.route('**/api/auth/login', (route) => route.abort())
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
  await expectMessages('Network error. Please check your connection.')

  await fulfillWith('/api/auth/forgot', 409, { error: 'conflict', message: 'no', request_id: '1' })
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expectMessages('Request Failed', 'Unable to process your request. Please try again later.')
  await page.goto('/portal/reset-password?token=a-token-that-nobody-has-made')
  await expect(page.getByText(auth.messages.passwordLinkUsed)).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  expect(complaints.splice(0).filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([])
})
