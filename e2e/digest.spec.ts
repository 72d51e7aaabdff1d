import { callerAs, expect, openViaSignIn, signIn, test } from './product.ts'

test('Settings shows when the weekly email is sent and its recipients', async ({ page }) => {
  await openViaSignIn(page, 'admin@riverbend.example', '/portal/organization-details?tab=settings')
  await expect(page.getByText('A Monday morning email')).toBeVisible()
  await expect(page.getByText(/Next email: .*8:\d\d/)).toBeVisible()
})

test('a link in the weekly email asks for sign-in, then opens its list in its organization', async ({ page }) => {
  const { organizationId } = await callerAs('admin@riverbend.example')
  await page.goto(`/portal/donations?status=npo_verify&dates=any&in=${organizationId}`)
  await signIn(page, 'pta@maple.example')
  await page.waitForURL((url) => url.pathname === '/portal/donations' && url.search === '?status=npo_verify&dates=any')
  await expect(page.getByRole('button', { name: 'NPO TO VERIFY', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/[1-9]\d* Found/).first()).toBeVisible()

  await expect(page.getByRole('button', { name: 'Organization: Riverbend Food Bank' })).toBeVisible()
  await page.goto('/portal/donations?in=999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is for another organization')
  // The current organization's content must not replace it until the person continues or selects one.
  await page.goto('/portal/organization-details?tab=settings&in=999999')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is for another organization')
  await expect(page.getByText('Donors to email')).toHaveCount(0)
  await page.goto('/portal/account?in=999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account')
  await page.goto('/portal/nowhere?in=999999')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('This link is for another organization')
  await page.goto('/portal?in=999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is for another organization')
  await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page).toHaveURL(/\/portal\/?$|\/portal\/dashboard$/)
})

test('a link to an erased organization shows that to support users as well, who may open any existing one', async ({
  page,
}) => {
  await page.goto('/portal/organization-details?tab=settings&in=999999')
  await signIn(page, 'super@twofold.example')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is for another organization')
  await expect(page).toHaveURL(/in=999999/)
})
