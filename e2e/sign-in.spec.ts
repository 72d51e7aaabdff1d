import { mailsTo } from './mailbox.ts'
import { expect, signIn, test } from './product.ts'

test.beforeEach(async ({ page }) => {
  await page.goto('/login')
})

test('the login page offers a password and a magic link', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Password' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Magic Link' })).toBeVisible()
})

test('a wrong password is said so, and nobody is signed in', async ({ page }) => {
  await signIn(page, 'reader@riverbend.example', 'not-the-password')
  await expect(page.getByText('The email or password is not right.').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
})

test('a demo sign-in leads into the portal', async ({ page }) => {
  await signIn(page, 'admin@riverbend.example')
  await expect(page).toHaveURL(/\/portal/)
  await expect(page.getByText('Riverbend Food Bank').first()).toBeVisible()
})

test('a magic link arrives by mail and signs in after one press', async ({ page }) => {
  const address = 'writer@riverbend.example'
  await page.getByRole('tab', { name: 'Magic Link' }).click()
  await page.getByLabel('Email').fill(address)
  await page.getByLabel('Email').press('Enter')
  let link: string | undefined
  await expect
    .poll(async () => {
      const mail = (await mailsTo(address)).at(-1)
      link = /https?:\/\/\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0]
      return link
    })
    .toBeDefined()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: /sign in/i }).click()
  await expect(page).toHaveURL(/\/portal(?!\/magic-link)/)
})
