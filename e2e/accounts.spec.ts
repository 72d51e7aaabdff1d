import { auth } from '@twofold/contract'
import { generate } from 'otplib'
import {
  password,
  registerAdministrator,
  resetLinkPattern,
  sevenDigits,
  waitForEmailedLink,
} from './new-administrator.ts'
import { expect, productTime, signIn, test } from './product.ts'

/** Uses the product's clock, which differs from the machine's. */
const codeOf = (secret: string): Promise<string> => generate({ secret, epoch: Math.floor(productTime() / 1000) })

test('a nonprofit registers; its administrator creates a password from the email and signs in', async ({ page }) => {
  const number = sevenDigits()
  const address = `robin.${number}@example.org`
  await page.goto('/portal/login')
  await page.getByRole('link', { name: 'Register your nonprofit' }).click()
  await expect(page.getByRole('heading', { name: 'Nonprofit Registration' })).toBeVisible()
  for (const section of ['Organization Information', 'Categories', 'Administrative Contact'])
    await expect(page.getByRole('heading', { name: section })).toBeVisible()
  await expect(page.getByLabel('Environment')).toBeHidden()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toContainText('At least one category must be selected')
  await expect(page.getByText('Valid email is required').first()).toBeVisible()

  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  const fillIn = async () => {
    await fill('Organization name', 'Otter River Trust')
    await page.getByLabel('Organization type').selectOption('Nonprofit')
    await fill('EIN', `47${number}`)
    await fill('Phone', '+1 217 555 0101')
    await fill('Website', 'otter.example.org')
    await fill('Mission statement', 'Clean water for otters and everybody else.')
    await fill('Street address', '1 River Road')
    await fill('City', 'Springfield')
    await page.getByLabel('Environment').check()
    await fill('Contact name', 'Robin Hale')
    await fill('Contact email', address)
    await page.getByRole('button', { name: 'Register' }).click()
  }
  await page.route('**/organization/register', (route) => route.fulfill({ status: 409, json: {} }), { times: 1 })
  await fillIn()
  await expect(page.getByText('Registration Failed').first()).toBeVisible()
  await expect(page.getByText('There was an error registering your nonprofit. Please try again.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Registration Complete' })).toBeVisible()
  const link = await waitForEmailedLink(address, resetLinkPattern, 0)
  await page.goto(link)
  await expect(page.getByText('Otter River Trust is registered, and you’re its administrator.')).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveValue('Robin Hale')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create password and sign in' }).click()
  await expect(page.getByRole('banner').getByText('Otter River Trust')).toBeVisible()

  await page.goto('/portal/register')
  await page.getByText('Choose categories').click()
  await fillIn()
  await expect(page.getByRole('heading', { name: 'Already Registered' })).toBeVisible()
  await expect(page.getByText('Robin Hale')).toBeVisible()
  await expect(page.getByText(address)).toHaveCount(0)
})

test('an EIN gets its hyphen while it is typed, and impossible first digits are noticed', async ({ page }) => {
  await page.goto('/portal/register')
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
  const ein = page.getByLabel('EIN', { exact: true })
  await ein.click()
  await page.keyboard.type('123456789')
  await expect(ein).toHaveValue('12-3456789')
  await page.keyboard.press('Home')
  await page.keyboard.press('Delete')
  await page.keyboard.type('4')
  await expect(ein).toHaveValue('42-3456789')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Delete')
  await page.keyboard.type('7')
  await expect(ein).toHaveValue('42-7456789')
  await ein.fill('07 3456789')
  await expect(ein).toHaveValue('07-3456789')
  await expect(page.getByText('EINs don’t start with 07. Check the number.')).toBeVisible()
  await ein.fill('123456789RR0001')
  await expect(ein).toHaveValue('123456789RR0001')
  await expect(page.getByText('EINs don’t start with 07. Check the number.')).toHaveCount(0)
  await page.getByLabel('Country').selectOption('Canada')
  await expect(page.getByText(/^An EIN has nine digits/)).toHaveCount(0)
})

test('a forgotten password is reset from the email; used and missing links show an error', async ({ page }) => {
  const address = await registerAdministrator('forgetful')
  await page.goto('/portal/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Invalid Email').first()).toBeVisible()
  await dialog.getByLabel('Email').fill(address)
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Password Reset Email Sent').first()).toBeVisible()
  const link = await waitForEmailedLink(address, resetLinkPattern, 1)

  await page.goto(link)
  const typed = page.getByLabel('New password')
  for (const [text, hint] of [
    ['otter', 'Too short. Add a word or two.'],
    ['sunshine', auth.messages.passwordTooCommon],
    [address, auth.messages.passwordIsYours],
    ['otter-lamp', 'OK. To make it stronger, add a word or two.'],
    ['quiet-harbor-lamp', 'Good. Long passwords are hard to guess.'],
  ] as const) {
    await typed.fill(text)
    await expect(page.getByText(hint).first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: hint })).toHaveCount(1)
  }
  const set = async (wanted: string, repeated = wanted) => {
    await page.getByLabel('New password').fill(wanted)
    await page.getByLabel('Confirm password').fill(repeated)
    await page.getByRole('button', { name: 'Reset Password' }).click()
  }
  await set('12345')
  await expect(page.getByText('Password must be at least 6 characters').first()).toBeVisible()
  await set('otter-lantern', 'otter-lamp')
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await set('password1')
  // The hint shows the same text before the refusal, which moves the focus to the field.
  await expect(typed).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText(auth.messages.passwordTooCommon).first()).toBeVisible()
  await set('quiet-harbor-lamp')
  await expect(page.getByRole('heading', { name: 'Password reset' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByText(auth.messages.passwordLinkUsed)).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.goto('/portal/reset-password')
  await expect(page.getByText(auth.messages.noResetToken)).toBeVisible()
  await page.getByRole('link', { name: 'Back to Login' }).click()
  await expect(page).toHaveURL(/\/portal\/login$/)
})

test('an authenticator app is set up, requested and removed; all other sessions are signed out', async ({ page }) => {
  const address = await registerAdministrator('careful')
  const confirm = async () => {
    await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
  }
  await page.goto('/portal/account')
  await signIn(page, address, password)
  await page.getByRole('button', { name: /^Set up/ }).click()
  await confirm()
  await expect(page.getByAltText('QR code for an authenticator app')).toBeVisible()
  const secret = (await page.getByRole('dialog').locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('Code from the app').fill(await codeOf(secret))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await expect(page.getByRole('heading', { name: 'Save these codes' })).toBeVisible()
  const codes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I’ve saved them' }).click()

  await page.evaluate(() => localStorage.removeItem('twofold.token'))
  await page.goto('/portal/account')
  await signIn(page, address, password)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await page.getByLabel('Code').fill('0000-0000-0000-0000')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(auth.messages.wrongCode).first()).toBeVisible()
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/portal\/account$/)
  await expect(page.getByText('9 codes left')).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByText('Signed out everywhere else').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
  await confirm()
  await expect(page.getByRole('button', { name: /^Set up/ })).toBeVisible()
})
