import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { donations } from '@twofold/contract'
import { placements, snippetOf } from '../web/src/features/public/widget-guide/snippets.ts'
import { expectAccessible } from './accessibility.ts'
import { callerAs, expect, openSignedIn, productAddress, test } from './product.ts'

/** A nonprofit's website with the strictest content security policy that the guide allows. */
let site: Server
let address: string
let organizationId: number
const posted: string[] = []

const script = `<script src="${productAddress()}/widget.js" async></script>`
const plainField = '<label>Employer <input name="employer"></label>'
/** Placements that the guide's snippets do not cover. */
const otherPages: Readonly<Record<string, string>> = {
  mixed: `<div lang="es-US"><div data-twofold="card"></div></div><div lang="de" data-twofold="card"></div>${script}`,
  before: `${script}<form method="post"><div data-twofold="field">${plainField}</div><button>Donate</button></form>`,
  after: `<form method="post"><div data-twofold="field">${plainField}</div><button>Donate</button></form>${script}`,
  two: `<div id="one" data-twofold="card"></div><div id="other" data-twofold="card"></div>${script}${script}`,
}

test.beforeAll(async () => {
  organizationId = (await callerAs('writer@riverbend.example')).organizationId
  site = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        posted.push(body)
        response.end('<!doctype html><title>Thanks</title><h1>Thank you</h1>')
      })
      return
    }
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site')
    const name = pathname.slice(1)
    const placement = placements.find((known) => known.name === name)
    const code = placement ? snippetOf(placement, productAddress(), organizationId) : (otherPages[name] ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; img-src data:; script-src ${productAddress()}; connect-src ${productAddress()}; form-action 'self'`,
    )
    response.end(
      `<!doctype html><html lang="${searchParams.get('lang') ?? 'en'}"><title>Our site</title><link rel="icon" href="data:,"><h1>Give</h1>${code}</html>`,
    )
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
test.afterAll(() => new Promise((resolve) => site.close(resolve)))

test('a donation form on another origin submits the employer in hidden fields', async ({ page, context }) => {
  await page.goto(`${address}/field`)
  await page.getByLabel('Amount').fill('50')
  const box = page.getByRole('combobox', { name: 'Employer (many match gifts)' })
  await box.fill('microsof')
  await expect(page.getByRole('option').first()).toHaveText('Microsoft')
  await box.press('ArrowDown')
  await box.press('ArrowUp')
  await expect(box).toHaveAttribute('aria-activedescendant', /^t\d+$/)
  await box.press('Enter')
  await expect(box).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText(/Your gift of \$50 could become/)).toBeVisible()
  await page.getByLabel('Amount').fill('60')
  await expect(page.getByText(/Your gift of \$60 could become/)).toBeVisible()
  await page.getByRole('button', { name: 'Donate' }).click()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  const form = new URLSearchParams(posted.at(-1))
  expect(form.get('employer')).toBe('Microsoft')
  expect(Number(form.get('employer_id'))).toBeGreaterThan(0)
  expect(await context.cookies()).toEqual([])
})

test('the form works when the service is unavailable', async ({ page, complaints }) => {
  await page.route(/\/search\/|\/api\/public\//, (route) => route.abort())
  await page.goto(`${address}/field`)
  await page.getByRole('combobox').fill('Zorblax Anvils')
  await expect(page.getByText('Search isn’t available right now')).toBeVisible()
  await page.getByRole('button', { name: 'Donate' }).click()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  expect(new URLSearchParams(posted.at(-1)).get('employer')).toBe('Zorblax Anvils')

  await page.route(/widget\.js/, (route) => route.abort())
  await page.goto(`${address}/field`)
  await page.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Donate' }).click()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  complaints.length = 0
})

test('a full match request on another origin becomes a donation', async ({ page }) => {
  const email = `widget.${Date.now().toString(36)}@example.org`
  await page.goto(`${address}/request`)
  await page.getByRole('button', { name: 'Ask for my match' }).click()
  await expect(page.getByText('Enter your name')).toBeVisible()
  await page.getByRole('combobox').fill('microsof')
  await page.getByRole('option').first().click()
  await page.getByLabel('Your gift').fill('75')
  await page.getByLabel('Your name').fill('Wanda Widget')
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Ask for my match' }).click()
  await expect(page.getByText(`We’ll email ${email}`)).toBeVisible()
  const caller = await callerAs('writer@riverbend.example')
  const { donations: found } = await caller.call(
    donations.listDonations,
    { params: { id: organizationId }, query: { filters: { donorNameEmail: email, unconfirmed: 'yes' } } },
    caller,
  )
  expect(found).toMatchObject([
    { amount: 75, donor_name: 'Wanda Widget', custom: { source: expect.stringContaining('widget') } },
  ])
})

for (const [lang, texts] of [
  ['fr-CA', { send: 'Demander mon jumelage', name: 'Inscrivez votre nom', policy: /^Votre don de 75\s\$/ }],
  ['es', { send: 'Solicitar mi contrapartida', name: 'Ingrese su nombre', policy: /^Su donación de \$75/ }],
] as const) {
  test(`on a page in ${lang}, the request, its errors and its answer are in that language`, async ({ page }) => {
    await page.goto(`${address}/request?lang=${lang}`)
    await expectAccessible(page)
    await page.getByRole('button', { name: texts.send }).click()
    await expect(page.getByText(texts.name)).toBeVisible()
    await page.getByRole('combobox').fill('microsof')
    await page.getByRole('option').first().click()
    await page.getByRole('textbox').nth(0).fill('75')
    await page.getByRole('textbox').nth(0).blur()
    await expect(page.getByText(texts.policy)).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    const sent = page.waitForRequest(/match-request$/)
    const email = `widget.${lang}.${Date.now().toString(36)}@example.org`
    await page.locator('input[autocomplete=name]').fill('Wanda Widget')
    await page.locator('input[autocomplete=email]').fill(email)
    await page.getByRole('button', { name: texts.send }).click()
    expect((await sent).postDataJSON()).toMatchObject({ language: lang.slice(0, 2) })
    await expect(page.getByText(email)).toHaveText(/^(Merci|Gracias)\./)
  })
}

test('the language comes from the closest lang attribute; others, and texts that fail to load, are in English', async ({
  page,
  complaints,
}) => {
  await page.goto(`${address}/mixed`)
  await expect(page.getByText('¿Su empleador iguala donaciones?')).toBeVisible()
  await expect(page.getByText('Does your employer match?')).toBeVisible()
  await page.route(/widget\.es\.json/, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Does your employer match?')).toHaveCount(2)
  complaints.length = 0
})

test('the policy card links to the match request page', async ({ page }) => {
  await page.goto(`${address}/card`)
  await page.getByRole('combobox').fill('microsof')
  await page.getByRole('option').first().click()
  await expect(page.getByRole('link', { name: /^From .*Microsoft\b/ })).toBeVisible()
  const href = await page.getByRole('link', { name: 'Ask for my match' }).getAttribute('href')
  await page.goto(href ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Match your gift to Riverbend Food Bank')
})

test('the guide copies the displayed code', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSignedIn(page, 'admin@riverbend.example', '/portal/widget-guide')
  await page.getByRole('tab', { name: 'A policy card' }).click()
  await page.getByRole('button', { name: 'Copy the code' }).click()
  await expect(page.getByText('Copied to clipboard', { exact: true })).toBeVisible()
  const card = placements.find(({ name }) => name === 'card')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(card && snippetOf(card, productAddress(), organizationId))
})

test('a failed load of the organization can be retried and is not reported as missing', async ({
  page,
  complaints,
}) => {
  const itself = /\/api\/organization\/\d+$/
  await page.route(itself, (route) =>
    route.fulfill({ status: 500, json: { error: 'internal', message: 'Not now.', request_id: 'x' } }),
  )
  await openSignedIn(page, 'admin@riverbend.example', '/portal/widget-guide')
  await expect(page.getByText('Couldn’t load the organization')).toBeVisible()
  await expect(page.getByText('You don’t belong to an organization yet', { exact: false })).toHaveCount(0)
  await page.unroute(itself)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('tab', { name: 'A policy card' })).toBeVisible()
  complaints.length = 0
})

for (const { name } of placements) {
  test(`the snippet "${name}" runs as printed: no accessibility violation, no cookie, no stored data`, async ({
    page,
    context,
  }) => {
    await page.goto(`${address}/${name}`)
    const button = page.getByRole('button', { name: 'Does my employer match?' })
    if (name === 'button') await button.click()
    const box = page.getByRole('combobox')
    await expectAccessible(page)
    await box.fill('microsof')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(box).toHaveAccessibleName(/employer|Where do you work/i)
    await expectAccessible(page)
    await box.press('Enter')
    await expect(page.getByText(/Microsoft matches/)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .flatMap((element) => [...(element.shadowRoot?.querySelectorAll('button,input,li,.button') ?? [])])
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)),
    )
    expect(small).toEqual([])
    expect(await context.cookies()).toEqual([])
    expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  })
}

for (const name of ['before', 'after']) {
  test(`the script works ${name} the element; a plain field reserves its space until then`, async ({ page }) => {
    await page.goto(`${address}/${name}`)
    await expect(page.getByRole('combobox', { name: 'Employer (many match gifts)' })).toBeVisible()
    await expect(page.locator('form > div > label')).toHaveCount(0)
    // The results of the search arrive after the donor has left the field, and must not cover the button.
    const hasLeft = Promise.withResolvers<void>()
    await page.route(/\/search\//, async (route) => {
      await hasLeft.promise
      await route.continue()
    })
    const search = page.waitForRequest(/\/search\//)
    await page.getByRole('combobox').fill('Zorblax Anvils')
    await search
    await page.getByRole('combobox').press('Tab')
    const results = page.waitForResponse(/\/search\//)
    hasLeft.resolve()
    await (await results).finished()
    await expect(page.getByRole('option')).toHaveCount(0)
    await page.getByRole('button', { name: 'Donate' }).click()
    await expect(page.getByRole('heading')).toHaveText('Thank you')
    expect(new URLSearchParams(posted.at(-1)).getAll('employer')).toEqual(['Zorblax Anvils'])
  })
}

test('the plain field remains when the script is blocked, and submits', async ({ page, complaints }) => {
  await page.route(/widget\.js/, (route) => route.abort())
  await page.goto(`${address}/after`)
  await page.getByLabel('Employer').fill('Typed By Hand')
  await page.getByRole('button', { name: 'Donate' }).click()
  await expect(page.getByRole('heading')).toHaveText('Thank you')
  expect(new URLSearchParams(posted.at(-1)).get('employer')).toBe('Typed By Hand')
  complaints.length = 0
})

test('two widgets on a page are independent, even with duplicate scripts; a widget added later works too', async ({
  page,
}) => {
  await page.goto(`${address}/two`)
  const boxes = page.getByRole('combobox')
  await expect(boxes).toHaveCount(2)
  await boxes.first().fill('microsof')
  await expect(page.locator('#one').getByRole('option').first()).toBeVisible()
  await expect(page.locator('#other').getByRole('option')).toHaveCount(0)
  await page.evaluate(() => {
    const lateElement = document.createElement('div')
    lateElement.dataset.twofold = 'card'
    document.body.append(lateElement)
  })
  await expect(boxes).toHaveCount(3)
})

test('names are rendered as text, a slow service does not block the form, and the last input wins', async ({
  page,
  complaints,
}) => {
  const hostile = '<img src=x onerror=alert(1)>"\'\u202E & Sons'
  await page.route(/\/search\//, (route) => route.fulfill({ json: { names: [{ name: hostile, company_id: 7 }] } }))
  await page.goto(`${address}/card`)
  await page.getByRole('combobox').fill('hostile')
  await expect(page.getByRole('option').first()).toHaveText(hostile)
  await expect(page.locator('img')).toHaveCount(0)

  const heldResponses: (() => Promise<void>)[] = []
  await page.unroute(/\/search\//)
  await page.route(/\/search\//, (route) => {
    if (route.request().url().includes('slow')) heldResponses.push(() => route.fulfill({ json: { names: [] } }))
    else void route.fulfill({ json: { names: [{ name: 'Quick Ltd', company_id: 8 }] } })
  })
  await page.getByRole('combobox').fill('slow one')
  await expect.poll(() => heldResponses.length).toBe(1)
  await page.getByRole('combobox').fill('quick')
  await expect(page.getByRole('option').first()).toHaveText('Quick Ltd')
  await heldResponses[0]?.()
  await expect(page.getByRole('option').first()).toHaveText('Quick Ltd')

  await page.unroute(/\/search\//)
  await page.route(/\/search\//, (route) => route.fulfill({ status: 500, body: 'oops' }))
  await page.getByRole('combobox').fill('broken')
  await expect(page.getByText('Search isn’t available right now')).toBeVisible()
  complaints.length = 0
})

test('by keyboard alone: open the window, choose, close it, and return to the same element', async ({ page }) => {
  await page.goto(`${address}/button`)
  const button = page.getByRole('button', { name: 'Does my employer match?' })
  await expect(button).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('combobox').focus()
  await page.keyboard.type('microsof')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
})
