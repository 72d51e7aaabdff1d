import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { apiKeys, organizations, webhooks } from '@twofold/contract'
import { donationFile, uploadGifts } from './donation-file.ts'
import { mailsTo } from './mailbox.ts'
import { callerAs, enter, expect, test } from './product.ts'

test.describe.configure({ timeout: 90_000 })

const writer = 'writer@riverbend.example'
const admin = 'admin@riverbend.example'

/** Our support comes into the organization of the admin, which leaves a line in its trail. */
async function visitAs(support: Awaited<ReturnType<typeof callerAs>>): Promise<void> {
  const { organizationId } = await callerAs(admin)
  await support.call(organizations.getOrganization, { params: { id: organizationId } }, support)
}

/** Every screen that people see most, with something on it. */
const screens: readonly { readonly name: string; readonly open: (page: Page) => Promise<void> }[] = [
  {
    name: 'login',
    open: async (page) => {
      await page.goto('/portal/login')
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    },
  },
  {
    name: 'code of a magic link',
    open: async (page) => {
      await page.route('**/api/auth/otp', (asked) => asked.fulfill({ contentType: 'text/plain', body: 'on its way' }))
      await page.goto('/portal/login?tab=magic-link')
      await page.getByLabel('Email').fill(writer)
      await page.getByLabel('Email').press('Enter')
      await expect(page.getByRole('heading', { name: 'Check your mailbox' })).toBeVisible()
    },
  },
  {
    name: 'registration',
    open: async (page) => {
      await page.goto('/portal/register')
      await page.getByRole('button', { name: 'Register' }).click()
      await expect(page.getByRole('alert')).toContainText('At least one category must be selected')
    },
  },
  {
    name: 'your account',
    open: async (page) => {
      await enter(page, writer, '/portal/account')
      await expect(page.getByText('Signed in with your password').first()).toBeVisible()
    },
  },
  {
    name: 'change email',
    open: async (page) => {
      await enter(page, writer, '/portal/account')
      await page.getByRole('button', { name: 'Change Email' }).click()
      await expect(page.getByRole('dialog', { name: 'Change your email' })).toBeVisible()
    },
  },
  {
    name: 'dashboard',
    open: async (page) => {
      await enter(page, writer, '/portal/')
      await expect(page.getByRole('article')).toHaveCount(4)
    },
  },
  {
    name: 'donations',
    open: async (page) => {
      await enter(page, writer, '/portal/donations')
      await expect(page.locator('[data-row-link]').first()).toBeVisible()
    },
  },
  {
    name: 'match dialog',
    open: async (page) => {
      await enter(page, writer, '/portal/donations?status=donor_contacted&dates=any')
      await page.locator('[data-row-link]').first().click()
      await expect(page.getByRole('heading', { name: 'Why this status' })).toBeVisible()
    },
  },
  {
    name: 'upload dialog',
    open: async (page) => {
      await enter(page, writer, '/portal/donations')
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Upload donations' })).toBeVisible()
    },
  },
  {
    name: 'field mapper',
    open: async (page) => {
      await enter(page, writer, '/portal/donations')
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      const buffer = donationFile([
        { id: 'q-1', daysAgo: 4, name: 'Quin Ality', email: 'quin@example.org', amount: '$40.00' },
        { id: 'q-2', daysAgo: 4, name: 'Quin Ality', email: 'quin@example.org', amount: '$40.00', state: 'failed' },
      ])
      const file = { name: 'export.csv', mimeType: 'text/csv', buffer }
      await page.getByRole('dialog', { name: 'Upload donations' }).locator('input[type=file]').setInputFiles(file)
      await expect(page.getByRole('dialog', { name: 'Field Mapper' })).toBeVisible({ timeout: 20_000 })
    },
  },
  {
    name: 'uploads',
    open: async (page) => {
      await enter(page, writer, '/portal/donations/uploads')
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'gifts added' })).not.toHaveCount(0)
    },
  },
  {
    name: 'users',
    open: async (page) => {
      await enter(page, admin, '/portal/organization-details?tab=users')
      await expect(page.getByRole('button', { name: 'Actions for Ines Falk' })).toBeVisible()
    },
  },
  {
    name: 'add user',
    open: async (page) => {
      await enter(page, admin, '/portal/organization-details?tab=users')
      await page.getByRole('button', { name: 'Add User' }).click()
      await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible()
    },
  },
  {
    name: 'chapters',
    open: async (page) => {
      await enter(page, admin, '/portal/chapters')
      await expect(page.getByText('Riverbend North Pantry')).toBeVisible()
    },
  },
  {
    name: 'audit trail',
    open: async (page) => {
      await visitAs(await callerAs('super@twofold.example'))
      await enter(page, admin, '/portal/audit')
      await expect(page.getByText('came into the organization to help.').first()).toBeVisible()
    },
  },
  {
    name: 'review queue',
    open: async (page) => {
      await enter(page, 'super@twofold.example', '/portal/review')
      await expect(page.getByText('Dr. Patel DDS')).toBeVisible()
    },
  },
  {
    name: 'integrations',
    open: async (page) => {
      await enter(page, admin, '/portal/integrations')
      await expect(page.getByRole('button', { name: 'Manage API Keys' })).toBeEnabled()
    },
  },
  {
    name: 'API keys',
    open: async (page) => {
      const { organizationId, call, token } = await callerAs(admin)
      await call(apiKeys.createApiKey, { params: { id: organizationId }, body: { name: 'Website' } }, { token })
      await enter(page, admin, '/portal/integrations')
      await page.getByRole('button', { name: 'Manage API Keys' }).click()
      await expect(page.getByRole('textbox', { name: /Name of the key/ }).first()).toBeVisible()
    },
  },
  {
    name: 'webhooks',
    open: async (page) => {
      const { organizationId, call, token } = await callerAs(admin)
      const { webhooks: known } = await call(webhooks.listWebhooks, { params: { id: organizationId } }, { token })
      if (known.length === 0)
        await call(webhooks.createWebhook, { params: { id: organizationId }, body: {} }, { token })
      await enter(page, admin, '/portal/webhooks')
      await expect(page.getByRole('textbox', { name: 'URL' }).first()).toBeVisible()
    },
  },
  {
    name: 'companies',
    open: async (page) => {
      await page.goto('/companies')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'donor page',
    open: async (page) => {
      const tag = Date.now().toString(36)
      const email = `quality.${tag}@example.org`
      const gift = { daysAgo: 4, name: 'Quality Donor', employer: 'Lanternhill Bank', amount: '$70.00' }
      await uploadGifts(await callerAs(writer), [{ ...gift, id: `${tag}-q`, email }])
      await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBe(1)
      const link = /https?:\/\/\S+\/m\/c\/[\w.-]+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''
      await page.goto(link)
      await expect(page.getByRole('button', { name: 'I submitted it' })).toBeVisible()
    },
  },
]

for (const { name, open } of screens) {
  test(`${name}: no barrier that axe finds, in light and dark, wide and on a phone of 360 px`, async ({ page }) => {
    // Colours are looked at where they have come to rest.
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await open(page)
    await expectNoBarriers(page, 'light')
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
    await expectNoBarriers(page, 'dark')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScrolling(page)
    await expectNoBarriers(page, 'dark, 360 px')
  })
}

async function expectNoBarriers(page: Page, how: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect(found, how).toEqual([])
}

/** Neither the page nor anything in it that scrolls is wider than what shows it; a table may scroll in a box of its own. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const wide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('*')]
        .filter((element) => {
          const { overflowX } = getComputedStyle(element)
          const scrolls = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll'
          return scrolls && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
        })
        .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} > ${element.clientWidth}`),
    )
  await expect.poll(wide, { timeout: 5_000 }).toEqual([])
}
