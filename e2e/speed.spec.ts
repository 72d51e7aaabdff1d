import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, openSignedIn, productAddress, test, whileResponseHeld } from './product.ts'

// Times differ between machines, so they are not tested here (decision 24). The tests allow motion, as in most
// browsers.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const kilobyte = 1_024
const ofTheApp = /\/assets\/.*\.js$/

/** Transferred bytes: compressed, with headers. */
async function measureVisit(page: Page, open: () => Promise<unknown>) {
  const line = await page.context().newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.setCacheDisabled', { cacheDisabled: true })
  const requests = new Map<string, string>()
  const bytes = new Map<string, number>()
  line.on('Network.requestWillBeSent', ({ requestId, request }) => requests.set(requestId, request.url))
  line.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => bytes.set(requestId, encodedDataLength))
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      const moved = list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
      document.documentElement.dataset.moved = String(Number(document.documentElement.dataset.moved ?? 0) + moved)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await open()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = [...requests].filter(([, address]) => address.endsWith('.js'))
  return {
    requests: requests.size,
    scriptBytes: scripts.reduce((sum, [id]) => sum + (bytes.get(id) ?? 0), 0),
    scripts: scripts.map(([, address]) => new URL(address).pathname),
    addresses: [...requests.values()].map((address) => new URL(address).pathname),
    moved: Number((await page.locator('html').getAttribute('data-moved')) ?? 0),
  }
}

const publicPages = [
  '/match/riverbend-food%20bank',
  '/portal/faq?esign&cn=Quillon',
  '/portal/contact',
  '/companies',
] as const
for (const path of publicPages) {
  test(`${path} loads at most 120 KB of scripts, requests nearly all at once, and has no layout shift`, async ({
    page,
  }) => {
    const measured = await measureVisit(page, () => page.goto(path))
    expect(measured.scriptBytes).toBeLessThanOrEqual(120 * kilobyte)
    expect(measured.moved).toBeLessThanOrEqual(0.1)
    const head = await (await page.request.get(path)).text()
    expect(measured.scripts.filter((file) => !head.includes(file)).length).toBeLessThanOrEqual(2)
    expect(measured.addresses.filter((one) => one.startsWith('/api/public/organization'))).toEqual([])
  })
}

/** Opened by address or by a link in an email. */
const entrances = ['/login', '/portal/login', '/portal/register', '/portal/reset-password', '/portal/magic-link']

test('the first text is in the HTML before any script loads and matches what the scripts render', async ({ page }) => {
  for (const path of [...publicPages, ...entrances]) {
    let words = ''
    await whileResponseHeld(page, ofTheApp, async () => {
      await page.goto(path, { waitUntil: 'commit' })
      const heading = page.locator('[data-drawn] h1')
      await expect(heading).toBeVisible()
      words = await heading.innerText()
    })
    await expect(page.locator('[data-drawn]')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: words, exact: true })).toBeVisible()
    await page.unrouteAll()
  }
})

test('the localized page does not show English first', async ({ page }) => {
  for (const path of ['/donor-match-update/1', '/donor-match-update/1?lang=fr'])
    expect(await (await page.request.get(path)).text()).not.toContain('data-drawn')
})

test('a signed-in user does not see the login page flash', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/contact')
  await whileResponseHeld(page, ofTheApp, async () => {
    await page.goto('/portal/login', { waitUntil: 'commit' })
    await expect(page.locator('[data-drawn]')).toHaveCount(1)
    await expect(page.locator('[data-drawn] h1')).toBeHidden()
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('the login page loads without the frame, with at most 140 KB of scripts and no layout shift', async ({ page }) => {
  const measured = await measureVisit(page, () => page.goto('/portal/login'))
  expect(measured.scriptBytes).toBeLessThanOrEqual(140 * kilobyte)
  expect(measured.requests).toBeLessThanOrEqual(25)
  expect(measured.moved).toBeLessThanOrEqual(0.1)
})

for (const [what, viewport] of [
  ['wide', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 780 }],
] as const) {
  test(`the dashboard loads at most 200 KB of scripts in at most 25 requests without layout shift, ${what}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openSignedIn(page, 'reader@riverbend.example', '/portal/contact')
    const measured = await measureVisit(page, () => page.goto('/portal/'))
    await expect(page.getByRole('article')).toHaveCount(4)
    expect(measured.scriptBytes).toBeLessThanOrEqual(200 * kilobyte)
    expect(measured.requests).toBeLessThanOrEqual(25)
    expect(measured.moved).toBeLessThanOrEqual(0.1)
  })

  test(`the list stays within the same limits, and it and the companies load without layout shift, ${what}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    await openSignedIn(page, 'reader@riverbend.example', '/portal/contact')
    const list = await measureVisit(page, () => page.goto('/portal/donations'))
    await expect(page.locator('[data-row-link]')).not.toHaveCount(0)
    expect(list.scriptBytes).toBeLessThanOrEqual(200 * kilobyte)
    expect(list.requests).toBeLessThanOrEqual(25)
    expect(list.moved).toBeLessThanOrEqual(0.1)
    expect((await measureVisit(page, () => page.goto('/portal/companies'))).moved).toBeLessThanOrEqual(0.1)
  })
}

test('the donor pages linked in emails need hardly any script', async ({ page }) => {
  await page.goto(new URL('/m/c/not-a-link', productAddress()).href)
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )
  const bodies = await Promise.all(fetched.map(async (file) => (await page.request.get(file)).body()))
  expect(bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)).toBeLessThan(20_000)
})
