import type { Page } from '@playwright/test'
import { templates } from '@twofold/contract'
import { openAsNewAdministrator } from './new-administrator.ts'
import { expect, test } from './product.ts'

const statusWith = (page: Page, words: string) =>
  expect(page.locator('[data-toast-viewport] li').filter({ hasText: words }).first()).toBeVisible()

test('a custom version goes from its card to live and shows errors on the way', async ({ page }) => {
  await openAsNewAdministrator(page, 'wording', '/portal/email-customization?template=0')
  await expect(page.getByRole('heading', { level: 1, name: 'Email Template Selection' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(10)
  await page.getByRole('link', { name: 'Manual Email Matching' }).click()
  await expect(page.getByRole('switch', { name: 'Live' })).toBeDisabled()
  await expect(page.getByLabel('Subject', { exact: true })).not.toBeEditable()
  await page.getByRole('button', { name: 'Add Version' }).click()
  await statusWith(page, 'New template version created')
  await expect(page.getByRole('tab', { name: 'A', exact: true })).toHaveAttribute('aria-selected', 'true')

  const greeting = page.getByLabel('Greeting')
  await greeting.fill('It’s for you, {donor_frist_name}')
  await expect(page.getByText('{donor_frist_name} isn’t a variable we can fill in')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await statusWith(page, 'Template saved successfully')
  await page.getByRole('switch', { name: 'Not live' }).click()
  await statusWith(page, 'Failed to update template')
  await expect(page.getByRole('switch', { name: 'Not live' })).toBeVisible()

  await greeting.fill('It’s for you, ')
  await page.getByLabel('Insert a variable').selectOption('donor_first_name')
  await expect(greeting).toHaveValue('It’s for you, {donor_first_name}')
  const previewFrame = page.frameLocator('iframe[title="Preview of the email"]')
  await expect(previewFrame.getByText('It’s for you, Jordan')).toBeVisible()
  await expect(previewFrame.locator('body')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  const { headers } = await page.request.get(page.url()).then((response) => ({ headers: response.headers() }))
  expect(headers['content-security-policy']).toContain("style-src 'self';")
  await page.getByRole('button', { name: 'Save' }).click()
  await statusWith(page, 'Template saved successfully')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('switch', { name: 'Not live' }).click()
  await statusWith(page, 'Template enabled')

  const opening = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const preview = await opening
  await expect(preview.frameLocator('iframe').getByText('It’s for you, Jordan')).toBeVisible()
  await preview.close()
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await statusWith(page, 'Test email sent')

  await page.getByRole('switch', { name: 'Live', exact: true }).click()
  await statusWith(page, 'Template disabled')
})

test('an editor sees a colleague’s concurrent save and keeps their own text', async ({ page, complaints }) => {
  const caller = await openAsNewAdministrator(page, 'together', '/portal/email-customization?template=11')
  await page.getByRole('button', { name: 'Add Version' }).click()
  await expect(page.getByRole('tab', { name: 'A', exact: true })).toHaveAttribute('aria-selected', 'true')
  const params = { ...caller.params, statusId: 11 as const }
  const { templates: versions } = await caller.call(templates.listTemplates, { params }, caller)
  const templateId = versions.at(-1)?.id ?? 0
  const save = (body: templates.WrittenTemplate) =>
    caller.call(templates.saveTemplate, { params: { ...caller.params, templateId }, body }, caller)

  const greeting = page.getByLabel('Greeting')
  await greeting.fill('Mine')
  await expect(page.getByText('Default: Dear {donor_first_name},')).toBeVisible()
  await page.getByRole('switch', { name: 'Not live' }).click()
  await statusWith(page, 'Template enabled')
  await expect(greeting).toHaveValue('Mine')
  await save({ greeting: 'Theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await statusWith(page, 'Failed to save template')
  await expect(page.getByText('saved this version while you were editing')).toHaveCount(1)
  await expect(greeting).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await statusWith(page, 'Template saved successfully')
  await save({ greeting: 'Theirs again' })
  await expect(greeting).toHaveValue('Theirs again')
  complaints.length = 0
})

test('template failures show the specification’s messages', async ({ page, complaints }) => {
  const refuse = (path: string) =>
    page.route(path, (route) =>
      route.fulfill({ status: 422, json: { error: 'invalid', message: 'Not today.', request_id: 'x' } }),
    )
  await openAsNewAdministrator(page, 'unworded', '/portal/email-customization?template=9')
  await page.getByRole('button', { name: 'Add Version' }).click()
  await expect(page.getByRole('tab', { name: 'A', exact: true })).toBeVisible()
  await refuse('**/template/*')
  await refuse('**/preview-template')
  await page.getByRole('button', { name: 'Add Version' }).click()
  await statusWith(page, 'Failed to create template version')
  await page.getByLabel('Greeting').fill('Hello')
  await page.getByRole('button', { name: 'Save' }).click()
  await statusWith(page, 'Failed to save template')
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await statusWith(page, 'Failed to preview template')
  await refuse('**/mail-templates/*')
  await page.getByRole('link', { name: 'All email templates' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await page.getByRole('link', { name: 'Donor Opt-In' }).click()
  await statusWith(page, 'Failed to load email templates')
  complaints.length = 0
})

test('after five versions, a note replaces the button', async ({ page }) => {
  const caller = await openAsNewAdministrator(page, 'all-five', '/portal/email-customization?template=11')
  await expect(page.getByText('Add a version to write your own.')).toBeVisible()
  const params = { ...caller.params, templateId: 11 }
  for (const _ of ['A', 'B', 'C', 'D', 'E']) {
    const body = { organization_id: caller.organizationId, live: false }
    await caller.call(templates.saveTemplate, { params, body }, caller)
  }
  await page.reload()
  await expect(page.getByText('You have all five versions.')).toBeVisible()
  await expect(page.getByText('Your own versions are A to E.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Version' })).toHaveCount(0)
})

test('the person’s own save does not count as a conflict during a concurrent fetch', async ({ page }) => {
  await openAsNewAdministrator(page, 'alone', '/portal/email-customization?template=11')
  await page.getByRole('button', { name: 'Add Version' }).click()
  await expect(page.getByRole('tab', { name: 'A', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Greeting').fill('Mine')
  await page.evaluate(() =>
    new MutationObserver(() => {
      if (document.body.innerText.includes('while you were editing')) document.documentElement.dataset.doubted = ''
    }).observe(document.body, { childList: true, subtree: true }),
  )
  await page.route('**/template/*', async (route) => {
    const response = await route.fetch()
    await page.waitForResponse(/\/mail-templates\/11/) // the server has saved it, but this page has not received the response
    await route.fulfill({ response: response })
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await statusWith(page, 'Template saved successfully')
  await expect(page.getByLabel('Greeting')).toHaveValue('Mine')
  await expect(page.locator('html')).not.toHaveAttribute('data-doubted')
})

test('on a small phone the focused element stays above the save bar', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openAsNewAdministrator(page, 'narrow', '/portal/email-customization?template=11')
  await page.getByRole('button', { name: 'Add Version' }).click()
  await expect(page.getByRole('tab', { name: 'A', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Greeting').fill('Mine')
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  const room = await page.getByLabel('Greeting').evaluate((field) => {
    scrollTo(0, 0)
    field.scrollIntoView({ block: 'nearest' })
    const bar = [...document.querySelectorAll('form > div')].find(
      (part) => getComputedStyle(part).position === 'sticky',
    )
    return bar ? bar.getBoundingClientRect().top - field.getBoundingClientRect().bottom : Number.NaN
  })
  expect(room).toBeGreaterThanOrEqual(0)
})
