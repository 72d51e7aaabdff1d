import { bulkChanges, donationChanges } from '@twofold/contract'
import { menuLabel } from '../web/src/features/donations/donations/bulk/menu-label.ts'
import { callerAs, dayOfAddedGifts, expect, openSignedIn, test } from './product.ts'

const writer = 'writer@riverbend.example'
const { changeMessages } = donationChanges

/** Returns a tag that finds the two gifts by donor name. */
async function addTwo(): Promise<string> {
  const { call, token, organizationId } = await callerAs(writer)
  const tag = `Tag${Date.now().toString(36)}`
  for (const name of ['Ada', 'Bea']) {
    const body = {
      donor_name: `${name} ${tag}`,
      donor_email: `${name}.${tag}@example.org`.toLowerCase(),
      amount: 80,
      donated_at: dayOfAddedGifts(),
      company_name: 'Microsoft',
    }
    await call(donationChanges.createDonation, { params: { id: organizationId }, body }, { token })
  }
  return tag
}

test('two matches selected by keyboard are silenced after a summary and restored immediately', async ({ page }) => {
  const tag = await addTwo()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/match-dialog-*.js', async (route) => {
    await held
    await route.continue()
  })
  await openSignedIn(page, writer, `/portal/donations?dates=any&donor=${tag}`)
  await expect(page.getByRole('status').filter({ hasText: '2 Found' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected matches' })
  await expect(bar).toContainText('1 selected')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/match=/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/match=/)
  release()
  await expect(bar).toContainText('1 selected')
  await page.keyboard.press('a')
  await expect(bar.getByRole('button', { name: 'Change status' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(bar).toContainText('1 selected')
  await expect(page.locator('[data-row-link]:focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await expect(bar).toContainText('2 selected')
  await page.keyboard.press('a')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Silence Match', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 of 2 matches can be updated.')).toBeVisible()
  await expect(dialog.getByText('No emails will be sent.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Silence 2 matches' }).click()
  await expect(dialog.getByText('2 matches changed.')).toBeVisible()
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Result as CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^changed-matches-.*\.csv$/)
  await dialog.getByRole('button', { name: 'Undo all' }).click()
  await expect(dialog.getByText('2 matches restored.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(bar).toHaveCount(0)
})

test('a message to the selected donors is written, reviewed and sent, with a link to scheduled emails', async ({
  page,
}) => {
  const tag = await addTwo()
  await openSignedIn(page, writer, `/portal/donations?dates=any&donor=${tag}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  await page.getByRole('button', { name: 'Email donors…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText('Add a subject')).toBeVisible()
  await dialog.getByLabel('Subject').fill(`News for ${tag}`)
  await dialog.getByLabel('Message', { exact: true }).fill('Thank you, ')
  await dialog.getByLabel('Insert a variable').selectOption('donor_first_name')
  await expect(dialog.getByLabel('Message', { exact: true })).toHaveValue('Thank you, {donor_first_name}')
  const preview = dialog.frameLocator('iframe[title="Preview of the email"]')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(`News for ${tag}`)
  // A name with digits, as a tag often has, is replaced by "friend". The first text is the hidden preheader.
  await expect(preview.getByText(/^Thank you, (Ada|Bea|friend)$/).last()).toBeVisible()
  await dialog.getByRole('button', { name: 'Review' }).click()
  await expect(dialog.getByText('2 donor emails will go out')).toBeVisible()
  await expect(dialog.getByText('Each donor gets at most one email a day')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send to 2 donors' }).click()
  await expect(page.getByText('Message to 2 donors scheduled', { exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Scheduled emails' }).click()
  await expect(page).toHaveURL(/scheduled-emails/)
})

test('Clear keeps the scroll position when clicked and moves to the row when triggered by a key', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await openSignedIn(page, writer, '/portal/donations?dates=any')
  const bar = page.getByRole('region', { name: 'Selected matches' })
  const rows = page.locator('[data-row-link]')
  for (const press of ['click', 'Enter'] as const) {
    await page.getByRole('checkbox', { name: 'Select this page' }).check()
    await rows.last().scrollIntoViewIfNeeded()
    await expect(rows.first()).not.toBeInViewport()
    const clear = bar.getByRole('button', { name: 'Clear' })
    await (press === 'click' ? clear.click() : clear.press(press))
    await expect(bar).toHaveCount(0)
    await expect(rows.first()).toBeFocused()
    if (press === 'click') await expect(rows.first()).not.toBeInViewport()
    else await expect(rows.first()).toBeInViewport()
  }
})

test('a refused bulk change shows the specification’s failure message and the reason', async ({ page }) => {
  const tag = await addTwo()
  await openSignedIn(page, writer, `/portal/donations?dates=any&donor=${tag}`)
  await page.getByRole('checkbox', { name: 'Select this page' }).check()
  const { call, token, organizationId } = await callerAs(writer)
  for (const [item, failure] of [
    ['Un-Silence Match', null],
    ['Submitted', changeMessages.statusFailed],
  ] as const) {
    const prepared = page.waitForResponse((response) => response.url().endsWith('/bulk-change'))
    await page.getByRole('button', { name: 'Change status' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const { bulk_change } = bulkChanges.prepareBulkChange.response.parse(await (await prepared).json())
    if (failure === null) {
      await expect(dialog.getByText('None of these matches can be updated.')).toBeVisible()
      await expect(dialog.getByText('2 can’t: This match is not silenced.')).toBeVisible()
    } else {
      const params = { id: organizationId, bulkId: bulk_change.id }
      await call(bulkChanges.runBulkChange, { params }, { token })
      await dialog.getByRole('button', { name: 'Mark 2 matches as submitted' }).click()
      await expect(dialog.getByText(`${failure} ${bulkChanges.bulkMessages.started}`)).toBeVisible()
      return
    }
    await dialog.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('button', { name: 'Change status' })).toBeFocused()
    await expect(page.getByRole('checkbox', { name: 'Select this page' })).toBeChecked()
  }
})

test('failures while silencing, deleting and reprocessing in bulk show the specification’s messages', async ({
  page,
}) => {
  const tag = await addTwo()
  await openSignedIn(page, writer, `/portal/donations?dates=any&donor=${tag}`)
  const message = 'The matches are busy. Try again in a minute.'
  for (const [action, run, failure] of [
    ['silence', 'Silence 2 matches', 'Failed to update match silence status.'],
    ['cancel', 'Cancel 2 matches', 'Failed to delete match.'],
    ['evaluate', 'Recheck and re-email 2 matches', 'Failed to save and reprocess match.'],
  ] as const) {
    const item = menuLabel(action)
    for (const pattern of ['**/bulk-change/*/run', '**/bulk-change']) {
      await page.getByRole('checkbox', { name: 'Select this page' }).check()
      await page.route(pattern, (route) =>
        route.fulfill({ status: 409, json: { error: 'conflict', message: message } }),
      )
      await page.getByRole('button', { name: 'Change status' }).click()
      await page.getByRole('menuitem', { name: item, exact: true }).click()
      const dialog = page.getByRole('dialog')
      const isRun = pattern.endsWith('/run')
      if (isRun) await dialog.getByRole('button', { name: run }).click()
      await expect(dialog.getByText(`${failure} ${message}`)).toBeVisible()
      if (isRun)
        await expect(page.locator('[data-toast-viewport] li').filter({ hasText: failure })).toContainText(message)
      await page.unroute(pattern)
      await dialog.getByRole('button', { name: 'Not now' }).click()
      await expect(dialog).toHaveCount(0)
    }
  }
})
