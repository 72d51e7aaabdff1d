import { expect, signIn, test } from './product.ts'

test('the demo organization has completed its setup: logo, letters, documents and notification emails', async ({
  page,
}) => {
  await page.goto('/login')
  await signIn(page, 'admin@riverbend.example')
  const logo = page.getByRole('link', { name: 'Go to the dashboard' }).locator('img')
  await expect(logo).toBeVisible()
  expect(await logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.goto('/portal/organization-details?tab=files')
  for (const file of [
    'riverbend-w9-2026.pdf',
    'riverbend-irs-letter.pdf',
    'board-2026.pdf',
    'annual-report-2025.pdf',
  ]) {
    await expect(page.getByText(file)).toBeVisible()
  }
  await page.goto('/portal/organization-details?tab=settings')
  await expect(page.getByText('matching@riverbend.example')).toBeVisible()
})
