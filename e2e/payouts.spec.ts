import type { Page } from '@playwright/test'
import { auth, donationChanges, members, payouts } from '@twofold/contract'
import {
  openAsNewAdministrator,
  password,
  resetLinkPattern,
  sevenDigits,
  waitForEmailedLink,
} from './new-administrator.ts'
import { daysAgo, expect, openSignedIn, test } from './product.ts'

test('a saved check and an existing one both link to it', async ({ page, complaints }) => {
  const { call, token, params } = await openAsNewAdministrator(page, 'Petra', '/portal/payouts')
  const dialog = page.getByRole('dialog', { name: 'Enter a check' })
  const save = async (number: string) => {
    await page.getByRole('button', { name: 'Enter a check' }).click()
    await dialog.getByLabel('Payer').fill('Acme')
    await dialog.getByLabel('Check number').fill(number)
    await dialog.getByLabel('Date received').fill(daysAgo(1))
    await dialog.getByLabel(/^Amount/).fill('40')
    await dialog.getByRole('button', { name: 'Save' }).click()
  }
  const openToast = page.locator('[data-toast-viewport] li').getByRole('button', { name: 'Open' })
  for (const number of ['', '1204']) {
    await page.goto('/portal/payouts')
    await save(number)
    await openToast.click()
    await expect(page).toHaveURL(/\/payouts\/\d+$/)
    const [newest] = (await call(payouts.listPayouts, { params }, { token })).payouts
    const address = new RegExp(`/payouts/${newest?.id}$`)
    await expect(page).toHaveURL(address)
    await page.goto('/portal/payouts')
    await save(number)
    await dialog.getByRole('link', { name: 'Open it' }).click()
    await expect(page).toHaveURL(address)
    await expect(dialog).toHaveCount(0)
  }
  complaints.length = 0
})

test('a payout without a date gets one in the list, with Undo', async ({ page }) => {
  const { call, token, params } = await openAsNewAdministrator(page, 'Dora', '/portal/payouts')
  const gift = { donor_name: 'Pat Line', donor_email: 'pat.line@example.org', donated_at: daysAgo(30), amount: 40 }
  await call(donationChanges.createDonation, { params, body: gift }, { token })
  const report = new Blob(['Company,Donor,Donor Email,Match Amount\nAcme,Pat Line,pat.line@example.org,40.00\n'])
  const form = new FormData()
  form.set('report', report, 'undated.csv')
  await call(payouts.uploadPayoutReport, { params, form }, { token })
  await page.goto('/portal/payouts')
  const add = page.getByRole('button', { name: /^Add payment date/ })
  await add.click()
  await page.getByLabel('Payment date', { exact: true }).fill(daysAgo(2))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(add).toHaveCount(0)
  await page.locator('[data-toast-viewport] li').getByRole('button', { name: 'Undo' }).click()
  await expect(add).toBeVisible()
})

test('a report asks its questions, and money of a payment undone later is removed and restored', async ({ page }) => {
  const { call, token, params } = await openAsNewAdministrator(page, 'Frida', '/portal/payouts')
  const gift = { donor_name: 'Pat Line', donor_email: 'pat.line@example.org', donated_at: daysAgo(30), amount: 40 }
  await call(donationChanges.createDonation, { params, body: gift }, { token })
  const upload = async (name: string, rows: readonly string[]) => {
    const form = new FormData()
    form.set('report', new Blob([rows.join('\n')]), name)
    await call(payouts.uploadPayoutReport, { params, form }, { token })
    await page.goto('/portal/payouts')
  }
  const header = 'Company,Donor,Donor Email,Gift Date,Gift,Matched?,Amount Paid,Check Number,Check Date,Status'
  const row = (status: string, number = '88') =>
    `Acme,Pat Line,pat.line@example.org,${daysAgo(30)},40.00,Yes,80.00,${number},${daysAgo(3)},${status}`
  await upload('first.csv', [header, row('Cleared')])
  const question = page.getByRole('group', { name: /^1 row with “Matched\?”/ })
  await expect(question.getByRole('radio', { name: 'Leave this row out' })).toBeChecked()
  await question.getByRole('radio', { name: 'Gift and match together' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('1 line matched')).toBeVisible()
  await upload('second.csv', [header, row('Voided'), row('Cleared', '99')])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Remove voided payments' }).click()
  await page.getByRole('button', { name: 'Restore them' }).click()
  await expect(page.getByRole('button', { name: 'Remove voided payments' })).toBeVisible()
})

const donors = ['Ada Byron', 'Kim Testwell', 'Noor Nguyen']

/** Each unsettled line has a candidate match. */
async function enterWithLines(page: Page, name: string) {
  const entered = await openAsNewAdministrator(page, name, '/portal/payouts')
  const { call, token, params } = entered
  for (const donor_name of donors) {
    const gift = { donor_name, donor_email: `${donor_name.slice(0, 3)}@example.org`, donated_at: daysAgo(20) }
    await call(donationChanges.createDonation, { params, body: { ...gift, amount: 30 } }, { token })
  }
  const lines = donors.map((donor_name) => ({ donor_name, amount: 30 }))
  const check = { payer: 'Acme', reference: '7', paid_on: daysAgo(1), lines }
  await call(payouts.addCheck, { params, body: check }, { token })
  await page.goto('/portal/payouts/waiting')
  const waiting = page.getByRole('region', { name: 'Lines to review' }).getByRole('button')
  await expect(waiting).toHaveCount(3)
  return { ...entered, waiting, title: (donor: string) => page.getByRole('heading', { level: 2, name: donor }) }
}

test('Enter settles a clicked line with its first match, but not a line opened by keyboard', async ({ page }) => {
  const { waiting, title } = await enterWithLines(page, 'Quirin')
  await waiting.nth(1).click()
  await expect(title('Kim Testwell')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-toast-viewport] li')).toContainText('Linked to match')
  await expect(waiting).toHaveCount(2)
  await expect(waiting.filter({ hasText: 'Kim Testwell' })).toHaveCount(0)
  await waiting.filter({ hasText: 'Ada Byron' }).focus()
  await page.keyboard.press('Enter')
  await expect(title('Ada Byron')).toBeVisible()
  await expect(waiting).toHaveCount(2)
})

test('settling lines by keyboard moves to the next line, then to the heading; a reader sees no instruction to choose', async ({
  page,
}) => {
  const { call, token, params, title, waiting } = await enterWithLines(page, 'Rosa')
  await waiting.first().click()
  for (const donor of donors) {
    await expect(title(donor)).toBeVisible()
    if (donor !== donors[0]) await expect(title(donor)).toBeFocused()
    await page.getByRole('button', { name: 'Link: match' }).first().press('Enter')
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Lines to review' })).toBeFocused()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(waiting).toHaveCount(1)
  const reader = `lector.${sevenDigits()}@example.org`
  await call(members.setPermission, { body: { org_id: params.id, email: reader, level: 'read' } }, { token })
  const link = await waitForEmailedLink(reader, resetLinkPattern, 0)
  await call(auth.resetPassword, { body: { token: link.split('token=')[1] ?? '', password } })
  await openSignedIn(page, reader, '/portal/payouts/waiting', password)
  await expect(page.getByText('Anyone with write access can link them.')).toBeVisible()
  await expect(page.getByText('Choose the match')).toBeHidden()
})

test('a line can be linked to a match that is not among its candidates, found by the donor’s name', async ({
  page,
}) => {
  const { waiting, title } = await enterWithLines(page, 'Sol')
  await waiting.first().click()
  await expect(title('Ada Byron')).toBeVisible()
  const other = page.getByRole('combobox', { name: 'Another match' })
  const link = page.getByRole('button', { name: 'Link', exact: true })
  await link.click()
  await expect(page.getByText('Choose a match from the list')).toBeVisible()
  await other.fill('Noor')
  await page.getByRole('option', { name: 'Noor Nguyen' }).click()
  await expect(other).toHaveValue(/^Noor Nguyen, \$30\.00 on /)
  await link.click()
  await expect(page.locator('[data-toast-viewport] li')).toContainText('Linked to match')
  await expect(waiting).toHaveCount(2)
})
