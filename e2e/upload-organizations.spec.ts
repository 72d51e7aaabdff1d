import { imports } from '@twofold/contract'
import { daysAgo, expect, openViaSignIn, test } from './product.ts'

const columns = 'Transaction ID,Date,Amount,Donor Name,Donor Email'
const row = (id: string, more = '') => `${id},${daysAgo(3)},25.00,Ada Brook,ada.${id}@example.org${more}`
const file = (lines: readonly string[]) => ({
  name: 'gifts.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\n')}\n`),
})

test('a file without organizations is assigned to one organization, as the spec requires', async ({ page }) => {
  const tag = Date.now().toString(36)
  await openViaSignIn(page, 'writer@riverbend.example', '/portal/donations/')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const refused = { error: 'conflict', message: imports.undoMessages.undoing, request_id: 'x' }
  await page.route('**/import-file/Test', (route) => route.fulfill({ status: 409, json: refused }), { times: 1 })
  await page.locator('input[type=file]').setInputFiles(file([columns, row(`${tag}a`), row(`${tag}b`)]))
  const mapper = page.getByRole('dialog', { name: 'Field Mapper' })
  await mapper.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(mapper.getByText('Organization Name is required for this upload.').first()).toBeVisible()
  await mapper.getByLabel('Whose gifts are these?').selectOption('Riverbend North Pantry')
  await expect(mapper.getByText('New gifts', { exact: true })).toBeVisible()
  await mapper.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('2 gifts added.')).toBeVisible()
})

test('unknown names are mapped, and the next file uses the mapping', async ({ page }) => {
  const tag = Date.now().toString(36)
  const named = (id: string, name: string) => row(`${tag}${id}`, `,${name}`)
  const choose = async (lines: readonly string[]) => {
    await page.locator('input[type=file]').setInputFiles(file([`${columns},Organization Name`, ...lines]))
    return page.getByRole('dialog', { name: 'Field Mapper' })
  }
  await openViaSignIn(page, 'writer@riverbend.example', '/portal/donations/')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const mapper = await choose([named('a', `Main ${tag}`), named('b', `Main ${tag}`), named('c', `Gone ${tag}`)])
  await expect(mapper.getByRole('heading', { name: '3 rows to fix' })).toBeVisible()
  await mapper.getByLabel(`“Main ${tag}” (2 rows)`).selectOption('Riverbend North Pantry')
  await mapper.getByLabel(`“Gone ${tag}” (1 row)`).selectOption('Skip these rows')
  await expect(mapper.getByRole('heading', { name: 'to fix' })).toBeHidden()
  await mapper.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('2 gifts added, 1 skipped.')).toBeVisible()
  await page.getByRole('button', { name: 'Upload another file' }).click()
  const next = await choose([named('d', `MAIN-${tag}`)])
  await expect(next.getByText('All set. We’ll remember these for your next file.')).toBeVisible()
})

test('a link to the upload opens it once: a reload shows the list', async ({ page }) => {
  await openViaSignIn(page, 'writer@riverbend.example', '/portal/donations')
  await page.goto('/portal/donations?upload=new')
  const dialog = page.getByRole('dialog', { name: 'Upload donations' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/donations$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
