import type { Locator, Page } from '@playwright/test'
import { apiKeys, organizations } from '@twofold/contract'
import { statuses, statusSteps } from '@twofold/matching'
import { openAsNewAdministrator, password, registerAdministrator } from './new-administrator.ts'
import {
  callerAs,
  expect,
  openSignedIn,
  openViaSignIn,
  productAddress,
  scrollToCharts,
  signIn,
  test,
} from './product.ts'

const toasts = (page: Page) => page.locator('[data-toast-viewport] li')

async function openFeatureRequests(page: Page): Promise<void> {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/')
  await page.getByRole('radio', { name: 'Reporting and analytics' }).check()
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit', exact: true }).click()
const refuse = (page: Page, status: number, json: object) =>
  page.route('**/partial', (route) => route.fulfill({ status, json }))

test('toasts: disappear after five seconds', async ({ page }) => {
  await page.clock.install()
  await openFeatureRequests(page)
  // The page clock is paused, so the result does not depend on the machine's speed.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await submit(page)
  const count = async () => {
    await page.clock.runFor(10)
    return toasts(page).count()
  }
  await expect.poll(count, { intervals: [50] }).toBe(1)
  await expect(toasts(page)).toHaveText([/Feature request submitted/])
  await page.clock.runFor(4_500)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(1_500)
  await expect(toasts(page)).toHaveCount(0)
})

test('toasts: only one is shown, and the newest replaces the previous one', async ({ page }) => {
  await openFeatureRequests(page)
  await refuse(page, 422, {})
  await submit(page)
  await expect(toasts(page)).toHaveText([/Error/])
  await page.unroute('**/partial')
  await submit(page)
  await expect(toasts(page)).toHaveText([/Feature request submitted/])
  await expect(page.getByRole('alert').getByText('Failed to submit feature request')).toHaveCount(0)
})

const topOfToast = (page: Page) =>
  toasts(page).evaluateAll(([toast]) => toast?.getBoundingClientRect().top ?? Number.NaN)

/** Measured in one frame. */
const covered = (controls: Locator) =>
  controls.evaluateAll((all) => {
    const toast = document.querySelector('[data-toast-viewport] li')?.getBoundingClientRect()
    if (!toast) return ['there is no toast']
    const isCovered = (control: Element) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      return right > toast.left && left < toast.right && bottom > toast.top && top < toast.bottom
    }
    return all.filter(isCovered).map(({ textContent }) => textContent)
  })

test('toasts: none covers a title, a field, a banner or the menu, and on wide screens no control of the top bar', async ({
  page,
}) => {
  await openSignedIn(page, 'super@twofold.example', '/portal/webhooks')
  await page.getByRole('combobox', { name: 'Organization' }).fill('Riverbend Food Bank')
  await page.getByRole('option', { name: 'Riverbend Food Bank' }).click()
  const banner = page.getByText('Acting in')
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Allow changes' }).click()
  await page.route('**/webhook', (route) => route.fulfill({ status: 422, json: {} }))
  for (const width of [1440, 1280, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    await expect(toasts(page)).toHaveCount(1)
    const wide = page.getByRole('banner').locator('button:visible, input:visible')
    const narrow = page.getByRole('button', { name: 'Menu' })
    const content = page.locator('main').locator('h1:visible, h2:visible, button:visible, input:visible')
    await expect(async () => {
      expect(await covered(banner), `at ${width} px`).toEqual([])
      expect(await covered(width < 1024 ? narrow : wide), `at ${width} px`).toEqual([])
      expect(await covered(content), `at ${width} px`).toEqual([])
    }).toPass({ timeout: 4000 })
    await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(toasts(page)).toHaveCount(0)
  }
})

test('toasts: on a phone, an open sheet stays uncovered', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/portal/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox').fill('nobody@riverbend.example')
  await sheet.getByRole('textbox').press('Enter')
  await expect(toasts(page)).toHaveCount(1)
  const bottomOfToast = async () => {
    const box = await toasts(page).boundingBox()
    return box ? box.y + box.height : Number.NaN
  }
  const topOfSheet = async () => (await sheet.boundingBox())?.y ?? Number.NaN
  await expect(async () => expect(await bottomOfToast()).toBeLessThanOrEqual(await topOfSheet())).toPass()
})

test('toasts: a toast raised above a bar does not change the next one’s position', async ({ page }) => {
  await openSignedIn(page, 'admin@riverbend.example', '/portal/organization-details?tab=contact')
  await page.getByRole('textbox', { name: 'Fax' }).fill('+1 217 555 0197')
  await page.setViewportSize({ width: 390, height: 800 })
  await refuse(page, 422, {})
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(toasts(page)).toHaveCount(1)
  await expect.poll(() => covered(save)).toEqual([])
  await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/partial')
  await page.setViewportSize({ width: 1440, height: 800 })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.getByRole('radio', { name: 'Reporting and analytics' }).check()
  await submit(page)
  await expect(toasts(page)).toHaveCount(1)
  await expect.poll(() => topOfToast(page)).toBeGreaterThanOrEqual(0)
})

test('toasts: F8 moves focus to them, Escape and a 50-pixel swipe dismiss one', async ({ page }) => {
  await openFeatureRequests(page)
  await submit(page)
  await expect(toasts(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.locator('[data-toast-viewport]')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)

  const swipe = async (pixels: number) => {
    const box = await toasts(page).boundingBox()
    if (!box) throw new Error('there is no toast')
    await page.mouse.move(box.x + 60, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 60 + pixels / 2, box.y + box.height / 2, { steps: 4 })
    await page.mouse.move(box.x + 60 + pixels, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
  }
  await submit(page)
  await expect(toasts(page)).toHaveCount(1)
  await swipe(40)
  await expect(toasts(page)).toHaveAttribute('data-state', 'open')
  await swipe(60)
  await expect(toasts(page)).toHaveCount(0)
})

test('the server’s message appears, with a default message if there is none', async ({ page, complaints }) => {
  const alert = page.getByRole('alert').first()
  await page.route('**/donation?*', (route) => route.fulfill({ status: 418, json: { message: 'A kettle answered.' } }))
  await openSignedIn(page, 'reader@riverbend.example', '/portal/donations')
  await expect(alert).toContainText('A kettle answered.')
  await page.route('**/donation?*', (route) => route.fulfill({ status: 418, body: '' }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('Error: 418')
  await page.route('**/donation?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText('Network error. Please check your connection.')
  await page.unroute('**/donation?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('[data-row-link]').first()).toBeVisible()
  complaints.length = 0
})

test('a rejected session leads to the login page and back to the same screen', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await expect(page.getByRole('article')).toHaveCount(4)
  await page.route('**/donation?*', (route) => route.fulfill({ status: 401, json: { message: 'x' } }))
  await page.getByRole('link', { name: 'Donations', exact: true }).click()
  await expect(page).toHaveURL('/portal/login')
  await expect(toasts(page)).toHaveText([/Authentication expired. Please login again./])
  expect(await page.evaluate(() => localStorage.getItem('twofold.token'))).toBeNull()
  await page.unroute('**/donation?*')
  await signIn(page, 'reader@riverbend.example')
  await expect(page).toHaveURL('/portal/donations')
})

test('Logout shows a confirmation and clears the organization’s data', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/portal/login')
  await expect(toasts(page)).toHaveText([/Logged out\s*You have been successfully logged out\./])
  const storedKeys = await page.evaluate(() =>
    Object.keys(localStorage).filter((key) => /token|organization/.test(key)),
  )
  expect(storedKeys).toEqual([])
})

test('an unknown address, a broken screen and an outdated version show an error inside the frame', async ({
  page,
  complaints,
}) => {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/not-a-screen')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByText('404 Not Found. This page doesn’t exist')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Portal' })).toBeVisible()
  await page.goto('/not-a-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.getByRole('link', { name: 'Questions and answers' })).toBeVisible()

  await page.route('**/assets/charts*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/portal/')
  await scrollToCharts(page)
  await expect(page.getByText('This part couldn’t be loaded.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(4)
  await page.route(/\/assets\/(selection-bar|shortcuts-dialog)/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/portal/donations')
  await page.getByRole('checkbox', { name: 'Select', exact: false }).last().check()
  await expect(page.getByRole('alert').getByText('This part couldn’t be loaded.')).toBeInViewport()
  await page.getByRole('heading', { level: 1 }).press('?')
  await expect(toasts(page)).toHaveText([/Couldn’t open this/])
  await expect(page.locator('[data-row-link]')).not.toHaveCount(0)
  await page.route('**/assets/match-dialog*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.evaluate(() => {
    document.documentElement.dataset['back'] = ''
    history.go = (step) => {
      document.documentElement.dataset['back'] += `${step} `
    }
  })
  await page.locator('[data-row-link]').first().click()
  await expect(page.locator('html')).toHaveAttribute('data-back', '-1 ')
  await page.getByRole('checkbox', { name: 'Select', exact: false }).last().uncheck()
  await expect(page.getByRole('alert').getByText('This part couldn’t be loaded.')).toHaveCount(0)
  await expect(page.locator('html')).toHaveAttribute('data-back', '-1 ')
  await page.route('**/assets/integrations-screen*', (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Integrations' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page couldn’t be loaded')
  await page.unroute('**/assets/integrations-screen*')
  await page.locator('main').getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Integrations')
  complaints.length = 0
})

test('a missing record or one of another organization shows no retry button', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/campaigns/999999')
  for (const path of ['campaigns/999999', 'payouts/999999', 'companies/999999']) {
    await page.goto(`/portal/${path}`)
    await expect(page.getByRole('alert').filter({ hasText: 'Not found' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
})

test('the sidebar is 64 or 20 units wide and remembers its state', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const widthOf = async () => (await sidebar.boundingBox())?.width
  const names = [
    'Dashboard',
    'Donations',
    'Payouts',
    'Companies',
    'Reports',
    'Email Templates',
    'Integrations',
    'Organization',
    'Billing',
    'Help',
  ]
  const links = page.getByRole('navigation', { name: 'Portal' }).getByRole('link')
  await expect(links).toHaveText(names.map((name) => new RegExp(`^${name}`)))
  expect(await widthOf()).toBe(256)
  await page.getByRole('button', { name: 'Collapse', exact: true }).click()
  await expect.poll(widthOf).toBe(80)
  for (const name of names) await expect(sidebar.getByRole('link', { name: new RegExp(`^${name}`) })).toBeVisible()
  await page.reload()
  await expect.poll(widthOf).toBe(80)
  await page.getByRole('link', { name: 'Donations', exact: true }).focus()
  await expect(page.getByRole('tooltip')).toHaveText('Donations')
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await expect.poll(widthOf).toBe(256)
  await page.goto('/portal/email-customization')
  await expect(sidebar.getByRole('link', { name: 'Email Templates' })).toHaveAttribute('aria-current', 'page')
})

test('the sidebar shows the organization’s logo, or the default one if it is missing or broken', async ({ page }) => {
  const admin = await callerAs('pta@maple.example')
  const params = { id: admin.organizationId }
  const organization = await admin.call(organizations.getOrganization, { params }, admin)
  expect(organization.file_logo).toBeNull()
  await openSignedIn(page, 'pta@maple.example', '/portal/')
  const brand = page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link').first()
  await expect(brand).toHaveText('Twofold, to the dashboard')
  await page.route(`**/api/organization/${params.id}`, (route) =>
    route.fulfill({ json: { ...organization, file_logo: '/logo-of-nobody.png' } }),
  )
  await page.route('/logo-of-nobody.png', (route) => route.fulfill({ path: 'web/public/match-preview.png' }))
  await page.reload()
  await expect(brand.locator('img')).toBeVisible()
  await page.route('/logo-of-nobody.png', (route) => route.fulfill({ status: 404 }))
  await page.reload()
  await expect(brand).toHaveText('Twofold, to the dashboard')
})

test('Help opens short pages about the portal and what’s new, by keyboard', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  const help = page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Help' })
  await help.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('First steps')
  await expect(page).toHaveTitle('First steps · Help · Twofold')
  for (const name of ['Uploading', 'What statuses mean', 'Payouts', 'Emails', 'What’s new']) {
    await page.locator('main').getByRole('navigation').getByRole('link', { name }).press('Enter')
    await expect(heading).toHaveText(name)
    await expect(heading).toBeFocused()
    await expect(help).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^\w{3} \d+, 20\d\d$/)
  await page.goto('/portal/help/statuses')
  for (const { id, label } of statuses) {
    const term = page
      .getByRole('term')
      .filter({ has: page.getByText(label, { exact: true }) })
      .first()
    await expect(term).toBeVisible()
    await expect(page.getByText(statusSteps[id], { exact: true }).first()).toBeVisible()
  }
})

test('Companies links to the public directory, which opens in a new tab', async ({ page, context }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Companies' }).click()
  await expect(page).toHaveURL('/portal/companies')
  const newPage = context.waitForEvent('page')
  await page.getByRole('link', { name: /^Public directory/ }).click()
  const tab = await newPage
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Companies')
  expect(new URL(tab.url()).pathname).toBe('/companies')
})

test('a dialog with typed text asks before Esc, its close button or an outside click closes it', async ({ page }) => {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/donations')
  const addDonation = page.getByRole('button', { name: 'Add donation' })
  const dialog = page.getByRole('dialog', { name: 'Add donation' })
  const donor = dialog.getByLabel('Donor', { exact: true })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await addDonation.click()
  await expect(dialog.getByLabel('Received by')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(question).toHaveCount(0)

  await addDonation.click()
  await donor.fill('Ada of the typed words')
  const departures = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 400),
  ]
  for (const leave of departures) {
    await leave()
    await expect(question).toContainText('Your changes aren’t saved yet.')
    await expect(question.getByRole('heading')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect.poll(() => dialog.evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
    await expect(donor).toHaveValue('Ada of the typed words')
  }
  await donor.press('Escape')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(question).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
  await expect(addDonation).toBeFocused()
})

test('Esc always dismisses the confirmation, even at the moment it appears', async ({ page }) => {
  await openSignedIn(page, 'writer@riverbend.example', '/portal/donations')
  await page.getByRole('button', { name: 'Add donation' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add donation' })
  const close = dialog.getByRole('button', { name: 'Close' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByLabel('Donor', { exact: true }).fill('Ada of the typed words')
  for (let time = 0; time < 3; time += 1) {
    await page.evaluate(() => {
      const pressed = { times: 0 }
      Object.assign(window, { pressed })
      document.addEventListener('focusin', function press({ target }) {
        if (!(target instanceof HTMLElement) || target.textContent !== 'Leave without saving?') return
        document.removeEventListener('focusin', press)
        pressed.times += 1
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      })
    })
    await close.click()
    await expect.poll(() => page.evaluate('window.pressed.times')).toBe(1)
    await expect(question).toHaveCount(0)
    await expect(close).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question.getByRole('heading')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
  }
})

test('Back asks before it discards typed text, in a dialog and in a form step', async ({ page }) => {
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const goBack = () => page.evaluate(() => history.back())
  const staysOn = async (typed: Locator, words: string) => {
    await typed.fill(words)
    await goBack()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await expect(typed).toHaveValue(words)
    await goBack()
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(question).toHaveCount(0)
    await expect(typed).toHaveCount(0)
    await expect(page).toHaveURL('/portal/reports')
  }
  await openSignedIn(page, 'writer@riverbend.example', '/portal/reports')
  await page.getByRole('link', { name: 'New report' }).click()
  await staysOn(page.getByLabel('Report name'), 'A report of typed words')

  const menu = page.getByRole('navigation', { name: 'Portal' })
  await menu.getByRole('link', { name: 'Donations', exact: true }).click()
  await page.getByRole('button', { name: 'Add donation' }).click()
  await staysOn(
    page.getByRole('dialog', { name: 'Add donation' }).getByLabel('Donor', { exact: true }),
    'Ada of the typed words',
  )
})

test('New report asks before it replaces a report with unsaved changes', async ({ page }) => {
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await openAsNewAdministrator(page, 'Renske', '/portal/reports?ready=received')
  await page.getByRole('button', { name: 'Save as my report' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  const name = page.getByLabel('Report name')
  await name.fill('Words that nobody saved')
  const newReport = page.getByRole('link', { name: 'New report' })
  await newReport.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(name).toHaveValue('Words that nobody saved')
  await newReport.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/portal/reports?new=1')
  await expect(name).toHaveValue('')
})

test('the browser asks before leaving a page whose dialog contains typed text', async ({ page }) => {
  await page.goto('/portal/login')
  await openSignedIn(page, 'writer@riverbend.example', '/portal/donations')
  await page.getByRole('button', { name: 'Add donation' }).click()
  const requests: string[] = []
  page.on('dialog', async (dialog) => {
    requests.push(dialog.type())
    await dialog.dismiss()
  })
  const donor = page.getByRole('dialog', { name: 'Add donation' }).getByLabel('Donor', { exact: true })
  await donor.click()
  await page.keyboard.type('Ada')
  await page.evaluate(() => location.reload())
  await expect.poll(() => requests).toEqual(['beforeunload'])
  await expect(donor).toHaveValue('Ada')
})

test('the bell counts what is new, opens it by keyboard and leads to it', async ({ page }) => {
  const address = await registerAdministrator('Belle')
  await openSignedIn(page, address, '/portal/', password)
  const bell = page.getByRole('button', { name: 'Notifications' })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await bell.press('Enter')
  await expect(panel.getByText('Finished uploads and problems will appear here.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()
  await expect(bell).toHaveAccessibleName('Notifications')

  const { call, token, organizationId } = await callerAs(address, password)
  const input = { params: { id: organizationId }, body: { name: 'CRM' } }
  const { api_key: key } = await call(apiKeys.createApiKey, input, { token })
  const useFrom = (from: string) =>
    page.request.get(`${productAddress()}/api/organization/${organizationId}`, {
      headers: { authorization: `Bearer ${key.key}`, 'x-forwarded-for': from },
    })
  await useFrom('203.0.113.9')
  await useFrom('198.51.100.4')
  await expect(async () => {
    await page.reload()
    await expect(heading).toBeVisible()
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread', { timeout: 5_000 })
  }).toPass()
  await bell.press('Enter')
  const entry = panel.getByRole('link', { name: 'API key “CRM” used from a new address' })
  await expect(entry).toContainText(/New$/)
  await expect(bell).toHaveAccessibleName('Notifications')
  await entry.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  await expect(panel).toHaveCount(0)
  await page.reload()
  await expect(heading).toBeVisible()
  await bell.press('Enter')
  await expect(entry).toBeVisible()
  await expect(entry).not.toContainText(/New$/)
  await expect(bell).toHaveAccessibleName('Notifications')
})

test('the toast after signing in does not cover the title of the bell’s panel', async ({ page }) => {
  await openViaSignIn(page, 'reader@riverbend.example', '/portal/')
  await expect(page.locator('[data-toast-viewport]').getByText('Login Successful')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const title = page.getByRole('dialog', { name: 'Notifications' }).getByRole('heading')
  await expect(title).toBeVisible()
  const isOnTop = await title.evaluate((heading) => {
    const { left, top, height } = heading.getBoundingClientRect()
    return document.elementFromPoint(left + 24, top + height / 2) === heading
  })
  expect(isOnTop).toBe(true)
})
