import { daysAgo, expect, openViaSignIn, test } from './product.ts'

const header = 'Transaction ID,Date,Amount,Donor Name,Donor Email,Employer,Street,Payment Status,Organization Name'
const file = (name: string, rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${[header, ...rows.map((row) => `${row},Riverbend Food Bank`)].join('\n')}\n`),
})

test('a reimported file offers its changes, and an undo reverts them', async ({ page }) => {
  const tag = Date.now().toString(36)
  const day = daysAgo(4)
  const row = (id: string, amount: string, street: string, state: string) =>
    `${tag}-${id},${day},${amount},Nell ${id} ${tag},nell.${id}.${tag}@example.org,Lanternhill Bank,${street},${state}`
  await openViaSignIn(page, 'writer@riverbend.example', '/portal/donations/')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const mapper = page.getByRole('dialog', { name: 'Field Mapper' })
  const send = async (name: string, rows: readonly string[]) => {
    await page.locator('input[type=file]').setInputFiles(file(name, rows))
    await expect(mapper).toBeVisible()
  }
  const finished = page.getByRole('dialog', { name: 'Upload finished' })
  await send('export.csv', [
    row('a', '40.00', '', 'paid'),
    row('b', '50.00', '', 'paid'),
    row('c', '60.00', '', 'paid'),
  ])
  await mapper.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(finished.getByText('3 gifts added.')).toBeVisible()

  await finished.getByRole('button', { name: 'Upload another file' }).click()
  const secondFile = `again ${tag}.csv`
  await send(secondFile, [
    row('a', '45.00', '', 'paid'),
    row('b', '50.00', '1 Elm St', 'paid'),
    row('c', '60.00', '', 'refunded'),
  ])
  const news = mapper.getByRole('region', { name: 'Changes to existing gifts' })
  await expect(news.getByRole('checkbox', { name: '1 gift was refunded' })).toBeChecked()
  await expect(news.getByRole('checkbox', { name: '1 donor with more contact details' })).toBeChecked()
  const amount = news.getByRole('checkbox', { name: '1 gift with a different amount' })
  await expect(amount).not.toBeChecked()
  await expect(news.getByText('$40.00 → $45.00')).toBeVisible()
  await amount.check()
  await mapper.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(finished.getByText('0 gifts added, 3 updated.')).toBeVisible()
  await finished.getByRole('link', { name: 'All uploads' }).click()
  // Other tests upload to Riverbend at the same time.
  await page.getByRole('listitem').filter({ hasText: secondFile }).getByRole('button', { name: 'Undo' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo this upload?' })
  await expect(undo.getByText('3 changed gifts will be restored.')).toBeVisible()
  await undo.getByRole('textbox').fill('undo')
  const refused = { error: 'conflict', message: 'Not this one.', request_id: 'x' }
  await page.route('**/undo', (route) => route.fulfill({ status: 409, json: refused }))
  await undo.getByRole('button', { name: 'Undo upload' }).click()
  await expect(undo.getByRole('alert')).toHaveText('Not this one.')
  await page.unroute('**/undo')
  await undo.getByRole('button', { name: 'Undo upload' }).click()
  await expect(page.getByText('Upload undone').first()).toBeVisible()
})

test('a list without dates is uploaded with one date for all gifts', async ({ page }) => {
  const tag = Date.now().toString(36)
  await openViaSignIn(page, 'writer@riverbend.example', '/portal/donations/')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  const mapper = page.getByRole('dialog', { name: 'Field Mapper' })
  const list = `Family,Email,Gift,Organization Name\nRosa ${tag},rosa.${tag}@example.org,$50,Riverbend Food Bank\n`
  await page.locator('input[type=file]').setInputFiles({
    name: `families ${tag}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(list),
  })
  await mapper.getByLabel('Date of all gifts').fill(daysAgo(6))
  await expect(mapper.getByText('1 new gift')).toBeVisible()
  await mapper.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Upload finished' }).getByText('1 gift added.')).toBeVisible()
})
