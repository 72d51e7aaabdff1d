import type { Page } from '@playwright/test'
import { screens as addresses, type auth } from '@twofold/contract'
import { expect, openSignedIn } from '../product.ts'
import { type Screen, writer } from './screen.ts'

/** Mocks the response for a valid link. */
async function openLink(page: Page, link: Partial<auth.PasswordLink>): Promise<void> {
  const json = { email: 'cole@example.org', name: '', ...link }
  await page.route('/api/auth/reset/look', (route) => route.fulfill({ json }))
  await page.goto(`/portal/reset-password?token=${'x'.repeat(43)}`)
}

export const signingInScreens: readonly Screen[] = [
  {
    name: 'login',
    at: addresses.login,
    open: async (page) => {
      await page.goto('/portal/login')
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    },
  },
  {
    name: 'code of a magic link',
    open: async (page) => {
      await page.route('**/api/auth/otp', (route) => route.fulfill({ contentType: 'text/plain', body: 'on its way' }))
      await page.goto('/portal/login?tab=magic-link')
      await page.getByLabel('Email').fill(writer)
      await page.getByLabel('Email').press('Enter')
      await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
    },
  },
  {
    name: 'registration',
    at: addresses.register,
    open: async (page) => {
      await page.goto('/portal/register')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('alert')).toContainText('At least one category must be selected')
    },
  },
  {
    name: 'forgot password',
    open: async (page) => {
      await page.goto('/portal/login')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'reset password',
    at: addresses.resetPassword,
    open: async (page) => {
      await openLink(page, { kind: 'reset', organization: null, invited_by: null })
      await expect(page.getByLabel('New password')).toBeVisible()
    },
  },
  {
    name: 'invitation',
    at: addresses.resetPassword,
    open: async (page) => {
      await openLink(page, { kind: 'first', organization: 'Riverbend Food Bank', invited_by: 'Marisol Vega' })
      await expect(page.getByText('Marisol Vega invited you')).toBeVisible()
    },
  },
  {
    name: 'link that was used',
    at: addresses.resetPassword,
    open: async (page) => {
      await page.goto(`/portal/reset-password?token=${'x'.repeat(43)}`)
      await expect(page.getByRole('heading', { name: 'Invalid link' })).toBeVisible()
    },
  },
  {
    name: 'your account',
    at: addresses.account,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/account')
      await expect(page.getByText('Signed in with your password').first()).toBeVisible()
    },
  },
  {
    name: 'change email',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/account')
      await page.getByRole('button', { name: 'Change Email' }).click()
      await expect(page.getByRole('dialog', { name: 'Change your email' })).toBeVisible()
    },
  },
]
