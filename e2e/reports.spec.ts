import { donationChanges, payouts, readyReports, reports } from '@twofold/contract'
import { openAsNewAdministrator, password, registerAdministrator } from './new-administrator.ts'
import { callerAs, daysAgo, expect, hoverUndo, openSignedIn, test, whileResponseHeld } from './product.ts'

test('a report is created with a live preview, saved, downloaded, copied, deleted and restored', async ({
  page,
  complaints,
}) => {
  const address = await registerAdministrator('Rosa')
  const { call, token, organizationId } = await callerAs(address, password)
  const gift = (donor_name: string, amount: number) => ({
    params: { id: organizationId },
    body: { donor_name, donor_email: `${donor_name}@example.org`, amount, donated_at: '2026-01-05' },
  })
  await call(donationChanges.createDonation, gift('Adele', 90), { token })
  await call(donationChanges.createDonation, gift('Bruno', 20), { token })
  const toast = page.locator('[data-toast-viewport] li')
  /** Other calls to the address do not count. */
  const refuse = async (path: string, method: string) => {
    let wasRefused = false
    await page.route(path, (route) => {
      if (wasRefused || route.request().method() !== method) return route.fallback()
      wasRefused = true
      return route.fulfill({ status: 500, contentType: 'application/json', body: 'null' })
    })
  }

  await refuse('**/api/organization/*/reports', 'GET')
  await openSignedIn(page, address, '/portal/reports', password)
  await expect(toast).toContainText('Failed to load reports')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No reports yet.')).toBeVisible()

  await page.getByRole('link', { name: 'New report' }).click()
  const preview = page.getByRole('table', { name: 'Preview of the report' })
  await expect(preview.getByRole('link')).toHaveCount(2)
  await page.getByLabel('Amount', { exact: true }).fill('>50')
  await expect(preview.getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove Status' }).click()
  await page.getByLabel('Heading of Donor Name').fill('Who gave')
  await expect(preview.getByRole('columnheader')).toHaveText([
    'Donated',
    'Who gave',
    'Company',
    'Amount',
    'Estimated Match',
  ])
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByText(reports.reportMessages.name)).toBeVisible()
  await page.getByLabel('Report name').fill('Large gifts')
  await refuse('**/api/organization/*/reports', 'POST')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(toast).toContainText('Failed to save report')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(toast).toContainText('Report saved')
  await expect(page.getByRole('heading', { name: 'Large gifts' })).toBeVisible()
  await expect(page.getByText('Amount: >50')).toBeVisible()
  await expect(page.getByText('The file has one row.')).toBeVisible()
  await expect(page.getByText(/^Excludes external matches/)).toBeVisible()

  await refuse('**/report-files', 'POST')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  await expect(toast).toContainText('Failed to download report')
  for (const [button, file] of [
    ['Download CSV', /^large-gifts-.*\.csv$/],
    ['Download Excel', /^large-gifts-.*\.xlsx$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await download).suggestedFilename()).toMatch(file)
    await expect(toast).toContainText('Download started')
  }
  await expect(page.locator('dt', { hasText: 'Downloads' }).locator('+ dd')).toHaveText('2')

  await page.getByRole('button', { name: 'Show number of gifts' }).click()
  await page.getByRole('button', { name: 'Jan 2026' }).click()
  await expect(page.getByRole('table', { name: /^Rows for / }).getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'Make a copy' }).click()
  await expect(page.getByRole('heading', { name: 'Large gifts (Copy)' })).toBeVisible()
  await refuse('**/api/reports/*', 'DELETE')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(toast).toContainText('Failed to delete report')
  await page.getByRole('button', { name: 'Delete' }).click()
  const undo = await hoverUndo(page)
  await expect(toast).toContainText('Report deleted')
  await expect(page.getByRole('heading', { name: 'Large gifts (Copy)' })).toBeHidden()
  await undo.click()
  await expect(page.getByRole('heading', { name: 'Large gifts (Copy)' })).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Report name').fill('Small gifts')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Report name')).toHaveValue('Small gifts')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Large gifts (Copy)' })).toBeVisible()

  await page.getByRole('link', { name: 'Open by employer' }).click()
  await expect(page.getByRole('heading', { name: 'Open by employer', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save as my report' }).click()
  await expect(page.getByRole('link', { name: /^Open by employer Dates/ })).toHaveAttribute('aria-current', 'true')

  await page.goto('/portal/reports?ready=campaigns')
  await expect(page.getByLabel('Report name')).toHaveValue('By campaign')
  await page.getByRole('button', { name: 'Save report' }).click()
  await expect(page.getByRole('heading', { name: 'By campaign', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Grouped by' })).toHaveValue('campaign')
  await expect(page.getByRole('definition').filter({ hasText: '2 gifts' })).toBeVisible()
  await page.getByRole('button', { name: 'Show number of gifts' }).click()
  await page.getByRole('button', { name: 'No campaign' }).click()
  await expect(page.getByRole('table', { name: /^Rows for / }).getByRole('row')).toHaveCount(3)

  await page.goto('/portal/')
  await page.getByRole('link', { name: 'Board summary' }).click()
  const summary = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await summary).suggestedFilename()).toMatch(/^board-summary-[\d-]+\.pdf$/)
  complaints.length = 0
})

test('a report of known employers shows what the others paid, so its total matches the dashboard', async ({ page }) => {
  const { call, token, params } = await openAsNewAdministrator(page, 'Odile', '/portal')
  const receive = async (payer: string, amount: number) => {
    const body = { payer, reference: payer, paid_on: daysAgo(1), lines: [{ amount }] }
    const { report } = await call(payouts.addCheck, { params, body }, { token })
    await call(payouts.addUnmatchedLines, { params: { ...params, reportId: report.id } }, { token })
  }
  await receive('Microsoft', 75)
  const { definition } = readyReports.readyReportsById['top-employers']
  const { report } = await call(
    reports.saveReport,
    { params, body: { name: 'Known employers', ...definition } },
    { token },
  )
  await page.goto(`/portal/reports?report=${report.id}`)
  const received = page.getByRole('definition').filter({ hasText: /from \d+ gift/ })
  await expect(received).toContainText('$75.00')
  const reminder = page.getByText(/with an employer not in our directory/)
  await expect(reminder).toHaveCount(0)
  await receive('Quuxley and Daughters', 20.5)
  await page.reload()
  await expect(reminder).toHaveText('Excludes $20.50 received for 1 gift with an employer not in our directory.')
  await expect(received).toContainText('$75.00')
})

test('a file with many rows is written in the background, announced on another screen, and downloaded', async ({
  page,
}) => {
  const { call, token, organizationId } = await callerAs('writer@riverbend.example')
  const { definition } = readyReports.readyReportsById.campaigns
  const own = { params: { id: organizationId }, body: { name: 'All our gifts', ...definition } }
  const { report } = await call(reports.saveReport, own, { token })
  await openSignedIn(page, 'writer@riverbend.example', `/portal/reports?report=${report.id}`)
  await expect(page.getByText(/We prepare files over 400 rows in the background/)).toBeVisible()
  const toast = page.locator('[data-toast-viewport] li')
  const asking = async () => {
    await page.getByRole('button', { name: 'Download Excel' }).click()
    await expect(toast).toContainText('more than 400 rows')
  }
  await whileResponseHeld(page, '**/report-files', asking, 'GET')
  await page.getByRole('link', { name: 'Donations', exact: true }).first().click()
  await expect(toast).toContainText('Your file is ready')
  const download = page.waitForEvent('download')
  await toast.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^all-our-gifts-[\d-]+\.xlsx$/)

  await page.goto('/portal/reports')
  const files = page.getByRole('listitem').filter({ hasText: 'All our gifts, Excel' })
  await expect(files).toContainText(/rows, .*until/)
  const secondDownload = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download All our gifts, Excel' }).click()
  expect((await secondDownload).suggestedFilename()).toMatch(/\.xlsx$/)
  await files.getByRole('button', { name: 'Remove All our gifts, Excel' }).click()
  await expect(files).toHaveCount(0)
})

test('the statistics leave no gap on a wide screen and stack on a phone', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/statistics')
  const titles = ['Results', 'Money at risk by deadline', 'Time to submit and get paid', 'Forecast']
  const boxes = () =>
    Promise.all(
      titles.map(async (name) => {
        const card = page.getByRole('region', { name, exact: true })
        await expect(card.getByRole('button', { name: 'Show as table' })).toBeVisible()
        const { x = 0, y = 0, width = 0, height = 0 } = (await card.boundingBox()) ?? {}
        return { left: x, right: x + width, top: y, bottom: y + height }
      }),
    )
  const [whole, risk, waits, forecast] = await boxes()
  expect([forecast?.left, forecast?.right]).toEqual([whole?.left, whole?.right])
  expect([risk?.left, waits?.right]).toEqual([whole?.left, whole?.right])
  expect([waits?.top, waits?.bottom]).toEqual([risk?.top, risk?.bottom])
  await page.setViewportSize({ width: 390, height: 800 })
  const narrow = await boxes()
  for (const { left, right } of narrow) expect([left, right]).toEqual([narrow[0]?.left, narrow[0]?.right])
})
