import type { Page } from '@playwright/test'
import { donations, linkTo, screens } from '@twofold/contract'
import { addCompany } from './directory-company.ts'
import { uploadGifts } from './donation-file.ts'
import { callerAs, expect, openSignedIn, test } from './product.ts'

const support = 'super@twofold.example'
const toast = (page: Page, title: string) => page.locator('[data-toast-viewport]').getByText(title, { exact: true })

/** Unique to this run. */
const own = Date.now().toString(36)

test('a super user merges two companies: the summary lists the changes, the gift follows, and undo reverts it', async ({
  page,
}) => {
  const target = await addCompany(`Quillfeather Mills ${own}`, [`Quillfeather ${own}`])
  const duplicate = await addCompany(`Goosequill Spinners ${own}`, [`Goosequill ${own}`])
  const writer = await callerAs('writer@riverbend.example')
  const email = `morgan.${own}@example.org`
  const gift = {
    id: `merge-${own}`,
    daysAgo: 100,
    name: 'Morgan Merge',
    email,
    amount: '$60.00',
    employer: duplicate.name,
  }
  await uploadGifts(writer, [gift])
  const employer = async () => {
    const query = { filters: { donorNameEmail: email, dateFrom: '2000-01-01' } }
    const found = await writer.call(donations.listDonations, { params: { id: writer.organizationId }, query }, writer)
    return found.donations.map(({ company }) => company?.name)
  }
  expect(await employer()).toEqual([duplicate.name])

  await openSignedIn(page, support, linkTo(screens.directoryCompany, { companyId: target.company_id }))
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge two companies' })
  await dialog.getByRole('combobox').fill(duplicate.name)
  await dialog.getByRole('option', { name: duplicate.name }).first().click()
  const moves = dialog.getByRole('region', { name: 'What moves' })
  await expect(moves.getByText('1 gift at 1 organization', { exact: false })).toBeVisible()
  await expect(moves.getByText('Other names:', { exact: false })).toContainText(`Goosequill ${own}`)
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(toast(page, `${duplicate.name} merged into ${target.name}`)).toBeVisible()
  await expect.poll(employer).toEqual([target.name])

  await page.getByRole('button', { name: `Undo: ${target.name}, merged` }).click()
  await expect(page.locator('[data-toast-viewport]')).toContainText('We’re restoring its gifts.')
  await expect.poll(employer).toEqual([duplicate.name])
  await page.goto(linkTo(screens.directoryCompany, { companyId: duplicate.company_id }))
  await expect(page.getByRole('heading', { name: duplicate.name })).toBeVisible()
  await expect(page.getByText('was merged into', { exact: false })).toHaveCount(0)
})

test('a super user without an organization opens a company of the list in the directory', async ({ page }) => {
  const company = await addCompany(`Larkspur Looms ${own}`, [`Larkspur ${own}`])
  await openSignedIn(page, support, `${screens.companies}?search=${encodeURIComponent(company.name)}`)
  await page.getByRole('link', { name: company.name }).click()
  await expect(page).toHaveURL(new RegExp(`${linkTo(screens.directoryCompany, { companyId: company.company_id })}$`))
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeVisible()
})
