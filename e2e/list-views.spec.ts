import type { Route } from '@playwright/test'
import { donationChanges, reports } from '@twofold/contract'
import { openAsNewAdministrator, password, registerAdministrator } from './new-administrator.ts'
import { callerAs, dayOfAddedGifts, expect, fillMinAmount, hoverUndo, openSignedIn, test } from './product.ts'

const writer = 'writer@riverbend.example'
const { reportMessages } = reports

test('a list with custom columns is saved, shared by link, changed and deleted, and each step can be undone', async ({
  page,
}) => {
  const name = 'Money that is close'
  const address = await registerAdministrator('Viola')
  const { call, token, organizationId } = await callerAs(address, password)
  const body = { donor_name: 'Ada', donor_email: 'ada@example.org', amount: 90, donated_at: '2026-01-05' }
  await call(donationChanges.createDonation, { params: { id: organizationId }, body }, { token })
  await openSignedIn(page, address, '/portal/donations?dates=any', password)
  await page.getByRole('button', { name: 'Columns' }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByRole('checkbox', { name: 'Deadline' }).check()
  await panel.getByRole('checkbox', { name: 'Company' }).uncheck()
  await page.keyboard.press('Escape')
  const headings = page.getByRole('columnheader')
  await expect(headings.filter({ hasText: 'Deadline' })).toHaveCount(1)
  await expect(headings.filter({ hasText: 'Company' })).toHaveCount(0)

  await expect(page.getByRole('columnheader', { name: 'Donor Name', exact: true })).toBeVisible()

  const edge = page.getByRole('separator', { name: 'Width of Donor Name' })
  const widthBefore = Number(await edge.getAttribute('aria-valuenow'))
  // The request that saves the previous column choice may still be running.
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/list-layout') && /"widths":\{"/.test(response.request().postData() ?? ''),
  )
  await edge.press('ArrowRight')
  await expect(edge).not.toHaveAttribute('aria-valuenow', String(widthBefore))
  const wide = await edge.getAttribute('aria-valuenow')
  await saved
  await page.reload()
  await expect(edge).toHaveAttribute('aria-valuenow', String(wide))
  await expect(headings.filter({ hasText: 'Deadline' })).toHaveCount(1)

  await fillMinAmount(page, '30')
  await expect(page).toHaveURL(/min=30/)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText(reportMessages.name)).toBeVisible()
  await dialog.getByLabel('Report name').fill(name)
  await dialog.getByLabel('Who sees it').selectOption({ label: 'Everyone in the organization' })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  const viewButton = page.getByRole('button', { name: `View: ${name}` })
  await expect(viewButton).toBeVisible()

  await fillMinAmount(page, '80')
  await expect(viewButton).toContainText('changed')
  await viewButton.click()
  await page.getByRole('menuitem', { name: `Save changes to “${name}”` }).click()
  const undo = await hoverUndo(page)
  await expect(viewButton).not.toContainText('changed')
  await undo.click()
  await expect(viewButton).toContainText('changed')
  await viewButton.click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await expect(page.getByRole('button', { name: '$30.00 or more', exact: true })).toBeVisible()

  const report = new URL(page.url()).searchParams.get('report')
  await viewButton.click()
  await page.getByRole('menuitem', { name: 'Delete this view' }).click()
  const bringBack = await hoverUndo(page)
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
  await bringBack.click()
  await expect(viewButton).toBeVisible()

  await page.goto(`/portal/reports?report=${report}`)
  await expect(page.getByText('Amount: >=30')).toBeVisible()
  await page.getByRole('link', { name: 'Open in Donations' }).click()
  await expect(viewButton).toBeVisible()
  await expect(page).toHaveURL(/min=30/)
  await expect(headings.filter({ hasText: 'Deadline' })).toHaveCount(1)

  // From before views became reports.
  await page.route('**/api/organization/*/reports', async (route) => {
    const response = await route.fetch()
    const { reports: own, ...others } = await response.json()
    await route.fulfill({ response, json: { ...others, reports: own.map((one: object) => ({ ...one, view_id: 7 })) } })
  })
  await page.goto('/portal/donations?view=7')
  await expect(viewButton).toBeVisible()
  await expect(page).toHaveURL((url) => url.searchParams.get('report') === report && !url.searchParams.has('view'))
})

test('a deleted view and a removed column show a notice; a refused save shows an error', async ({ page }) => {
  const { call, token, organizationId } = await callerAs(writer)
  const body = {
    name: `Gone ${Date.now().toString(36)}`,
    scope: 'organization' as const,
    columns: { amount: '' },
    filters: { include_inert: 1 as const },
  }
  const { report } = await call(reports.saveReport, { params: { id: organizationId }, body }, { token })
  await openSignedIn(page, writer, `/portal/donations?report=${report.id}`)
  await expect(page.getByRole('button', { name: `View: ${body.name}` })).toBeVisible()
  const refused = 'Please try again in a moment.'
  const refuse = (route: Route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 409, json: { error: 'conflict', message: refused } })
  await page.route('**/api/**/reports', refuse)
  await page.route('**/api/reports/*', refuse)
  await page.getByRole('button', { name: `View: ${body.name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete this view' }).click()
  await expect(page.getByText(reportMessages.deleteFailed).first()).toBeVisible()
  await page.getByRole('button', { name: `View: ${body.name}` }).click()
  await page.getByRole('menuitem', { name: 'Rename or share…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText(`${reportMessages.saveFailed}. ${refused}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await fillMinAmount(page, '30')
  await page.getByRole('button', { name: `View: ${body.name}` }).click()
  await page.getByRole('menuitem', { name: `Save changes to “${body.name}”` }).click()
  await expect(page.getByText(reportMessages.saveFailed).first()).toBeVisible()
  await page.unroute('**/api/**/reports')
  await page.unroute('**/api/reports/*')
  await call(reports.deleteReport, { params: { id: report.id } }, { token })
  await page.goto(`/portal/donations?report=${report.id}&dates=any&columns=amount,custom.seat_row`)
  await expect(page.getByText('The view in this link was deleted or is private.')).toBeVisible()
  await expect(page.getByText('A column is no longer available: seat row.')).toBeVisible()
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(page).toHaveURL((url) => url.search === '?dates=any&columns=donor_name%2Camount')
})

test('at 1280 by 800 pixels the list shows at least twelve rows of one line, and the filters in one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openSignedIn(page, writer, '/portal/donations?dates=any')
  await expect(page.getByRole('table').locator('[data-row-link]').nth(20)).toBeVisible()
  const rows = await page
    .getByRole('table')
    .locator('tbody tr')
    .evaluateAll((all) =>
      all.map((row) => row.getBoundingClientRect()).map(({ bottom, height }) => ({ bottom, height })),
    )
  expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(40)
  expect(rows.filter(({ bottom }) => bottom <= 800).length).toBeGreaterThanOrEqual(12)
  const chip = (name: string | RegExp) => page.getByRole('button', { name })
  const tops = [chip(/^Date range/), chip('Company name'), chip('Donor name or email'), chip('Min amount')].map((one) =>
    one.evaluate((button) => button.getBoundingClientRect().top),
  )
  expect(new Set(await Promise.all(tops)).size).toBe(1)
})

test('a ready-made view filters the list, and text typed in a chip applies when the chip closes', async ({ page }) => {
  await openSignedIn(page, writer, '/portal/donations')
  const views = page.getByRole('button', { name: 'Views', exact: true })
  await views.click()
  await page.getByRole('menuitemcheckbox', { name: 'To sign' }).click()
  await expect(page).toHaveURL('/portal/donations?status=npo_verify&dates=any')
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
  await expect(page.getByRole('table').locator('tbody tr').filter({ hasNotText: 'Needs your signature' })).toHaveCount(
    0,
  )
  await views.click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'To sign' })).toHaveAttribute('aria-checked', 'true')
  await page.keyboard.press('Escape')

  await page.getByRole('heading', { level: 1 }).press('/')
  const donor = page.getByRole('textbox', { name: 'Donor name or email' })
  await expect(donor).toBeFocused()
  await donor.fill('nobody of this name')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/donor=nobody/)
  await page.getByRole('button', { name: 'Remove filter Donor: nobody of this name' }).click()
  await expect(page).toHaveURL('/portal/donations?status=npo_verify&dates=any')
})

test('a list printed from a wide screen shows its gifts on narrower paper', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/donations')
  await expect(page.getByRole('table').locator('[data-row-link]').first()).toBeVisible()
  await page.evaluate(() => {
    addEventListener('afterprint', () => {
      const gift = document.querySelector('[data-row-link]')
      document.documentElement.dataset.printed = gift?.checkVisibility() ? 'gifts' : 'none'
    })
  })
  await page.pdf({ format: 'A4' })
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'gifts')
})

test('an organization without gifts sees how to add the first ones, for any date range', async ({ page }) => {
  await openAsNewAdministrator(page, 'first-gift', '/portal/donations')
  await expect(page.getByText('Upload a donation file to get started.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show any date' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Add donation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add donation' })
  await dialog.getByLabel('Donor', { exact: true }).fill('Ada Gift')
  await dialog.getByLabel('Donor email').fill('ada.gift@example.org')
  await dialog.getByLabel('Amount').fill('20')
  await dialog.getByLabel('Date of the gift').fill(dayOfAddedGifts())
  await dialog.getByRole('button', { name: 'Add donation' }).click()
  // The match replaces the dialog; an earlier Esc would close the dialog instead.
  await page.getByRole('dialog', { name: 'Ada Gift' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Show any date' })).toBeVisible()
})
