import { readFileSync } from 'node:fs'
import { companies, directory, donationChanges } from '@twofold/contract'
import { addCompany } from './directory-company.ts'
import { mailsTo } from './mailbox.ts'
import { sevenDigits } from './new-administrator.ts'
import { callerAs, daysAgo, expect, openSignedIn, test } from './product.ts'

const writer = 'writer@riverbend.example'

/** No other test has campaigns or gifts for this company. */
async function newCompany(): Promise<string> {
  const { call, token } = await callerAs('super@twofold.example')
  const name = `Foxglove Credit Union ${sevenDigits()}`
  const company = await addCompany(name)
  const found = await call(companies.listCompanies, { query: { search: 'Larkspur', per_page: 1 } })
  const params = { companyId: found.companies[0]?.id ?? 0 }
  const [likeLarkspurs] = (await call(directory.getDirectoryCompany, { params }, { token })).versions
  if (!likeLarkspurs) throw new Error('Larkspur has no policy')
  const { id: _, version: __, text: ___, learned_at, by, is_current, ...terms } = likeLarkspurs
  const body = { ...terms, replaces: null }
  await call(directory.saveDirectoryPolicy, { params: { companyId: company.company_id }, body }, { token })
  return name
}

test('a campaign runs from its first day to the list that its company receives', async ({ page }) => {
  const company = await newCompany()
  const [first, second] = [`Credit for Hunger ${sevenDigits()}`, `Credit Again ${sevenDigits()}`]
  const { call, token, organizationId } = await callerAs(writer)
  const params = { id: organizationId }
  const contact = `giving.${sevenDigits()}@example.org`
  await openSignedIn(page, writer, '/portal/campaigns')

  const form = page.getByRole('dialog', { name: 'Match Campaign' })
  const fillIn = async (name: string) => {
    await page.getByRole('button', { name: 'Add Campaign' }).first().click()
    await form.getByRole('textbox', { name: 'Name' }).fill(name)
    await form.getByRole('combobox', { name: /^Company/ }).fill(company)
    await page.getByRole('option', { name: company, exact: true }).click()
    await form.getByLabel('First day').fill(daysAgo(20))
    await form.getByLabel('Last day').fill(daysAgo(-20))
    await form.getByRole('textbox', { name: 'Match ratio' }).fill('2:1')
    await form.getByRole('checkbox', { name: 'Group submit' }).check()
    await form.getByRole('button', { name: 'Create' }).click()
  }
  await page.getByRole('button', { name: 'Add Campaign' }).first().click()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(form.getByRole('heading', { name: 'Match Campaign' })).toBeInViewport()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await fillIn(first)
  await expect(form).toBeHidden()
  await fillIn(second)
  await expect(form.getByText(first, { exact: false })).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()

  for (const [donor_name, amount, day] of [
    ['Ada Byron', 50, 3],
    ['=HYPERLINK("x")', 150, 2],
  ] as const) {
    const donor_email = `donor.${sevenDigits()}@example.org`
    const body = { donor_name, donor_email, amount, donated_at: daysAgo(day), company_name: company }
    await call(donationChanges.createDonation, { params, body }, { token })
  }
  await page.getByRole('link', { name: first }).locator('visible=true').click()
  await expect(page.getByText('2 gifts from 2 donors: $200.00 given, $400.00 in estimated matches')).toBeVisible()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(3)

  await page.getByRole('button', { name: 'Send list' }).click()
  const dialog = page.getByRole('dialog', { name: `Send the list to ${company}?` })
  await dialog.getByRole('textbox', { name: `Contact at ${company}` }).fill(contact)
  await dialog.getByRole('button', { name: 'Send and submit' }).click()
  await expect(page.getByText('No gifts to submit.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `CSV of the list for ${company}` }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  // The email waits until the undo period of the list is over.
  await expect.poll(async () => (await mailsTo(contact)).length).toBe(1)
  const [mail] = await mailsTo(contact)
  const [attached] = mail?.attachments ?? []
  const content = attached?.content
  const csvText = typeof content === 'string' ? content : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content)
  expect([attached?.filename, csvText]).toEqual(['matching-gifts.csv', file])
  expect(file).toContain(`"'=HYPERLINK(""x"")"`)
  expect(file).toContain('Total,,,"2 employees, 2 gifts",,200.00,400.00,USD')
})
