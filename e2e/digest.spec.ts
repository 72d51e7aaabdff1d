import { callerAs, expect, openAs, signIn, test } from './product.ts'

test('Settings says when the weekly mail goes, and to whom', async ({ page }) => {
  await openAs(page, 'admin@riverbend.example', '/portal/organization-details?tab=settings')
  await expect(page.getByText('An email on Monday morning, at most once a week')).toBeVisible()
  await expect(page.getByText(/The next one is due .*8:\d\d/)).toBeVisible()
})

test('a link of the weekly mail asks for the sign-in, then opens its list in its organization', async ({ page }) => {
  // Its reader works for two organizations, and starts in the other one.
  const { organizationId } = await callerAs('admin@riverbend.example')
  await page.goto(`/portal/donations?status=npo_verify&dates=any&in=${organizationId}`)
  await signIn(page, 'pta@maple.example')
  await page.waitForURL((url) => url.pathname === '/portal/donations' && url.search === '?status=npo_verify&dates=any')
  await expect(page.getByRole('button', { name: 'NPO TO VERIFY', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/[1-9]\d* Found/).first()).toBeVisible()

  await expect(page.getByRole('button', { name: 'Organization: Riverbend Food Bank' })).toBeVisible()
  await page.goto('/portal/donations?in=999999')
  await expect(page.getByText('This link is for another organization').first()).toBeVisible()
  await expect(page).toHaveURL(/\/portal\/donations$/)
})
