import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { donations } from '@twofold/contract'
import { placements, snippetOf } from '../web/src/features/widget-guide/snippets.ts'
import { callerAs, expect, productAddress, test } from './product.ts'

/** A nonprofit's own website: another origin, with a content security policy as strict as the guide says it may be. */
let site: Server
let address: string
let organizationId: number
const posted: string[] = []

test.beforeAll(async () => {
  organizationId = (await callerAs('writer@riverbend.example')).organizationId
  site = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        posted.push(body)
        response.end('<!doctype html><title>Thanks</title><h1>Thank you</h1>')
      })
      return
    }
    const name = new URL(request.url ?? '/', 'http://site').pathname.slice(1)
    const placement = placements.find((known) => known.name === name)
    const code = placement ? snippetOf(placement, productAddress(), organizationId) : ''
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; img-src data:; script-src ${productAddress()}; connect-src ${productAddress()}; form-action 'self'`,
    )
    response.end(
      `<!doctype html><html lang="en"><title>Our site</title><link rel="icon" href="data:,"><h1>Give</h1>${code}</html>`,
    )
  })
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((done) => site.close(done)))

test('a donation form on another origin carries the employer in its hidden fields', async ({ page, context }) => {
  await page.goto(`${address}/field`)
  await page.getByLabel('Amount').fill('50')
  const box = page.getByRole('combobox', { name: 'Employer (many match gifts)' })
  await box.fill('microsof')
  await expect(page.getByRole('option').first()).toHaveText('Microsoft')
  await box.press('ArrowDown')
  await box.press('ArrowUp')
  await expect(box).toHaveAttribute('aria-activedescendant', /^t\d+$/)
  await box.press('Enter')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText(/Your gift of \$50 could become/)).toBeVisible()
  await page.getByLabel('Amount').fill('60')
  await expect(page.getByText(/Your gift of \$60 could become/)).toBeVisible()
  await page.getByRole('button', { name: 'Donate' }).click()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  const form = new URLSearchParams(posted.at(-1))
  expect(form.get('employer')).toBe('Microsoft')
  expect(Number(form.get('employer_id'))).toBeGreaterThan(0)
  expect(await context.cookies()).toEqual([])
})

test('the form works on when the service is away', async ({ page, complaints }) => {
  await page.route(/\/search\/|\/api\/public\//, (route) => route.abort())
  await page.goto(`${address}/field`)
  await page.getByRole('combobox').fill('Zorblax Anvils')
  await expect(page.getByText('The search is not answering right now')).toBeVisible()
  await page.getByRole('button', { name: 'Donate' }).click()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  expect(new URLSearchParams(posted.at(-1)).get('employer')).toBe('Zorblax Anvils')

  await page.route(/widget\.js/, (route) => route.abort())
  await page.goto(`${address}/field`)
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Donate' }).click()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  complaints.length = 0 // the browser notes what was cut off
})

test('a whole match request on another origin becomes a donation', async ({ page }) => {
  const email = `widget.${Date.now().toString(36)}@example.org`
  await page.goto(`${address}/request`)
  await page.getByRole('button', { name: 'Ask for my match' }).click()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await page.getByRole('combobox').fill('microsof')
  await page.getByRole('option').first().click()
  await page.getByLabel('Your gift').fill('75')
  await page.getByLabel('Your name').fill('Wanda Widget')
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Ask for my match' }).click()
  await expect(page.getByText(`We write to ${email}`)).toBeVisible()
  const caller = await callerAs('writer@riverbend.example')
  const { donations: found } = await caller.call(
    donations.listDonations,
    { params: { id: organizationId }, query: { filters: { donorNameEmail: email } } },
    caller,
  )
  expect(found).toMatchObject([
    { amount: 75, donor_name: 'Wanda Widget', custom: { source: expect.stringContaining('widget') } },
  ])
})

test('button, thank-you message and policy card work on another origin', async ({ page }) => {
  await page.goto(`${address}/button`)
  await page.getByRole('button', { name: 'Does my employer match?' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.goto(`${address}/thanks`)
  await page.getByRole('combobox').fill('microsof')
  await page.getByRole('option').first().click()
  await expect(page.getByText(/Your gift of \$50 could become/)).toBeVisible()
  await expect(page.getByLabel('Your email')).toBeVisible()

  await page.goto(`${address}/card`)
  await page.getByRole('combobox').fill('microsof')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectNoBarriers(page)
  await page.getByRole('option').first().click()
  await expectNoBarriers(page)
  await expect(page.getByText(/Microsoft matches its people’s gifts/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^From microsoft\.com/ })).toBeVisible()
  const way = await page.getByRole('link', { name: 'Ask for my match' }).getAttribute('href')
  await page.goto(way ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Match your gift to Riverbend Food Bank')
})

async function expectNoBarriers(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
