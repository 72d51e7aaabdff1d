import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { auth, payouts } from '@twofold/contract'
import { catalogue } from './error-catalogue.ts'
import { expect, openSignedIn, signIn, test, whileResponseHeld } from './product.ts'
import { createCheck } from './screens/payouts.ts'

const alertOf = (page: Page) => page.getByRole('alert').first()
const toast = (page: Page) => page.locator('[data-toast-viewport] li')
const fulfillWith = (page: Page, path: string, status: number, json: object | null) =>
  page.route(path, (route) => route.fulfill(json ? { status, json } : { status, body: '' }))

test('a browser test covers every message of the catalogue', () => {
  for (const { message, seenIn, as = message } of catalogue) {
    const source = readFileSync(new URL(seenIn, import.meta.url), 'utf8')
    expect(source.includes(as), `"${message}" in ${seenIn}`).toBe(true)
  }
})

test('a failed sign-in appears under the form and in a toast, with a default message if the server sends none', async ({
  page,
  complaints,
}) => {
  await page.goto('/portal/login')
  await signIn(page, 'reader@riverbend.example', 'not-the-password')
  await expect(alertOf(page)).toContainText('That email or password is incorrect.')
  await expect(toast(page)).toContainText('Login Failed')
  await fulfillWith(page, '/api/auth/login', 503, null)
  await signIn(page, 'reader@riverbend.example')
  await expect(alertOf(page)).toContainText('Login failed. Please try again.')
  await fulfillWith(page, '/api/auth/login', 200, {})
  await signIn(page, 'reader@riverbend.example')
  await expect(alertOf(page)).toContainText('Authentication failed: No token received')
  await page.unroute('/api/auth/login')
  await signIn(page, 'reader@riverbend.example')
  await expect(toast(page)).toContainText('Login Successful')
  complaints.length = 0
})

test('the sign-in forms show an error when the service fails', async ({ page, complaints }) => {
  await page.goto('/portal/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await fulfillWith(page, '/api/auth/forgot', 500, null)
  await page.getByRole('dialog').getByLabel('Email').fill('reader@riverbend.example')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(toast(page)).toHaveText(/Request Failed\s*Unable to process your request\. Please try again later\./)

  await page.goto('/portal/reset-password')
  await expect(
    page.getByText('Invalid or missing reset token. Please request a new password reset link.'),
  ).toBeVisible()
  await fulfillWith(page, '/api/auth/reset/look', 500, null)
  await page.goto(`/portal/reset-password?token=${'x'.repeat(43)}`)
  await fulfillWith(page, '/api/auth/reset', 500, null)
  await page.getByLabel('New password').fill('a-good-long-password')
  await page.getByLabel('Confirm password').fill('a-good-long-password')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(alertOf(page)).toContainText('Password reset failed. The link may have expired. Please try again.')
  await expect(toast(page)).toContainText(auth.messages.resetFailedTitle)
  complaints.length = 0
})

test('a failed registration shows an error and keeps the typed text', async ({ page, complaints }) => {
  await page.goto('/portal/register')
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
  await fill('Organization name', 'Otter River Trust')
  await page.getByLabel('Organization type').selectOption('Nonprofit')
  await fill('EIN', '47-1234567')
  await fill('Phone', '+1 217 555 0101')
  await fill('Website', 'otter.example.org')
  await fill('Mission statement', 'Clean water for otters and everybody else.')
  await fill('Street address', '1 River Road')
  await fill('City', 'Springfield')
  await page.getByText('Choose categories').click()
  await page.getByLabel('Environment').check()
  await fill('Contact name', 'Robin Hale')
  await fill('Contact email', 'robin@example.org')
  await fulfillWith(page, '/organization/register', 500, null)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(toast(page)).toContainText('Registration Failed')
  await expect(alertOf(page)).toContainText('There was an error registering your nonprofit. Please try again.')
  await expect(page.getByLabel('Organization name', { exact: true })).toHaveValue('Otter River Trust')
  complaints.length = 0
})

test('failed statistics are only logged: the cards keep zero and loading ends', async ({ page, complaints }) => {
  await page.route('**/statistics?*', (route) =>
    route.fulfill({ status: 418, json: { error: 'x', message: 'Not today.', request_id: 'x' } }),
  )
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await expect(page.getByRole('article')).toHaveCount(4)
  for (const card of await page.getByRole('article').all()) await expect(card).toContainText(/\$0\.00\s*0 Gifts/)
  await expect(page.getByText('Loading statistics...')).toHaveCount(0)
  await expect(page.getByText('Couldn’t load the numbers, so the cards show zero.')).toBeVisible()
  await expect.poll(() => complaints.join()).toContain('The statistics could not be loaded')
  await page.unroute('**/statistics?*')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('article').first()).not.toContainText('$0.00')
  complaints.length = 0
})

test('an upload with a wrong mapping or a refusal by the server shows an error', async ({ page, complaints }) => {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/donations')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const rows = 'Amount,Date,Name,Email,Organization\n12,2026-01-05,Ada Byron,ada@example.org,Riverbend Food Bank\n'
  const file = { name: 'gifts.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
  await page.getByRole('dialog', { name: 'Upload donations' }).locator('input[type=file]').setInputFiles(file)
  const mapper = page.getByRole('dialog', { name: 'Field Mapper' })
  const targetOf = (column: string) => mapper.getByLabel(`Where “${column}” goes`)
  const upload = mapper.getByRole('button', { name: 'Upload', exact: true })
  await fulfillWith(page, '**/import-file/Upload', 500, null)
  await upload.click()
  await expect(toast(page)).toContainText('Upload failed')
  await expect(mapper).toContainText('An unknown error occurred')
  await targetOf('Name').selectOption('amount')
  await upload.click()
  await expect(toast(page)).toContainText('Mapping Error')
  await expect(mapper).toContainText('One or more fields are mapped to the same column.')
  await targetOf('Name').selectOption('ignored')
  await targetOf('Date').selectOption('ignored')
  await upload.click()
  await expect(toast(page)).toContainText('Missing Required Field')
  complaints.length = 0
})

test('the buttons of a merge stay in view below its fields', async ({ page }) => {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/donors')
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two donors' })
  await dialog.getByRole('combobox').fill('Ada Dalton')
  await dialog.getByRole('option').first().click()
  await expect(dialog.getByRole('heading', { name: 'Changes' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeInViewport({ ratio: 1 })
})

test('empty states appear without results or without a selected organization', async ({ page }) => {
  await openSignedIn(page, 'super@twofold.example', '/portal/companies?search=zzyzzyx')
  await expect(page.getByText('No companies found matching "zzyzzyx"')).toBeVisible()
  await page.goto('/portal/email-customization?template=7')
  await expect(page.getByText('Please Select an Organization From above')).toBeVisible()
  await page.goto('/portal/reports')
  await expect(page.getByText('You must select an organization to use this section.')).toBeVisible()
})

test('a failed undo can be retried, and closing its dialog during the request still undoes the report', async ({
  page,
}) => {
  const asRead: payouts.PayoutReport = {
    ...{
      id: 7,
      state: 'done' as const,
      file_name: 'november.csv',
      lines: 4,
      done: 4,
      tied: 4,
      doubtful: 0,
      added: 0,
      known: 0,
    },
    ...{ unmatched: 0, to_add: 0, own_gifts: 0, questions: [], to_void: 0, voided: 0, error: null },
    ...{ thanks: 0, waits_for_undo: false, refused: [], refused_count: 0, warnings: [] },
    ...{ user: { name: 'Robin Hale' }, created_at: '2026-11-20T10:00:00Z', finished_at: '2026-11-20T10:00:01Z' },
  }
  let report = asRead
  await page.route('**/api/organization/*/payout?*', (route) =>
    route.fulfill({ json: { payouts: [], total: 0, sums: [], reports: [report] } }),
  )
  await page.route('**/payout-report/7', (route) => route.fulfill({ json: { report } }))
  await page.route('**/payout-report/7/undo', (route) => {
    report = { ...asRead, state: 'undoing', done: 0 }
    return route.fulfill({ json: { report } })
  })
  await openSignedIn(page, 'writer@riverbend.example', '/portal/payouts')
  const undoButton = page.getByRole('button', { name: 'Undo november.csv' })
  const dialog = page.getByRole('dialog', { name: 'Undo “november.csv”?' })
  const run = dialog.getByRole('button', { name: 'Undo the report' })
  await undoButton.click()
  await run.click()
  await expect(dialog).toContainText('Undoing…')
  report = { ...asRead, error: payouts.payoutMessages.notUndone }
  await expect(toast(page)).toContainText(payouts.payoutMessages.notUndone)
  await expect(dialog).toHaveCount(0)

  await undoButton.click()
  await run.click()
  await expect(dialog).toContainText('Undoing…')
  report = { ...asRead, error: payouts.payoutMessages.notUndone }
  await expect(dialog).toHaveCount(0)

  await undoButton.click()
  await whileResponseHeld(page, '**/payout-report/7/undo', async () => {
    await run.click()
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(toast(page).filter({ hasText: 'Still undoing' })).toBeVisible()
  })
  await expect(page.getByText('Undoing…')).toBeVisible()
  await expect(undoButton).toHaveCount(0)
  report = { ...asRead, state: 'undone' }
  await expect(page.getByText('Undone', { exact: true })).toBeVisible()
})

test('a report’s progress and result are visible on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const asRead = {
    ...{
      id: 9,
      state: 'done',
      file_name: 'autumn.csv',
      lines: 40,
      done: 40,
      tied: 38,
      doubtful: 1,
      added: 0,
      known: 0,
    },
    ...{ unmatched: 1, to_add: 1, own_gifts: 0, questions: [], to_void: 0, voided: 0, error: null },
    ...{ thanks: 0, waits_for_undo: false, refused: [], refused_count: 0, warnings: [] },
    ...{ user: { name: 'Robin Hale' }, created_at: '2026-11-20T10:00:00Z', finished_at: '2026-11-20T10:00:01Z' },
  }
  let report = { ...asRead, state: 'running', done: 12 }
  const earlier = [8, 7].map((id) => ({ ...asRead, id, file_name: `earlier-${id}.csv` }))
  const money = { payouts: 3, gross: 90, fees: 0, tied: 90, own_gifts: 0, waiting: 0, waiting_lines: 0, unexplained: 0 }
  const sums = ['USD', 'CAD'].map((currency) => ({ currency, ...money }))
  await page.route('**/api/organization/*/payout?*', (route) =>
    route.fulfill({ json: { payouts: [], total: 0, sums, reports: [report, ...earlier] } }),
  )
  await openSignedIn(page, 'writer@riverbend.example', '/portal/payouts')
  await expect(page.getByText('12 of 40 lines done…')).toBeInViewport()
  await expect(page.getByText('earlier-8.csv')).not.toBeInViewport()
  report = asRead
  const result = page.getByText('40 lines: 38 matched, 1 needs review, 1 didn’t match any gift')
  await expect(result.first()).toBeInViewport()
  await expect(page.getByText('12 of 40 lines done…')).toHaveCount(0)
})

test('a check whose undo is refused after its dialog closes stays open', async ({ page, complaints }) => {
  const check = `/portal/payouts/${await createCheck()}`
  const refused = { error: 'conflict', message: 'Not this one.', request_id: 'x' }
  await fulfillWith(page, '**/payout-report/*/undo', 409, refused)
  await openSignedIn(page, 'writer@riverbend.example', check)
  const undoButton = page.getByRole('button', { name: 'Undo check' })
  const dialog = page.getByRole('dialog', { name: 'Undo this check?' })
  await undoButton.click()
  await whileResponseHeld(page, '**/payout-report/*/undo', async () => {
    await dialog.getByRole('button', { name: 'Undo the check' }).click()
    await expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await expect(toast(page)).toContainText('Not this one.')
  await expect(page).toHaveURL(new RegExp(`${check}$`))
  await expect(undoButton).toBeVisible()
  complaints.length = 0
})

test('an email preview reloads without losing keyboard focus, and its status line stays', async ({ page }) => {
  const mail = {
    ...{ id: 9, donation_id: 1, time_zone: 'America/Chicago', subject: 'Your gift can be doubled', from: 'Riverbend' },
    ...{ reply_to: '', recipient: 'ada@example.org', sent_at: '2026-11-20T10:00:00Z', first_open: null },
    ...{ first_click: null, came_back: false, text: 'Dear Ada', missing: null },
  }
  await fulfillWith(page, '**/api/notification/9', 200, mail)
  await fulfillWith(page, '**/notification/9/preview-token', 200, {
    url: '/api/download/notification.html?ticket=first',
  })
  await page.route('**/notification.html?ticket=*', (route) =>
    route.fulfill({ contentType: 'text/html', body: `Dear Ada: ${new URL(route.request().url()).search}` }),
  )
  await openSignedIn(page, 'writer@riverbend.example', '/preview-notification/9')
  const frame = page.frameLocator('iframe[title="The email as it was sent"]')
  const reloadButton = page.getByRole('button', { name: 'Reload email' })
  await expect(frame.getByText('ticket=first')).toBeVisible()
  const line = await page.getByRole('main').getByRole('status').elementHandle()
  await fulfillWith(page, '**/notification/9/preview-token', 200, {
    url: '/api/download/notification.html?ticket=second',
  })
  await whileResponseHeld(page, '**/notification/9/preview-token', async () => {
    await reloadButton.press('Enter')
    await expect.poll(() => line?.textContent()).toBe('Loading the email…')
    await expect(reloadButton).toBeFocused()
  })
  await expect(frame.getByText('ticket=second')).toBeVisible()
  await expect.poll(() => line?.textContent()).toBe('')
  await expect(reloadButton).toBeFocused()
})

test('saving a check too early shows which gift has no amount', async ({ page }) => {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/payouts')
  await page.getByRole('button', { name: 'Enter a check' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enter a check' })
  await dialog.getByRole('button', { name: 'Add a gift' }).click()
  const amounts = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  await amounts.first().fill('250')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(amounts.last()).toHaveAccessibleDescription('Error: Enter an amount like 250 or 1,250.00')
  await expect(amounts.last()).toHaveAttribute('aria-invalid', 'true')
  await expect(amounts.first()).not.toHaveAttribute('aria-invalid', 'true')
})
