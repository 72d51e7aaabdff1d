import type { Locator, Page } from '@playwright/test'
import { screens as addresses } from '@twofold/contract'
import { expectAccessible } from './accessibility.ts'
import { expect, openSignedIn, test } from './product.ts'
import { screens } from './screens.ts'

// The longest file by far: each screen runs on whichever worker is free.
test.describe.configure({ mode: 'parallel' })

for (const { name, open } of screens) {
  test(`${name}: has no dead link and no axe violation, in light and dark, on a wide screen and on a 360 px phone`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await open(page)
    await expectLinksToLead(page)
    await expectAccessible(page, 'light')
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
    await expectAccessible(page, 'dark', 'colours')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScrolling(page)
    // A click may have scrolled the page, so that the sticky header covers half a link.
    await page.evaluate(() => scrollTo(0, 0))
    await expectAccessible(page, 'dark, 360 px')
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScrolling(page)
  })
}

const knownPaths = Object.values(addresses).map((address) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}$`))

/** A screen, a server-rendered page, or an anchor on this page. */
async function expectLinksToLead(page: Page): Promise<void> {
  const { paths, lost } = await page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].filter(
      ({ origin }) => origin === location.origin,
    )
    const linksToSamePage = links.filter(
      ({ pathname, search }) => pathname === location.pathname && search === location.search,
    )
    return {
      paths: [...new Set(links.map(({ pathname }) => pathname))],
      lost: linksToSamePage.map(({ hash }) => hash.slice(1)).filter((id) => id && !document.getElementById(id)),
    }
  })
  expect(lost, 'places on the page that are not there').toEqual([])
  for (const path of paths.filter((one) => !knownPaths.some((known) => known.test(one)))) {
    expect((await page.request.get(path)).status(), path).toBeLessThan(400)
  }
}

test('the dashboard is readable with forced colors and reduced motion, and nothing moves', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await page.goto('/portal/login')
  // The system sets its color, so its border identifies it as a button.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveCSS('border-top-width', '1px')
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await expect(page.getByRole('article')).toHaveCount(4)
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await expect.poll(moving).toBe(0)
  // Bars keep their colors, because the colors carry meaning.
  const bar = page.locator('article > span').first()
  await expect(bar).toHaveCSS('forced-color-adjust', 'none')
})

test('forced colors give selected, switched-on and active items a different background', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const backgroundOf = (element: Locator) => element.evaluate((element) => getComputedStyle(element).backgroundColor)
  await openSignedIn(page, 'admin@riverbend.example', '/portal/donations?status=donor_contacted')
  const chosen = page.getByRole('button', { name: /^DONOR CONTACTED/, pressed: true })
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(page.getByRole('button', { name: /^NPO TO VERIFY/ })))
  await page.getByRole('button', { name: /’s account$/ }).click()
  await page.keyboard.press('ArrowDown')
  const next = page.locator('[data-highlighted]')
  expect(await backgroundOf(next)).not.toBe(await backgroundOf(page.getByRole('menu')))
  await page.keyboard.press('Escape')

  await page.goto('/portal/organization-details')
  await page.getByRole('tab', { name: 'Settings' }).click()
  // The system draws its own dot, and ours must not overlap it.
  const dot = page.getByRole('radio', { checked: true }).first().locator('+ span')
  await expect(dot).toHaveCSS('visibility', 'hidden')

  await page.goto('/portal/email-customization?template=0')
  await page.getByRole('link', { name: 'Manual Email Matching' }).click()
  const live = page.getByRole('switch').first()
  expect(await backgroundOf(live.locator('span'))).not.toBe(await backgroundOf(live))
})

test('the cards rise 20 pixels in half a second when motion is allowed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  const card = page.getByRole('article').first()
  await expect(card).toHaveCSS('animation-duration', '0.5s')
})

/** Neither the page nor a scroll container may be wider than its viewport. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const wide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('*')]
        .filter((element) => {
          const { overflowX } = getComputedStyle(element)
          const scrolls = element === document.documentElement || overflowX === 'auto' || overflowX === 'scroll'
          // A labeled data table may scroll in a box that the keyboard can reach.
          if (element.matches('section[tabindex="0"]') && element.querySelector('table')) return false
          return scrolls && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
        })
        .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} > ${element.clientWidth}`),
    )
  await expect.poll(wide).toEqual([])
}

test('fields in a row align, whether or not one has a hint', async ({ page }) => {
  const level = async (...names: string[]) => {
    const tops = names.map(async (name) => {
      const field = page.getByLabel(name)
      await expect(field).toBeVisible()
      return (await field.boundingBox())?.y
    })
    const [first, ...others] = await Promise.all(tops)
    for (const other of others) expect(other, names.join(' and ')).toBe(first)
  }
  await page.goto('/portal/register')
  // The server-rendered markup is replaced as a whole.
  await expect(page.locator('[data-drawn]')).toHaveCount(0)
  await level('Organization type', 'EIN')
  await openSignedIn(page, 'admin@riverbend.example', '/portal/organization-details')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await level('Sender name', 'Replies go to')
  await page.goto('/portal/campaigns')
  await page.getByRole('button', { name: 'Add Campaign' }).first().click()
  await level('Match range, min (USD)', 'Match range, max (USD)')
})
