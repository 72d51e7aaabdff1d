import { screens as addresses, apiKeys, organizations, sendingAddress, webhooks } from '@twofold/contract'
import { callerAs, expect, openSignedIn } from '../product.ts'
import { admin, type Screen, superUser } from './screen.ts'

/** Adds an entry to the audit trail. */
async function visitAs(visitor: Awaited<ReturnType<typeof callerAs>>): Promise<void> {
  const { organizationId } = await callerAs(admin)
  await visitor.call(organizations.getOrganization, { params: { id: organizationId } }, visitor)
}

export const organizationScreens: readonly Screen[] = [
  {
    name: 'email template with its performance',
    open: async (page) => {
      await openSignedIn(page, admin, '/portal/email-customization?template=7')
      await page.getByRole('heading', { name: 'Performance' }).click()
      await expect(page.getByRole('columnheader', { name: 'Automatic opens' })).toBeVisible()
    },
  },
  {
    name: 'users',
    open: async (page) => {
      await openSignedIn(page, admin, '/portal/organization-details?tab=users')
      await expect(page.getByRole('button', { name: 'Actions for Ines Falk' })).toBeVisible()
    },
  },
  {
    name: 'add user',
    open: async (page) => {
      await openSignedIn(page, admin, '/portal/organization-details?tab=users')
      await page.getByRole('button', { name: 'Add User' }).click()
      await expect(page.getByRole('dialog', { name: 'Add User' })).toBeVisible()
    },
  },
  {
    name: 'sending from a domain of one’s own',
    open: async (page) => {
      const caller = await callerAs(admin)
      const body = { address: 'giving@own-domain.example.org' }
      await caller.call(sendingAddress.chooseSendingAddress, { params: { id: caller.organizationId }, body }, caller)
      await openSignedIn(page, admin, '/portal/organization-details?tab=settings')
      await expect(page.getByText('giving@own-domain.example.org isn’t in use yet.')).toBeVisible()
    },
  },
  {
    name: 'close the organization',
    open: async (page) => {
      await openSignedIn(page, admin, '/portal/organization-details?tab=settings')
      await page.getByRole('button', { name: 'Close this organization' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Close organization' }).click()
      await expect(page.getByRole('dialog').getByRole('textbox', { name: /to confirm$/ })).toHaveAttribute(
        'aria-invalid',
        'true',
      )
    },
  },
  {
    name: 'chapters',
    at: addresses.chapters,
    open: async (page) => {
      await openSignedIn(page, admin, '/portal/chapters')
      await expect(page.getByText('Riverbend North Pantry')).toBeVisible()
    },
  },
  {
    name: 'audit trail',
    at: addresses.audit,
    open: async (page) => {
      await visitAs(await callerAs(superUser))
      await openSignedIn(page, admin, '/portal/audit')
      await expect(page.getByText('opened the organization to help.').first()).toBeVisible()
    },
  },
  {
    name: 'integrations',
    at: addresses.integrations,
    open: async (page) => {
      await openSignedIn(page, admin, '/portal/integrations')
      await expect(page.getByRole('button', { name: 'Manage API Keys' })).toBeEnabled()
    },
  },
  {
    name: 'API keys',
    open: async (page) => {
      const { organizationId, call, token } = await callerAs(admin)
      await call(apiKeys.createApiKey, { params: { id: organizationId }, body: { name: 'Website' } }, { token })
      await openSignedIn(page, admin, '/portal/integrations')
      await page.getByRole('button', { name: 'Manage API Keys' }).click()
      await expect(page.getByRole('textbox', { name: /Name of the key/ }).first()).toBeVisible()
    },
  },
  {
    name: 'webhooks',
    at: addresses.webhooks,
    open: async (page) => {
      const { organizationId, call, token } = await callerAs(admin)
      const { webhooks: existing } = await call(webhooks.listWebhooks, { params: { id: organizationId } }, { token })
      if (existing.length === 0)
        await call(webhooks.createWebhook, { params: { id: organizationId }, body: {} }, { token })
      await openSignedIn(page, admin, '/portal/webhooks')
      await expect(page.getByRole('textbox', { name: 'URL' }).first()).toBeVisible()
    },
  },
  {
    name: 'widget guide',
    at: addresses.widgetGuide,
    open: async (page) => openSignedIn(page, admin, '/portal/widget-guide'),
  },
  {
    name: 'stripe setup',
    at: addresses.stripeSetup,
    open: async (page) => openSignedIn(page, admin, '/portal/stripe-setup'),
  },
]
