import { directory, linkTo, screens } from '@twofold/contract'
import { callerAs, enter, expect, test } from './product.ts'
import { support } from './screens/screen.ts'

/** One page with a field that we know and one that we do not, as a company's form has them. */
const pdf = Buffer.from(`%PDF-1.7
1 0 obj << /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R 5 0 R] >> >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << >> /Annots [4 0 R 5 0 R] >> endobj
4 0 obj << /Type /Annot /Subtype /Widget /FT /Tx /T (donor name) /Rect [72 700 300 718] /P 3 0 R >> endobj
5 0 obj << /Type /Annot /Subtype /Widget /FT /Tx /T (favourite colour) /Rect [72 640 300 658] /P 3 0 R >> endobj
trailer << /Root 1 0 R >>
%%EOF
`)

test('a super user uploads a company’s form, points at what stands where, and sees it filled in', async ({ page }) => {
  const { call, token } = await callerAs(support)
  const name = `Pointed Forms ${Date.now()}`
  const { company } = await call(
    directory.saveDirectoryCompany,
    {
      body: {
        name,
        website: '',
        country: 'US',
        industry: '',
        time_zone: 'America/New_York',
        parent_id: null,
        aliases: [],
        email_domains: [],
        category_ids: [],
        csr_platform: null,
        verification: null,
        match_method: null,
      },
    },
    { token },
  )
  await enter(page, support, linkTo(screens.directoryCompany, { companyId: company.company_id }))
  await page.getByRole('link', { name: 'Open the form' }).click()
  await page.getByRole('button', { name: 'Upload the form' }).click()
  await page
    .getByLabel('Choose the company’s PDF')
    .setInputFiles({ name: 'our-form.pdf', mimeType: 'application/pdf', buffer: pdf })
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()

  // The field that we know is filled in; the other by keyboard, a third by mouse.
  await expect(page.getByRole('button', { name: 'Donor’s name' })).toBeVisible()
  await page.getByLabel('What stands in the field favourite colour').selectOption('employee_id')
  const employee = page.getByRole('button', { name: 'Employee ID' })
  await employee.press('ArrowRight')
  await expect(page.getByLabel('From the left')).toHaveValue('73')
  const sheet = page.getByRole('img', { name: 'Page 1 of our-form.pdf' })
  await sheet.scrollIntoViewIfNeeded()
  const at = await sheet.boundingBox()
  if (!at) throw new Error('the page has no picture')
  await page.mouse.move(at.x + at.width / 2, at.y + 20)
  await page.mouse.down()
  await page.mouse.move(at.x + at.width / 2 + 120, at.y + 50, { steps: 3 })
  await page.mouse.up()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Choose what stands in each place, or remove it.')
  await page.getByLabel('What stands here').selectOption('donor_signature')
  await expect(page.getByText('Donor’s signature: page 1')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Form saved', { exact: true })).toBeVisible()
  await page.getByLabel('With example data').check()
  await expect(page.getByRole('img', { name: 'filled in with example data' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('button', { name: /^(Donor’s signature|Employee ID|Donor’s name)/ })).toHaveCount(3)
  await page.getByRole('button', { name: 'Put aside' }).click()
  await page.getByRole('button', { name: 'Use our-form.pdf again' }).click()
  await expect(page.getByRole('button', { name: /^(Donor’s signature|Employee ID|Donor’s name)/ })).toHaveCount(3)
})
