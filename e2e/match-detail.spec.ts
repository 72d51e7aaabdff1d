import type { Locator, Page } from '@playwright/test'
import { donationChanges, donations, verifications } from '@twofold/contract'
import { callerAs, dayOfAddedGifts, expect, hoverUndo, openSignedIn, test } from './product.ts'

const writer = 'writer@riverbend.example'
const { changeMessages } = donationChanges
const toast = (page: Page) => page.locator('[data-toast-viewport] li')

let count = 0
async function addGift(more: object = {}) {
  const { call, token, organizationId } = await callerAs(writer)
  const tag = `${Date.now().toString(36)}${++count}`
  const body = {
    donor_name: `Marta ${tag}`,
    donor_email: `marta.${tag}@example.org`,
    amount: 80,
    donated_at: dayOfAddedGifts(),
    company_name: 'Microsoft',
    ...more,
  }
  const { donation } = await call(donationChanges.createDonation, { params: { id: organizationId }, body }, { token })
  return donation
}

async function openMatch(page: Page, id: number, as = writer): Promise<Locator> {
  await openSignedIn(page, as, `/portal/donations?dates=any&match=${id}`)
  const dialog = page.getByRole('dialog').first()
  await expect(dialog.getByRole('heading', { name: 'Why this status' })).toBeVisible()
  return dialog
}

async function chooseAction(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: 'Actions' }).click()
  await dialog.page().getByRole('menuitem', { name, exact: true }).click()
}

const statusOf = async (id: number): Promise<number> => {
  const { call, token } = await callerAs(writer)
  return (await call(donations.getDonation, { params: { id } }, { token })).donation.status_id
}

test('correcting an amount and an employer shows the outcome, and Undo reverts it', async ({ page }) => {
  const gift = await addGift()
  const dialog = await openMatch(page, gift.id)
  const correct = async (amount: string, employer: string, company: RegExp) => {
    await dialog.getByLabel('Amount').fill(amount)
    await dialog.getByRole('combobox', { name: 'Employer', exact: true }).fill(employer)
    await page.getByRole('option', { name: company }).first().click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }
  await correct('120', 'Lanternhill', /Lanternhill Bank/)
  await expect(toast(page)).toContainText('Match saved')
  await expect(dialog.getByText('Amount: 80 → 120')).toBeVisible()
  await expect(dialog.getByText('Employer: Microsoft → Lanternhill Bank')).toBeVisible()
  // The product accepts an undo for 20 s by its own clock.
  await page.reload()
  await correct('95', 'Microsoft', /^Microsoft/)
  await (await hoverUndo(page)).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('120.00')
  await expect(dialog.getByRole('combobox', { name: 'Employer', exact: true })).toHaveValue('Lanternhill Bank')
})

test('a match is submitted, silenced, canceled and restored with its buttons', async ({ page }) => {
  const gift = await addGift()
  const dialog = await openMatch(page, gift.id)
  const pressAction = (name: string) => chooseAction(dialog, name)
  await expect(dialog.getByText('Eligible', { exact: true })).toBeVisible()
  await pressAction('Silence Match')
  await expect(toast(page)).toContainText('Match silenced')
  await expect(dialog.getByText('The donor won’t be emailed about this match')).toBeVisible()
  await pressAction('Un-Silence Match')
  await expect(toast(page)).toContainText('Match un-silenced')
  await pressAction('Submitted')
  await expect(toast(page)).toContainText('Donation status updated')
  await expect(dialog.getByText('Processed', { exact: true })).toBeVisible()
  expect(await statusOf(gift.id)).toBe(4)
  await dialog.getByRole('button', { name: 'Actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Silence Match' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Submitted' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await pressAction('Cancel/Delete Match')
  await expect(toast(page)).toContainText('Match deleted')
  await expect(dialog.getByText('Ineligible', { exact: true })).toBeVisible()
  expect(await statusOf(gift.id)).toBe(12)
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(dialog.getByText('Processed', { exact: true })).toBeVisible()
  expect(await statusOf(gift.id)).toBe(4)
})

test('‘& Re-Email’ shows its recipient before it sends', async ({ page }) => {
  const gift = await addGift()
  const dialog = await openMatch(page, gift.id)
  await dialog.getByLabel('Amount').fill('90')
  await dialog.getByRole('button', { name: 'Save & Re-Email' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Save and re-email?' })
  await expect(confirmation.getByText(/stays|becomes/)).toBeVisible()
  await expect(confirmation).toContainText(gift.donor.email)
  await confirmation.getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page)).toContainText('Match saved and reprocessed')
  await expect(dialog.getByLabel('Amount')).toHaveValue('90.00')
})

test('a concurrent change to the match is visible on every tab and at every scroll position', async ({ page }) => {
  const gift = await addGift()
  const otherCaller = await callerAs('admin@riverbend.example')
  for (const viewport of [
    { width: 390, height: 780 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    const dialog = await openMatch(page, gift.id)
    await dialog.getByLabel('Amount').fill('95')
    await dialog.getByRole('heading', { name: 'Timeline' }).scrollIntoViewIfNeeded()
    const body = { amount: viewport.width }
    await otherCaller.call(donationChanges.updateDonation, { params: { id: gift.id }, body }, otherCaller)
    const conflictNotice = dialog.getByRole('status').filter({ hasText: 'Someone else just changed this match' })
    await expect(conflictNotice).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('tab', { name: 'Email Communications' }).click()
    await expect(conflictNotice).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(dialog.getByRole('alert').filter({ hasText: changeMessages.lost })).toBeInViewport({ ratio: 1 })
    await expect(conflictNotice).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  }
})

test('a field refused by the browser or the server opens its tab and gets focus', async ({ page }) => {
  const gift = await addGift()
  for (const viewport of [
    { width: 390, height: 780 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport)
    const dialog = await openMatch(page, gift.id)
    const amount = dialog.getByLabel('Amount')
    const mails = dialog.getByRole('tab', { name: 'Email Communications' })
    const expectFocusOnAmount = async () => {
      await expect(dialog.getByRole('tab', { name: 'Match Details' })).toHaveAttribute('aria-selected', 'true')
      await expect(amount).toBeFocused()
      await expect(amount).toBeInViewport({ ratio: 1 })
      await expect(amount).toHaveAttribute('aria-invalid', 'true')
    }
    await amount.fill('a lot')
    // On a busy machine, the other tab is not rendered when Save is pressed.
    const save = await dialog.getByRole('button', { name: 'Save', exact: true }).elementHandle()
    await mails.evaluate((tab, button) => {
      for (const pressed of [tab, button]) pressed?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    }, save)
    await expectFocusOnAmount()
    await mails.click()
    await expect(mails).toHaveAttribute('aria-selected', 'true')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectFocusOnAmount()
    await expect(dialog.getByText('Enter an amount like')).toBeInViewport({ ratio: 1 })
    await mails.click()
    await expect(mails).toHaveAttribute('aria-selected', 'true')
    await dialog.getByRole('tab', { name: 'Match Details' }).click()
    await amount.fill('95')
    await page.route('**/api/donation/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 422, json: { error: 'invalid', message: 'No', fields: { amount: 'Not that' } } })
        : route.fallback(),
    )
    await mails.click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expectFocusOnAmount()
    await expect(dialog.getByText('Not that')).toBeVisible()
    await page.unroute('**/api/donation/*')
    await dialog.getByRole('button', { name: 'Discard' }).click()
  }
})

test('two people editing the same match see each other’s change and lose nothing', async ({ page }) => {
  const gift = await addGift()
  const dialog = await openMatch(page, gift.id)
  await dialog.getByLabel('Amount').fill('95')
  const otherCaller = await callerAs('admin@riverbend.example')
  await otherCaller.call(donationChanges.updateDonation, { params: { id: gift.id }, body: { amount: 70 } }, otherCaller)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText(changeMessages.lost)).toBeVisible()
  await expect(page.getByText(changeMessages.lost)).toHaveCount(1)
  await expect(dialog.getByText(/Changed by .+ meanwhile: 70\.00/)).toBeVisible()
  await expect(dialog.getByLabel('Amount')).toHaveValue('95')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog.getByText('Amount: 70 → 95')).toBeVisible()
})

test('a manually entered gift shows its outcome, and the same gift is not added twice', async ({ page }) => {
  const name = `Hand Written ${Date.now().toString(36)}`
  const fill = async () => {
    await page.getByRole('button', { name: 'Add donation' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add donation' })
    await dialog.getByLabel('Donor', { exact: true }).fill(name)
    await dialog.getByLabel('Amount').fill('$1,250.50')
    await dialog.getByLabel('Date of the gift').fill(dayOfAddedGifts())
    await dialog.getByRole('combobox', { name: 'Employer' }).fill('goog')
    await expect(page.getByRole('option', { name: 'Google (GOOG)' })).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Employer' }).fill('microsof')
    await page.getByRole('option', { name: 'Microsoft', exact: true }).click()
    await dialog.getByLabel('Campaign').fill('Spring gala')
    await dialog.getByRole('button', { name: 'Add donation' }).click()
  }
  await openSignedIn(page, writer, '/portal/donations')
  await fill()
  await expect(toast(page)).toContainText('Donation added')
  const match = page.getByRole('dialog', { name })
  await expect(match.getByLabel('Campaign')).toHaveValue('Spring gala')
  await expect(match.getByLabel('Amount')).toHaveValue('1250.50')
  await expect(match.getByText(/no email address/i)).toBeVisible()
  await match.getByRole('button', { name: 'Close' }).click()
  await fill()
  await expect(page.getByRole('alert')).toContainText('This gift is already here, as match')
})

test('a note appears in the timeline with its author, next to the events, and can be removed', async ({ page }) => {
  const gift = await addGift()
  const dialog = await openMatch(page, gift.id)
  await dialog.getByLabel('Note', { exact: true }).fill('Called Marta, she asks her HR team on Monday')
  await dialog.getByRole('button', { name: 'Add note' }).click()
  const timeline = dialog.getByRole('list').filter({ hasText: 'Recorded' })
  await expect(timeline.getByRole('listitem').first()).toContainText(/Note · .+Called Marta, she asks her HR team/)
  await expect(timeline).toContainText('Recorded · ')
  await expect(dialog.getByLabel('Note', { exact: true })).toBeFocused()
  await dialog.getByRole('button', { name: /Remove the note/ }).click()
  await expect(toast(page)).toContainText('Note removed')
  await expect(timeline.getByText('Called Marta')).toHaveCount(0)
})

test('a gift is canceled from its combined match, but not the gift whose number the employer request uses', async ({
  page,
}) => {
  // The employer matches from $25 for twelve months, so any day of the year works.
  const small = { amount: 7, company_name: 'Lanternhill Bank' }
  const first = await addGift(small)
  const again = { ...small, donor_name: first.donor_name, donor_email: first.donor.email }
  await addGift({ ...again, amount: 8 })
  await addGift({ ...again, amount: 9 })
  const combinedMatch = await addGift({ ...again, amount: 10 })
  const dialog = await openMatch(page, combinedMatch.id)
  await dialog.getByRole('tab', { name: 'Recurring History' }).click()
  const cancel = (amount: number) => dialog.getByRole('button', { name: `Cancel this Gift: $${amount}.00` })
  await expect(cancel(10)).toBeVisible()
  await cancel(8).click()
  await expect(toast(page)).toContainText('Gift canceled')
  await expect(cancel(8)).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Cancel this Gift/ }).and(page.locator(':focus'))).toHaveCount(1)
  await dialog.getByRole('tab', { name: 'Match Details' }).click()
  await chooseAction(dialog, 'Submitted')
  await expect(toast(page)).toContainText('It’s now “Submitted”.')
  await dialog.getByRole('tab', { name: 'Recurring History' }).click()
  await expect(cancel(7)).toBeVisible()
  await expect(cancel(10)).toHaveCount(0)
})

test('a reader sees no buttons and no form', async ({ page }) => {
  const gift = await addGift()
  const dialog = await openMatch(page, gift.id, 'reader@riverbend.example')
  await expect(dialog.getByRole('button', { name: 'Actions' })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(dialog.getByText('$80.00').first()).toBeVisible()
})

test('every failed change shows its message', async ({ page, complaints }) => {
  const gift = await addGift()
  const dialog = await openMatch(page, gift.id)
  await page.route(/\/api\/donation\/(\d+|confirm)$/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
  )
  const pressAction = (name: string) => chooseAction(dialog, name)
  await pressAction('Silence Match')
  await expect(toast(page)).toContainText('Failed to update match silence status.')
  await pressAction('Submitted')
  await expect(toast(page)).toContainText('Failed to update donation status.')
  await pressAction('Cancel/Delete Match')
  await expect(toast(page)).toContainText('Failed to delete match.')
  await expect(dialog.getByRole('alert')).toContainText('Failed to delete match.')
  await dialog.getByLabel('Amount').fill('91')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page)).toContainText('Failed to save match.')
  await expect(dialog.getByLabel('Amount')).toHaveValue('91')
  await dialog.getByRole('button', { name: 'Save & Re-Email' }).click()
  await page.getByRole('dialog', { name: 'Save and re-email?' }).getByRole('button', { name: /^Save/ }).click()
  await expect(toast(page)).toContainText('Failed to save and reprocess match.')
  complaints.length = 0
})

test('a match that fails to load shows an error with a retry button', async ({ page, complaints }) => {
  const gift = await addGift()
  await page.route(`**/api/donation/${gift.id}`, (route) => route.fulfill({ status: 418, body: '' }))
  await openSignedIn(page, writer, `/portal/donations?dates=any&match=${gift.id}`)
  await expect(page.getByText('Failed to fetch match data. Please try again later.')).toBeVisible()
  await page.unroute(`**/api/donation/${gift.id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Why this status' })).toBeVisible()
  complaints.length = 0
})

test('a sent email opens unchanged in a separate window', async ({ page }) => {
  const gift = await addGift({ company_name: 'Lanternhill Bank' })
  const { call, token } = await callerAs(writer)
  const mail = async () =>
    (await call(donations.getDonation, { params: { id: gift.id } }, { token })).donation.notifications.at(-1)
  await expect.poll(async () => (await mail())?.state).toBe('sent')
  const dialog = await openMatch(page, gift.id)
  const opening = page.waitForEvent('popup')
  await dialog
    .getByRole('link', { name: /See the email/ })
    .first()
    .click()
  const opened = await opening
  await expect(opened.getByRole('heading', { level: 1 })).toHaveText((await mail())?.subject ?? '')
  const frame = opened.frameLocator('iframe')
  await expect(frame.getByText('Get my gift matched')).toBeVisible()
  await expect(frame.getByRole('link')).toHaveCount(0)
  await opened.getByRole('tab', { name: 'Plain text' }).click()
  await expect(opened.getByText(/\/m\/c\/…/)).toBeVisible()
})

test('changing the employer of a submitted match asks for confirmation; requested gifts stay, open ones start over', async ({
  page,
}) => {
  const gift = await addGift()
  const { call, token } = await callerAs(writer)
  await call(donationChanges.confirmDonations, { body: { donation_ids: [gift.id], status: 'submitted' } }, { token })
  const dialog = await openMatch(page, gift.id)
  const name = async (employer: string, company: RegExp) => {
    await dialog.getByRole('combobox', { name: 'Employer', exact: true }).fill(employer)
    await page.getByRole('option', { name: company }).first().click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    return page.getByRole('dialog', { name: 'Who has the request?' })
  }
  const first = await name('Lanternhill', /Lanternhill Bank/)
  await expect(first.getByRole('button', { name: 'Save' })).toBeDisabled()
  await first.getByRole('button', { name: 'Not now' }).click()
  await expect(first).toBeHidden()
  expect(await statusOf(gift.id)).toBe(4)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByRole('radio', { name: /Lanternhill Bank has it/ }).check()
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page)).toContainText('Match saved')
  await expect(dialog.getByText('nobody was asked again')).toBeVisible()
  expect(await statusOf(gift.id)).toBe(4)

  const second = await name('Microsoft', /^Microsoft/)
  await second.getByRole('radio', { name: /doesn’t yet/ }).check()
  await expect(second.getByText('It becomes')).toBeVisible()
  await second.getByRole('button', { name: /^Save/ }).last().click()
  await expect(second).toBeHidden()
  await expect.poll(() => statusOf(gift.id)).not.toBe(4)
})

test('a donor’s signed document is downloaded from the match as signed', async ({ page }) => {
  const { call, token, organizationId } = await callerAs(writer)
  const listWaiting = (group?: string) => {
    const query = { page: 1, ...(group && { group }) }
    return call(verifications.listVerifications, { params: { id: organizationId }, query }, { token })
  }
  const toSign = (await listWaiting()).groups.find(({ asks }) => asks === 'sign')
  const signed = (await listWaiting(toSign?.key)).verifications.find(({ form_pages }) => form_pages > 0)
  expect(signed).toBeDefined()
  const dialog = await openMatch(page, signed?.donation_id ?? 0)
  await chooseAction(dialog, 'Signed Forms')
  const forms = page.getByRole('dialog', { name: 'Signed forms' })
  await expect(forms).toContainText('Current')
  await expect(forms).toContainText(signed?.donor_name ?? 'nobody')
  const download = page.waitForEvent('download')
  await forms.getByRole('button', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toBe(`signed-form-${signed?.donation_id}.pdf`)
})
