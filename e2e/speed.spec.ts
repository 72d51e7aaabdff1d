import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { enter, expect, productAddress, test } from './product.ts'

/** Packed scripts that a page had fetched when its heading stood there, in kB. */
async function scriptsOf(page: Page, open: () => Promise<unknown>): Promise<number> {
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('h1')) return
      document.documentElement.dataset.headingAt = String(performance.now())
      watch.disconnect()
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await open()
  await page.locator('html[data-heading-at]').waitFor()
  const fetched = await page.evaluate(() => {
    const until = Number(document.documentElement.dataset.headingAt)
    return performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.endsWith('.js') && entry.startTime + entry.duration < until)
      .map((entry) => entry.name)
  })
  const bodies = await Promise.all([...new Set(fetched)].map(async (file) => (await page.request.get(file)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1_000
}

const publicPages = ['/match/riverbend-food%20bank', '/portal/faq?esign&cn=Quillon', '/portal/contact', '/portal/login']
for (const path of publicPages) {
  test(`${path} needs few scripts, asks for all of them at once, and nothing on it moves`, async ({ page }) => {
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const moved = list.getEntries().reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
        document.documentElement.dataset.moved = String(Number(document.documentElement.dataset.moved ?? 0) + moved)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    expect(await scriptsOf(page, () => page.goto(path))).toBeLessThan(210)
    await page.waitForLoadState('networkidle')
    const head = await (await page.request.get(path)).text()
    const late = asked.filter((file) => file.endsWith('.js') && file !== '/theme.js' && !head.includes(file))
    // Toasts and tooltips are fetched when the screen has long been there.
    expect(late.length).toBeLessThanOrEqual(8)
    expect(asked.filter((one) => one.startsWith('/api/public/organization'))).toEqual([])
    expect(Number(await page.locator('html').getAttribute('data-moved'))).toBeLessThan(0.1)
  })
}

test('the portal needs less than 250 kB of scripts for its first screen', async ({ page }) => {
  expect(await scriptsOf(page, () => enter(page, 'reader@riverbend.example', '/portal/'))).toBeLessThan(250)
})

test('the pages of donors from mails need hardly any script', async ({ page }) => {
  expect(await scriptsOf(page, () => page.goto(new URL('/m/c/not-a-link', productAddress()).href))).toBeLessThan(20)
})
