import type { Page } from '@playwright/test'
import {
  screens as addresses,
  apiKeys,
  type auth,
  companies,
  donors,
  linkTo,
  organizations,
  payouts,
  reports,
  type ScreenPath,
  webhooks,
} from '@twofold/contract'
import { donationFile, uploadGifts } from './donation-file.ts'
import { mailsTo } from './mailbox.ts'
import { callerAs, enter, expect } from './product.ts'

const writer = 'writer@riverbend.example'
const admin = 'admin@riverbend.example'

/** Our support comes into the organization of the admin, which leaves a line in its trail. */
async function visitAs(support: Awaited<ReturnType<typeof callerAs>>): Promise<void> {
  const { organizationId } = await callerAs(admin)
  await support.call(organizations.getOrganization, { params: { id: organizationId } }, support)
}

async function someReport(): Promise<number> {
  const { call, token, organizationId } = await callerAs(writer)
  const params = { id: organizationId }
  const { reports: own } = await call(reports.listReports, { params }, { token })
  const known = own.find(({ name }) => name === 'Gifts to follow up')
  if (known) return known.id
  const columns = { 'users.name': '', amount: '' }
  const { report } = await call(
    reports.saveReport,
    { params, body: { name: 'Gifts to follow up', columns } },
    { token },
  )
  return report.id
}

const opened = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The page of somebody who gave. */
async function addressOfDonor(): Promise<string> {
  const { organizationId, call, token } = await callerAs(writer)
  const found = await call(donors.listDonors, { params: { id: organizationId }, query: { per_page: 1 } }, { token })
  return linkTo(addresses.donor, { id: found.donors[0]?.id ?? 0 })
}

let checks = 0

/** A check of a company with one gift that nobody knows; answers its payout. */
async function someCheck(): Promise<number> {
  const { organizationId, call, token } = await callerAs(writer)
  const params = { id: organizationId }
  // a second check for the same donor and amount would wait for a person
  const number = `${Date.now()}${++checks}`
  const body = {
    payer: 'Example Mills Foundation',
    reference: number,
    paid_on: '2026-06-01',
    lines: [{ donor_name: `Nobody ${number}`, amount: 25 }],
  }
  const { report } = await call(payouts.addCheck, { params, body }, { token })
  const { payouts: all } = await call(payouts.listPayouts, { params, query: {} }, { token })
  return all.find(({ report_id }) => report_id === report.id)?.id ?? 0
}

/** Has the line of a check wait for a person. */
async function waitingLine(payoutId: number): Promise<void> {
  const { organizationId: id, call, token } = await callerAs(writer)
  const { lines } = await call(payouts.getPayout, { params: { id, payoutId }, query: {} }, { token })
  await call(payouts.reopenPayoutLine, { params: { id, lineId: lines[0]?.id ?? 0 } }, { token })
}

type Screen = {
  readonly name: string
  /** The address that is looked at with this. */
  readonly at?: ScreenPath
  readonly open: (page: Page) => Promise<void>
}

/** The page behind a mailed link, with what the server would say of one that still works. */
async function lookAtLink(page: Page, said: Partial<auth.PasswordLink>): Promise<void> {
  const json = { email: 'cole@example.org', name: '', ...said }
  await page.route('/api/auth/reset/look', (route) => route.fulfill({ json }))
  await page.goto(`/portal/reset-password?token=${'x'.repeat(43)}`)
}

/** The dashboard of who has no gifts yet. */
async function openFirstDay(page: Page): Promise<void> {
  await page.route(/\/api\/organization\/\d+$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), has_gifts: false } })
  })
  await enter(page, admin, '/portal/')
  await expect(page.getByRole('heading', { name: 'Three ways to get started' })).toBeVisible()
}

/** Screens that want something on them, or a state of their own. */
const prepared: readonly Screen[] = [
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
      await page.route('**/api/auth/otp', (asked) => asked.fulfill({ contentType: 'text/plain', body: 'on its way' }))
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
    name: 'your account',
    at: addresses.account,
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
    at: addresses.dashboard,
    open: async (page) => {
      await enter(page, writer, '/portal/')
      await expect(page.getByRole('article')).toHaveCount(4)
    },
  },
  {
    name: 'donations',
    at: addresses.donations,
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
    name: 'before a re-email',
    open: async (page) => {
      await enter(page, writer, '/portal/donations?status=donor_contacted&dates=any')
      await page.locator('[data-row-link]').first().click()
      await page.getByRole('button', { name: 'Save & Re-Email' }).click()
      await expect(page.getByText(/It (stays|becomes)/)).toBeVisible()
    },
  },
  {
    name: 'add donation',
    open: async (page) => {
      await enter(page, writer, '/portal/donations')
      await page.getByRole('button', { name: 'Add donation' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add donation' }).click()
      await expect(page.getByText('Enter the name of the donor')).toBeVisible()
    },
  },
  {
    name: 'donors',
    at: addresses.donors,
    open: async (page) => {
      await enter(page, writer, '/portal/donors')
      await expect(page.getByRole('rowheader').first()).toBeAttached()
    },
  },
  {
    name: 'donor',
    at: addresses.donor,
    open: async (page) => {
      await enter(page, writer, await addressOfDonor())
      await expect(page.getByRole('heading', { name: 'Gifts and matches' })).toBeVisible()
    },
  },
  {
    name: 'edit donor',
    open: async (page) => {
      await enter(page, writer, await addressOfDonor())
      await page.getByRole('button', { name: 'Edit' }).click()
      await expect(page.getByRole('dialog', { name: 'Edit donor' })).toBeVisible()
    },
  },
  {
    name: 'merge donors',
    open: async (page) => {
      await enter(page, writer, await addressOfDonor())
      await page.getByRole('button', { name: 'Merge' }).click()
      await expect(page.getByRole('dialog', { name: 'Merge two donors' })).toBeVisible()
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
      await expect(page.getByRole('dialog', { name: 'Field Mapper' })).toBeVisible()
    },
  },
  {
    name: 'uploads',
    at: addresses.uploads,
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
    at: addresses.chapters,
    open: async (page) => {
      await enter(page, admin, '/portal/chapters')
      await expect(page.getByText('Riverbend North Pantry')).toBeVisible()
    },
  },
  {
    name: 'audit trail',
    at: addresses.audit,
    open: async (page) => {
      await visitAs(await callerAs('super@twofold.example'))
      await enter(page, admin, '/portal/audit')
      await expect(page.getByText('opened the organization to help.').first()).toBeVisible()
    },
  },
  {
    name: 'company directory',
    at: addresses.directory,
    open: async (page) => {
      await enter(page, 'super@twofold.example', '/portal/directory')
      await expect(page.getByText('for gifts from').first()).toBeVisible()
    },
  },
  {
    name: 'company of the directory',
    at: addresses.directoryCompany,
    open: async (page) => {
      const { call } = await callerAs('super@twofold.example')
      const { companies: found } = await call(companies.listCompanies, { query: { search: 'Microsoft', per_page: 1 } })
      const address = linkTo(addresses.directoryCompany, { companyId: found[0]?.id ?? 0 })
      await enter(page, 'super@twofold.example', address)
      await expect(page.getByRole('heading', { name: 'Microsoft' })).toBeVisible()
    },
  },
  {
    name: 'review queue',
    at: addresses.review,
    open: async (page) => {
      await enter(page, 'super@twofold.example', '/portal/review')
      await expect(page.getByText('Dr. Patel DDS')).toBeVisible()
    },
  },
  {
    name: 'suggested corrections',
    open: async (page) => {
      await enter(page, 'super@twofold.example', '/portal/review?show=corrections')
      await expect(page.getByText('It matches 2:1 now')).toBeVisible()
    },
  },
  {
    name: 'campaigns',
    at: addresses.campaigns,
    open: async (page) => {
      await enter(page, writer, '/portal/campaigns')
      await expect(page.getByRole('link', { name: 'Harvest Drive at Northstar' }).locator('visible=true')).toBeVisible()
    },
  },
  {
    name: 'campaign form',
    open: async (page) => {
      await enter(page, writer, '/portal/campaigns')
      await page.getByRole('button', { name: 'Add Campaign' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
      await expect(page.getByText('Give the campaign a name')).toBeVisible()
    },
  },
  {
    name: 'campaign',
    at: addresses.campaign,
    open: async (page) => {
      await enter(page, writer, '/portal/campaigns')
      await page.getByRole('link', { name: 'Harvest Drive at Northstar' }).locator('visible=true').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Harvest Drive at Northstar' })).toBeVisible()
    },
  },
  {
    name: 'report',
    at: addresses.reports,
    open: async (page) => {
      await enter(page, writer, `/portal/reports?report=${await someReport()}`)
      await expect(page.getByRole('heading', { name: 'Gifts to follow up' })).toBeVisible()
      await expect(page.getByRole('table', { name: /^First rows of/ })).toBeVisible()
    },
  },
  {
    name: 'report form',
    open: async (page) => {
      await enter(page, writer, '/portal/reports?new=1')
      await expect(page.getByRole('table', { name: 'Preview of the report' })).toBeVisible()
      await page.getByRole('button', { name: 'Save report' }).click()
      await expect(page.getByText('Report name is required')).toBeVisible()
    },
  },
  {
    name: 'payouts',
    at: addresses.payouts,
    open: async (page) => {
      await someCheck()
      await enter(page, writer, '/portal/payouts')
      await expect(
        page.getByRole('link', { name: 'Example Mills Foundation' }).locator('visible=true').first(),
      ).toBeVisible()
    },
  },
  {
    name: 'payout',
    at: addresses.payout,
    open: async (page) => {
      await enter(page, writer, `/portal/payouts/${await someCheck()}`)
      await expect(page.getByText('A match of its own').locator('visible=true').first()).toBeVisible()
    },
  },
  {
    name: 'check form',
    open: async (page) => {
      await enter(page, writer, '/portal/payouts')
      await page.getByRole('button', { name: 'Enter a check' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Enter who paid')).toBeVisible()
    },
  },
  {
    name: 'bank lines',
    at: addresses.bankLines,
    open: async (page) => {
      await enter(page, writer, '/portal/payouts/bank')
      await expect(page.getByRole('heading', { level: 1, name: 'Bank lines' })).toBeVisible()
    },
  },
  {
    name: 'bank line form',
    open: async (page) => {
      await enter(page, writer, '/portal/payouts/bank')
      await page.getByRole('button', { name: 'Enter a line' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Enter what the bank wrote')).toBeVisible()
    },
  },
  {
    name: 'expected money',
    at: addresses.expectedMoney,
    open: async (page) => {
      await enter(page, writer, '/portal/payouts/expected')
      await expect(page.getByRole('tab', { name: 'By platform' })).toBeVisible()
    },
  },
  {
    name: 'lines to settle',
    at: addresses.waitingPayouts,
    open: async (page) => {
      await waitingLine(await someCheck())
      await enter(page, writer, '/portal/payouts/waiting')
      await expect(page.getByRole('button', { name: 'None of these: add it as a match' })).toBeVisible()
    },
  },
  {
    name: 'integrations',
    at: addresses.integrations,
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
    at: addresses.webhooks,
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
    at: addresses.publicCompanies,
    open: async (page) => {
      await page.goto('/companies')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'company policies',
    at: addresses.companies,
    open: async (page) => {
      await enter(page, writer, '/portal/companies?search=lanternhill')
      await expect(page.getByRole('link', { name: 'Lanternhill Bank' }).locator('visible=true')).toBeVisible()
    },
  },
  {
    name: "a company's page in the portal",
    at: addresses.company,
    open: async (page) => {
      await enter(page, writer, '/portal/companies?search=lanternhill')
      await page.getByRole('link', { name: 'Lanternhill Bank' }).locator('visible=true').click()
      await expect(page.getByRole('heading', { name: 'Facts and their sources' })).toBeVisible()
    },
  },
  {
    name: 'a policy of our own',
    open: async (page) => {
      await enter(page, writer, '/portal/companies?search=lanternhill')
      await page.getByRole('link', { name: 'Lanternhill Bank' }).locator('visible=true').click()
      await page.getByRole('button', { name: 'Add your own policy' }).click()
      await page.getByLabel('Ratio, company : donor').fill('3:1')
      await page.getByRole('button', { name: 'See what changes' }).click()
      await expect(page.getByRole('dialog', { name: 'What this changes' })).toBeVisible()
    },
  },
  {
    name: "a company's public page",
    open: async (page) => {
      await page.goto('/companies?search=lanternhill')
      await page.getByRole('link', { name: 'Lanternhill Bank' }).locator('visible=true').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Lanternhill Bank' })).toBeVisible()
    },
  },
  {
    name: 'donor page',
    open: async (page) => {
      const tag = Date.now().toString(36)
      const email = `quality.${tag}@example.org`
      const gift = { daysAgo: 4, name: 'Quality Donor', employer: 'Lanternhill Bank', amount: '$70.00' }
      await uploadGifts(await callerAs(writer), [{ ...gift, id: `${tag}-q`, email }])
      await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
      const link = /https?:\/\/\S+\/m\/c\/[\w.-]+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''
      await page.goto(link)
      await expect(page.getByRole('button', { name: 'I submitted it' })).toBeVisible()
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
      await lookAtLink(page, { kind: 'reset', organization: null, invited_by: null })
      await expect(page.getByLabel('New password')).toBeVisible()
    },
  },
  {
    name: 'invitation',
    at: addresses.resetPassword,
    open: async (page) => {
      await lookAtLink(page, { kind: 'first', organization: 'Riverbend Food Bank', invited_by: 'Marisol Vega' })
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
    name: 'first day',
    open: (page) => openFirstDay(page),
  },
  {
    name: 'sample email',
    open: async (page) => {
      await openFirstDay(page)
      await page.getByRole('button', { name: 'See a sample email' }).click()
      await expect(page.getByRole('dialog').getByText('Jordan Avery <')).toBeVisible()
    },
  },
  {
    name: 'dashboard as tables',
    open: async (page) => {
      await enter(page, writer, '/portal/')
      for (const title of ['Gifts and matches by month', 'From first contact to approval']) {
        await page
          .getByRole('region', { name: title })
          .getByRole('button', { name: /Show as table/ })
          .click()
      }
    },
  },
  { name: 'unknown address', open: async (page) => enter(page, writer, '/portal/not-a-screen') },
  {
    name: 'command menu',
    open: async (page) => {
      await enter(page, writer, '/portal/')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('combobox', { name: /^Search donors/ }).fill('lan')
      await expect(page.getByRole('group', { name: 'Companies' }).getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'questions',
    at: addresses.faq,
    open: async (page) => opened(page, '/portal/faq?apex&direct&cn=Quillon#how-direct'),
  },
  { name: 'contact', at: addresses.contact, open: async (page) => opened(page, '/portal/contact') },
  { name: 'match page', at: addresses.matchPage, open: async (page) => opened(page, '/match/riverbend-food%20bank') },
  {
    name: 'match page with a policy',
    open: async (page) => {
      await opened(page, '/match/riverbend-food%20bank?amount=80')
      await page.getByRole('combobox', { name: 'Where do you work?' }).fill('microsof')
      await page.getByRole('option').first().click()
      await expect(page.getByText(/Your gift of \$80 could become/)).toBeVisible()
    },
  },
  { name: 'no match page', open: async (page) => opened(page, '/match/nobody-of-this-name') },
  { name: 'widget guide', at: addresses.widgetGuide, open: async (page) => enter(page, admin, '/portal/widget-guide') },
  { name: 'stripe setup', at: addresses.stripeSetup, open: async (page) => enter(page, admin, '/portal/stripe-setup') },
]

/** Every other address of the product as it comes: a new screen is looked at without a line here. */
const others: readonly Screen[] = Object.values(addresses)
  .filter((address) => !prepared.some(({ at }) => at === address))
  .map((address) => ({
    name: address,
    at: address,
    open: async (page) => {
      await enter(page, admin, address.replaceAll(/:\w+/g, '1'))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
    },
  }))

export const screens: readonly Screen[] = [...prepared, ...others]
