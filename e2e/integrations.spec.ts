import type { Page } from '@playwright/test'
import { apiKeys, reports, webhooks } from '@twofold/contract'
import { Webhook } from 'standardwebhooks'
import { startReceiver } from '../server/src/features/accounts/webhooks/receiver.testing.ts'
import { expectAccessible } from './accessibility.ts'
import { password, registerAdministrator } from './new-administrator.ts'
import { callerAs, expect, openSignedIn, productAddress, test, whileResponseHeld } from './product.ts'

// Other tests change the demo's gifts and would trigger these receivers.
let admin: string
test.beforeAll(async () => {
  admin = await registerAdministrator('receiver')
})

/** Returns a function that ends the refusals. */
async function refuse(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fulfill({ status: 409, json: { error: 'conflict', message: 'Not today.', request_id: 'x' } })
  })
  return () => page.unroute(path)
}

async function removeWebhooks(): Promise<void> {
  const { organizationId, token, call } = await callerAs(admin, password)
  const list = await call(webhooks.listWebhooks, { params: { id: organizationId } }, { token })
  for (const { id } of list.webhooks) await call(webhooks.deleteWebhook, { params: { id } }, { token })
}

const toastOf = (page: Page, words: string) => page.locator('[data-toast-viewport]').getByText(words, { exact: true })

test('an API key is created, named, copied, used by a program and deleted', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: productAddress() })
  const { organizationId, call, send } = await callerAs(admin, password)
  await openSignedIn(page, admin, '/portal/integrations', password)
  await page.getByRole('button', { name: 'Manage API Keys' }).click()
  const dialog = page.getByRole('dialog', { name: 'API Setup' })
  await expect(dialog.getByText('No API keys yet')).toBeVisible()

  const mendCreate = await refuse(page, 'POST', /\/api-key$/)
  await dialog.getByRole('button', { name: 'New API Key' }).click()
  await expect(toastOf(page, 'Failed to create new API key')).toBeVisible()
  await mendCreate()
  await dialog.getByRole('button', { name: 'New API Key' }).click()
  await expect(toastOf(page, 'New API key created successfully')).toBeVisible()
  for (const name of ['Key Name', 'Key', 'Last Used', 'Last IP'])
    await expect(dialog.getByRole('columnheader', { name, exact: true })).toBeVisible()

  const name = dialog.getByRole('textbox', { name: /Name of the key/ })
  const mendRename = await refuse(page, 'PUT', /\/api-key\/\d+$/)
  await whileResponseHeld(page, /\/api-key\/\d+$/, async () => {
    await name.fill('Website')
    await expect(dialog.getByText('Saving…')).toBeVisible()
  })
  await expect(toastOf(page, 'Failed to update API key')).toBeVisible()
  await mendRename()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(toastOf(page, 'API key updated successfully')).toBeVisible()
  await expect(dialog.getByText(/Saved \d/)).toBeVisible()

  await dialog.getByRole('button', { name: /^Copy/ }).click()
  await expect(toastOf(page, 'Copied!')).toBeVisible()
  await expect(toastOf(page, 'Copied to clipboard')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  const list = `/api/organization/${organizationId}/donation?per_page=1`
  expect((await send('GET', list, { token: key })).status).toBe(200)

  // The server records a key's use after the response.
  const { token } = await callerAs(admin, password)
  const listKeys = async () => (await call(apiKeys.listApiKeys, { params: { id: organizationId } }, { token })).api_keys
  await expect.poll(async () => (await listKeys()).map((one) => one.last_ip_address)).toEqual(['127.0.0.1'])
  await page.reload()
  await page.getByRole('button', { name: 'Manage API Keys' }).click()
  await expect(dialog.getByRole('textbox', { name: /Name of the key/ })).toHaveValue('Website')
  await expect(dialog.getByText('127.0.0.1')).toBeVisible()
  await expect(dialog.getByText(key)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Delete Website' }).click()
  await page.getByRole('textbox', { name: 'Type “delete” to continue' }).fill('delete')
  const mendDelete = await refuse(page, 'DELETE', /\/api-key\/\d+$/)
  await page.getByRole('button', { name: 'Delete key' }).click()
  await expect(toastOf(page, 'Failed to delete API key')).toBeVisible()
  await mendDelete()
  await page.getByRole('button', { name: 'Delete key' }).click()
  await expect(toastOf(page, 'Organization updated successfully!')).toBeVisible()
  await expect(dialog.getByText('No API keys yet')).toBeVisible()
  expect((await send('GET', list, { token: key })).status).toBe(401)
  expect(await listKeys()).toEqual([])
})

test('a failed fetch of the keys shows an error instead of an empty list; users below admin cannot open the screen', async ({
  page,
}) => {
  await refuse(page, 'GET', /\/partial\/api_keys$/)
  await openSignedIn(page, admin, '/portal/integrations', password)
  await page.getByRole('button', { name: 'Manage API Keys' }).click()
  await expect(toastOf(page, 'Failed to fetch API keys')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Failed to fetch API keys')

  await openSignedIn(page, 'reader@riverbend.example', '/portal/integrations')
  await expect(page.getByRole('button', { name: 'Manage API Keys' })).toHaveAttribute('aria-disabled', 'true')
})

test('a webhook is added, configured, tested and deleted; its receiver verifies each request', async ({ page }) => {
  const receiver = await startReceiver()
  try {
    await openSignedIn(page, admin, '/portal/integrations', password)
    await page.getByRole('link', { name: 'Set up webhooks' }).click()
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible()
    for (const event of ['Status Changes', 'Email First Open', 'Reminder Sent'])
      await expect(page.getByText(event).first()).toBeVisible()
    await expect(page.getByText('"timezone_type": 3')).toBeVisible()

    const mendCreate = await refuse(page, 'POST', /\/webhook$/)
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    await expect(toastOf(page, 'Failed to create webhook')).toBeVisible()
    await mendCreate()
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    await expect(toastOf(page, 'Webhook created')).toBeVisible()

    const url = page.getByRole('textbox', { name: 'URL' })
    await expect(page.getByText('https://', { exact: true })).toBeVisible()
    const mendUpdate = await refuse(page, 'PUT', /\/api\/webhook\/\d+$/)
    await url.fill(`https://${receiver.url}`)
    await expect(url).toHaveValue(receiver.url)
    await expect(toastOf(page, 'Failed to update webhook')).toBeVisible()
    await mendUpdate()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(toastOf(page, 'Webhook updated')).toBeVisible()

    await page.getByRole('button', { name: 'Show token and secret' }).click()
    const secret = page.getByRole('textbox', { name: 'Signing secret' })
    await expect(secret).toHaveValue(/^whsec_[\w+/=]+$/)
    const verifier = new Webhook(await secret.inputValue())
    const token = await page.getByRole('textbox', { name: 'Token' }).inputValue()

    await page.getByRole('button', { name: 'Deliveries' }).click()
    const log = page.getByRole('dialog', { name: 'Deliveries' })
    await log.getByRole('button', { name: 'Send test event', exact: true }).click()
    await expect(log.getByText(/^200 in/).first()).toBeVisible()
    await log.getByRole('button', { name: /^Resend .+/ }).click()
    await expect.poll(() => receiver.received.length).toBe(2)
    for (const { headers, body } of receiver.received) {
      expect(verifier.verify(body, { ...headers })).toEqual({ data: webhooks.dataExample, bearer_token: token })
      expect(headers['authorization']).toBe(`Bearer ${token}`)
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await log.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Last response 200')).toBeVisible()

    await page.getByRole('button', { name: 'Delete webhook 1' }).click()
    const mendDelete = await refuse(page, 'DELETE', /\/api\/webhook\/\d+$/)
    await page.getByRole('button', { name: 'Delete webhook', exact: true }).click()
    await expect(toastOf(page, 'Failed to delete webhook')).toBeVisible()
    await mendDelete()
    await page.getByRole('button', { name: 'Delete webhook', exact: true }).click()
    await expect(toastOf(page, 'Webhook deleted')).toBeVisible()
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  } finally {
    await receiver.stop()
  }
})

test('the log of a failing receiver shows every attempt and its content, and filters failed ones', async ({ page }) => {
  let code = 503
  const receiver = await startReceiver(() => ({ code }))
  try {
    await openSignedIn(page, admin, '/portal/webhooks', password)
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    await page.getByRole('textbox', { name: 'URL' }).fill(receiver.url)
    await expect(toastOf(page, 'Webhook updated')).toBeVisible()
    await page.getByRole('button', { name: 'Deliveries' }).click()
    const log = page.getByRole('dialog', { name: 'Deliveries' })
    await log.getByRole('button', { name: 'Send test event', exact: true }).click()
    await expect(log.getByText(/^503 in/).first()).toBeVisible()
    code = 200
    await log.getByRole('button', { name: 'Send test event', exact: true }).click()
    await expect(log.getByText(/^200 in/).first()).toBeVisible()
    await expect(log.getByRole('listitem')).toHaveCount(2)
    await log.getByRole('checkbox', { name: 'Only failed or waiting to retry' }).check()
    await expect(log.getByRole('listitem')).toHaveCount(1)
    await log.getByText('Request and responses').click()
    await expect(log.getByText('twofold-event: test')).toBeVisible()
    await expect(log.getByText('The server returned 503.').first()).toBeVisible()
    await log.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText('Last response 200')).toBeVisible()
  } finally {
    await receiver.stop()
    await removeWebhooks()
  }
})

test('text typed just before the tab closes is saved: a key’s name, a webhook’s address', async ({ page, context }) => {
  const { organizationId, token, call } = await callerAs(admin, password)
  const params = { id: organizationId }
  const { api_key: key } = await call(apiKeys.createApiKey, { params, body: {} }, { token })
  await call(webhooks.createWebhook, { params, body: {} }, { token })
  try {
    await openSignedIn(page, admin, '/portal/integrations', password)
    await page.getByRole('button', { name: 'Manage API Keys' }).click()
    await page.getByRole('textbox', { name: /Name of the key/ }).fill('Typed and gone')
    await page.close({ runBeforeUnload: true })
    const nameOf = async () => (await call(apiKeys.listApiKeys, { params }, { token })).api_keys.map(({ name }) => name)
    await expect.poll(nameOf).toEqual(['Typed and gone'])

    const otherPage = await context.newPage()
    await otherPage.clock.install()
    const saves: string[] = []
    otherPage.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()))
    await otherPage.goto('/portal/webhooks')
    const url = otherPage.getByRole('textbox', { name: 'URL' })
    await expect(url).toBeVisible()
    await otherPage.clock.pauseAt(Date.now() + 3_600_000)
    await url.pressSequentially('hooks.example.org/a')
    expect(saves).toEqual([])
    await otherPage.close({ runBeforeUnload: true })
    const urlsOf = async () => (await call(webhooks.listWebhooks, { params }, { token })).webhooks.map((one) => one.url)
    await expect.poll(urlsOf).toEqual(['hooks.example.org/a'])
  } finally {
    await call(apiKeys.deleteApiKey, { params: { ...params, keyId: key.id } }, { token })
    await removeWebhooks()
  }
})

for (const [width, colorScheme] of [
  [1280, 'light'],
  [360, 'dark'],
] as const) {
  test(`the API documentation works by keyboard and without errors at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const foreign: string[] = []
    page.on('request', (request) => request.url().startsWith(productAddress()) || foreign.push(request.url()))
    await page.goto(`${productAddress()}/api/docs`)
    await expect(page.getByRole('heading', { name: 'Twofold', level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your first call' })).toBeVisible()
    await page.goto(`${productAddress()}/api/docs#operation/listDonations`)
    const call = page.locator('[id="operation/listDonations"]')
    await expect(call.getByRole('heading', { name: 'List donations' })).toBeInViewport()
    await call.getByRole('tab', { name: 'curl' }).press('ArrowRight')
    await expect(call.getByRole('tab', { name: 'TypeScript' })).toBeFocused()
    await expect(call).toContainText('await fetch(')
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(tooWide).toBe(0)
    expect(errors).toEqual([])
    expect(foreign).toEqual([])
    await page.goto(`${productAddress()}/api/docs?again`)
    await expect(page.getByRole('heading', { name: 'Your first call' })).toBeVisible()
    await leaveSomeCalls(page)
    await expectAccessible(page)
    await context.close()
  })
}

/** axe needs minutes for all 75,000 elements, which are of the same kinds. */
async function leaveSomeCalls(page: Page): Promise<void> {
  await page.locator('[id^="operation/"]').evaluateAll((calls) => {
    for (const call of calls.slice(3)) call.remove()
  })
}

test('deleting a webhook or report by keyboard does not move focus to the top of the page', async ({ page }) => {
  const person = await registerAdministrator('remover')
  const { organizationId: id, token, call } = await callerAs(person, password)
  const params = { id }
  await call(webhooks.createWebhook, { params, body: {} }, { token })
  const { report } = await call(
    reports.saveReport,
    { params, body: { name: 'Short', columns: { amount: 'Amount' }, filters: {}, sort_field: 'amount' } },
    { token },
  )
  await openSignedIn(page, person, '/portal/webhooks', password)
  const opening = page.getByRole('button', { name: /^Delete/ })
  await opening.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .press('Enter')
  await expect(opening).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.goto(`/portal/reports?report=${report.id}`)
  const deleteButton = page.getByRole('main').getByRole('button', { name: 'Delete', exact: true })
  await deleteButton.press('Enter')
  await expect(deleteButton).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('webhooks require an organization, and show an error when they fail to load', async ({ page }) => {
  await openSignedIn(page, 'super@twofold.example', '/portal/webhooks')
  await expect(page.getByText('You must select an organization to use this section.')).toBeVisible()
  await refuse(page, 'GET', /\/partial\/webhooks$/)
  await openSignedIn(page, 'reader@riverbend.example', '/portal/webhooks')
  await expect(toastOf(page, 'Failed to load webhooks')).toBeVisible()
})
