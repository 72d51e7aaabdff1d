import type { Page } from '@playwright/test'
import { documents, organizations } from '@twofold/contract'
import { expectAccessible } from './accessibility.ts'
import { openAsNewAdministrator } from './new-administrator.ts'
import { callerAs, expect, openSignedIn, pixel, signIn, test } from './product.ts'

const admin = 'admin@riverbend.example'
const path = '/portal/organization-details'
const tab = (page: Page, name: string) => page.getByRole('tab', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' })

test('the tab is in the address, and an unknown one is ignored', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=nowhere`)
  await expect(tab(page, 'Basic')).toHaveAttribute('aria-selected', 'true')
  for (const name of ['Contact', 'Address', 'Categories', 'Users', 'Files', 'Settings']) {
    await tab(page, name).click()
    await expect(page).toHaveURL(new RegExp(`tab=${name.toLowerCase()}$`))
  }
  await page.reload()
  await expect(tab(page, 'Settings')).toHaveAttribute('aria-selected', 'true')
})

test('a change enables Save Changes, Cancel reverts it, and a save shows a toast and persists', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=contact`)
  const fax = page.getByRole('textbox', { name: 'Fax' })
  await expect(save(page)).toBeDisabled()
  await fax.fill('+1 217 555 0199')
  await expect(save(page)).toBeEnabled()
  await cancel(page).click()
  await expect(fax).toHaveValue('')
  await expect(save(page)).toBeDisabled()

  await tab(page, 'Settings').click()
  const field = page.getByRole('textbox', { name: 'New field' })
  await field.press('Enter')
  await expect(save(page)).toBeDisabled()
  const name = `Table ${Date.now()}`
  await field.fill(name)
  await field.press('Enter')
  await expect(page.getByText(name)).toBeVisible()
  await save(page).click()
  await expect(page.getByText('Organization "Riverbend Food Bank" updated successfully', { exact: true })).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await page.reload()
  await expect(page.getByText(name)).toBeVisible()
})

test('an invalid value shows its error at the field, on the field’s tab', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await page.getByRole('textbox', { name: 'Fax' }).fill('1')
  await tab(page, 'Basic').click()
  await expect(tab(page, 'Basic')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('textbox', { name: /^Name/ }).fill('')
  await tab(page, 'Address').click()
  await save(page).click()
  await expect(tab(page, 'Basic')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('link', { name: 'Organization name is required' })).toBeVisible()
  await cancel(page).click()
  await expect(page.getByText('Organization name is required')).toHaveCount(0)
})

test('a new state offers its time zone, and changes nothing by itself', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=address`)
  const state = page.getByRole('textbox', { name: 'State' })
  await state.fill('ny')
  const offer = page.getByRole('button', { name: 'Use Eastern Time (New York)' })
  await expect(offer).toBeVisible()
  await tab(page, 'Basic').click()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago')
  await tab(page, 'Address').click()
  await offer.click()
  await expect(offer).toHaveCount(0)
  await tab(page, 'Basic').click()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York')
  await cancel(page).click()
  await expect(page.getByLabel('Time zone')).toHaveValue('America/Chicago')
})

test('leaving with unsaved changes asks for confirmation', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await page.getByRole('textbox', { name: 'Fax' }).fill('+1 217 555 0198')
  await page.getByRole('link', { name: 'Donations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Fax' })).toHaveValue('+1 217 555 0198')

  await page.getByRole('button', { name: /^Organization:/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Riverbend North Pantry' }).click()
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('button', { name: /^Organization:/ })).toContainText('Riverbend Food Bank')

  await page.getByRole('link', { name: 'Donations' }).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Donations', level: 1 })).toBeVisible()
  await page.goto(`${path}?tab=contact`)
  await expect(page.getByRole('textbox', { name: 'Fax' })).toHaveValue('')
})

test('discarded changes stay discarded after a reload before the next screen renders', async ({ page }) => {
  page.on('dialog', (asked) => void asked.accept())
  await page.route('**/assets/integrations-screen-*.js', () => {})
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await page.getByRole('textbox', { name: 'Fax' }).fill('+1 217 555 0199')
  await page.getByRole('link', { name: 'Integrations' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`${path}?tab=contact`)
  await expect(page.getByRole('textbox', { name: 'Fax' })).toHaveValue('')
})

test('two people who save the same field both see the conflict, and nothing is lost', async ({ page }) => {
  const otherCaller = await callerAs(admin)
  const params = { id: otherCaller.organizationId }
  await openSignedIn(page, admin, `${path}?tab=address`)
  const street2 = page.getByRole('textbox', { name: 'Suite, floor or box' })
  await street2.fill('Mine')
  await otherCaller.call(
    organizations.changeOrganization,
    { params, body: { address: { street2: 'Theirs' } } },
    otherCaller,
  )
  await save(page).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Someone else saved this organization' })
  await expect(notice.getByText('Suite, floor or box. Someone else saved: Theirs')).toBeInViewport()
  await expect(notice).toBeFocused()
  await page.getByRole('button', { name: 'Use their values' }).click()
  await expect(street2).toHaveValue('Theirs')
  await street2.fill('Mine again')
  await otherCaller.call(
    organizations.changeOrganization,
    { params, body: { address: { street2: 'Later' } } },
    otherCaller,
  )
  await save(page).click()
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(page.getByText('Organization "Riverbend Food Bank" updated successfully', { exact: true })).toBeVisible()
  expect((await otherCaller.call(organizations.getOrganization, { params }, otherCaller)).address.street2).toBe(
    'Mine again',
  )
  await otherCaller.call(organizations.changeOrganization, { params, body: { address: { street2: '' } } }, otherCaller)
})

test('a session that ends during editing keeps the typed text', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=contact`)
  await page.getByRole('textbox', { name: 'Fax' }).fill('+1 217 555 0177')
  await page.route('**/api/organization/*/partial', (route) =>
    route.fulfill({ status: 401, json: { error: 'unauthenticated', message: 'x', request_id: 'x' } }),
  )
  await save(page).click()
  await page.waitForURL(/\/portal\/login/)
  await page.unroute('**/api/organization/*/partial')
  await signIn(page, admin)
  await page.waitForURL(/organization-details\?tab=contact/)
  await expect(page.getByRole('textbox', { name: 'Fax' })).toHaveValue('+1 217 555 0177')
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible()
  await cancel(page).click()
})

test('a logo of the wrong type is refused; a valid one appears in the sidebar at once and can be removed', async ({
  page,
}) => {
  await openAsNewAdministrator(page, 'logo', `${path}?tab=files`)
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer })
  }
  await choose('logo.gif', 'image/gif', Buffer.from('GIF89a'))
  await expect(page.getByRole('alert').getByText('Please select a PNG or JPG file')).toBeVisible()
  await choose('logo.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>'))
  await expect(page.getByRole('alert').getByText('Please select a PNG or JPG file')).toBeVisible()
  await choose('logo.png', 'image/png', pixel)
  await expect(page.getByText('Logo uploaded successfully', { exact: true })).toBeVisible()
  await expect(page.getByRole('complementary').locator('img')).toHaveAttribute('src', /\/logo\/[\w-]{32}\.png$/)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('complementary').locator('img')).toHaveCount(0)
})

test('a document needs a name and a file, downloads unchanged and can be deleted', async ({ page }) => {
  const me = await openAsNewAdministrator(page, 'papers', `${path}?tab=files`)
  const upload = page.getByRole('button', { name: 'Upload', exact: true })
  await page.getByRole('textbox', { name: 'Name of a new document' }).fill('Annual report')
  await expect(upload).toHaveAttribute('aria-disabled', 'true')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  const buffer = Buffer.from('%PDF-1.7\ntrailer << >>\n%%EOF\n')
  await (await chooser).setFiles({ name: 'report 2026.pdf', mimeType: 'application/pdf', buffer })
  await upload.click()
  await expect(page.getByText('Document uploaded successfully', { exact: true })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Annual report' }).click()
  expect((await download).suggestedFilename()).toBe('report 2026.pdf')
  await page.getByRole('button', { name: 'Delete Annual report' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Document deleted', { exact: true })).toBeVisible()
  const outsider = await callerAs('pta@maple.example')
  const params = { ...me.params, docId: 1 }
  expect((await outsider.refusal(documents.deleteDocument, { params }, outsider)).status).toBe(404)
})

test('adding and removing notification emails shows a toast', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=settings`)
  const email = `digest${Date.now()}@example.org`
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await page.getByRole('textbox', { name: 'Email', exact: true }).press('Enter')
  await expect(page.getByText('Notification email added', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Remove ${email}` }).click()
  await expect(page.getByText('Notification email removed', { exact: true })).toBeVisible()
})

test('a private key is stored, never shown, and deleted before another one is added', async ({ page }) => {
  await openSignedIn(page, admin, `${path}?tab=settings`)
  await page.getByLabel('Private key').fill('sk_test_browser')
  await save(page).click()
  await expect(page.getByText('A private key is saved. It can’t be viewed.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('A private key is saved. It can’t be viewed.')).toBeVisible()
  await expect(page.getByLabel('Private key')).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click()
  await expect(page.getByText('Organization updated successfully!', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Private key')).toBeVisible()
})

test('a reader can view but not change anything', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', `${path}?tab=basic`)
  await expect(page.getByText('You can view everything here, but only an admin can edit.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Name/ })).toHaveAttribute('readonly')
  await expect(save(page)).toHaveCount(0)
  await tab(page, 'Settings').click()
  await expect(page.getByText('Payment account')).toHaveCount(0)
  await tab(page, 'Files').click()
  await expect(page.getByRole('button', { name: /Upload/ })).toHaveCount(0)
})

test('axe finds no barrier on any tab, in light and dark, on a wide screen and on a 360 px phone', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await openSignedIn(page, admin, path)
  for (const name of ['Basic', 'Contact', 'Address', 'Categories', 'Users', 'Files', 'Settings']) {
    await tab(page, name).click()
    await expect(page.getByRole('tabpanel', { name }).locator('section').first()).toBeVisible()
    await expectAccessible(page, `${name}, light`)
  }
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const name of ['Settings', 'Files', 'Users', 'Categories', 'Address', 'Contact', 'Basic']) {
    await tab(page, name).click()
    await expect(page.getByRole('tabpanel', { name }).locator('section').first()).toBeVisible()
    await expectAccessible(page, `${name}, dark, 360 px`)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(wide, `${name} scrolls sideways`).toBe(false)
  }
})
