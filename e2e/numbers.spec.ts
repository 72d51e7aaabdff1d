import type { Browser, Page } from '@playwright/test'
import { donations, organizations, statistics } from '@twofold/contract'
import { callerAs, daysAgo, expect, openSignedIn, productAddress, scrollToCharts, test } from './product.ts'

// No other test adds gifts to these periods.
const period = { from: daysAgo(400), to: daysAgo(200) }
const periods = [period, { from: daysAgo(330), to: daysAgo(300) }, { from: daysAgo(260), to: daysAgo(260) }]
const cards = ['donor_contacted', 'npo_verify', 'engaged_submitted', 'no_response'] as const
type Reader = Awaited<ReturnType<typeof callerAs>>

/** For the list and its download. */
async function countBehindLink(reader: Reader, id: number, filters: Record<string, string>) {
  const params = { id }
  const { total } = await reader.call(donations.listDonations, { params, query: { per_page: 1, filters } }, reader)
  const { url } = await reader.call(donations.getDonationsCsvTicket, { params, query: { filters } }, reader)
  const text = await (await fetch(new URL(url, productAddress()))).text()
  const [header = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const cents = { USD: 0, CAD: 0 }
  for (const row of rows) {
    const currency = row[header.indexOf('Currency')] === 'CAD' ? 'CAD' : 'USD'
    cents[currency] += Math.round(Number(row[header.indexOf('Amount')]) * 100)
  }
  return { total, rows: rows.length, sums: { USD: cents.USD / 100, CAD: cents.CAD / 100 } }
}

/** Another test may cause a reevaluation of its gifts; a read that spans such a change is repeated. */
async function cardsText(reader: Reader): Promise<string> {
  const params = { id: reader.organizationId }
  const filters = { dateFrom: period.from, dateTo: period.to }
  return JSON.stringify([
    await reader.call(statistics.getStatistics, { params, query: period }, reader),
    await reader.call(donations.listDonations, { params, query: { per_page: 1, filters } }, reader),
  ])
}

async function readCardsAndLists(reader: Reader, ids: readonly number[]) {
  const onCards: Record<string, unknown> = {}
  const found: Record<string, unknown> = {}
  let canadian = 0
  for (const id of ids) {
    for (const { from, to } of periods) {
      const { by_status: byStatus } = await reader.call(
        statistics.getStatistics,
        { params: { id }, query: { from, to } },
        reader,
      )
      for (const status of cards) {
        const { sum = 0, count, other_sums = {} } = byStatus?.[status] ?? {}
        const card = `${id} ${status} ${from}`
        onCards[card] = { total: count, rows: count, sums: { USD: sum, CAD: other_sums.CAD ?? 0 } }
        found[card] = await countBehindLink(reader, id, { status, dateFrom: from, dateTo: to })
        canadian += other_sums.CAD ?? 0
      }
    }
  }
  return { onCards, found, canadian }
}

test('card, list and download match for one chapter and for all; currencies stay separate', async () => {
  const reader = await callerAs('reader@riverbend.example')
  const { children } = await reader.call(
    organizations.getOrganization,
    { params: { id: reader.organizationId } },
    reader,
  )
  const ids = [reader.organizationId, ...children.map((child) => child.id)]
  let [before, after] = [await cardsText(reader), '']
  let seen: Awaited<ReturnType<typeof readCardsAndLists>> | undefined
  while (before !== after) {
    seen = await readCardsAndLists(reader, ids)
    after = before
    before = await cardsText(reader)
  }
  expect(seen?.found).toEqual(seen?.onCards)
  expect(children.length).toBeGreaterThan(1)
  expect(seen?.canadian).toBeGreaterThan(0)
})

async function numbersOn(page: Page): Promise<{ to: string; count: number }[]> {
  await scrollToCharts(page)
  const months = page.getByRole('region', { name: 'Gifts and matches by month' })
  await months.getByRole('button', { name: /Show as table/ }).click()
  return page.getByRole('main').evaluate((main) => {
    const numberIn = (text: string) => Number((/[\d,]+/.exec(text)?.[0] ?? '').replaceAll(',', ''))
    return [...main.querySelectorAll<HTMLAnchorElement>('article a, td a')].flatMap((link) => {
      const card = link.closest('article')
      const text = card ? (/([\d,]+)\s*Gifts/.exec(card.innerText)?.[0] ?? '') : link.innerText
      return text.includes('$') ? [] : [{ to: link.getAttribute('href') ?? '', count: numberIn(text) }]
    })
  })
}

async function differencesOn(page: Page, reader: Reader): Promise<unknown[]> {
  const different: unknown[] = []
  const numbers = await numbersOn(page)
  expect(numbers.length).toBeGreaterThan(30)
  for (const { to, count } of numbers) {
    const searchParams = new URL(to, productAddress()).searchParams
    const status = searchParams.get('status')
    const filters = {
      ...(status ? { status } : {}),
      dateFrom: searchParams.get('from') ?? '',
      dateTo: searchParams.get('to') ?? '',
    }
    const { total } = await reader.call(
      donations.listDonations,
      { params: { id: reader.organizationId }, query: { per_page: 1, filters } },
      reader,
    )
    if (total !== count) different.push({ to, count, total })
  }
  return different
}

test('every number links to a list with as many gifts and the same days; back restores the page', async ({ page }) => {
  const reader = await callerAs('reader@riverbend.example')
  let [before, after] = [await cardsText(reader), '']
  let different: unknown[] = []
  while (before !== after) {
    await openSignedIn(page, 'reader@riverbend.example', `/portal/?from=${period.from}&to=${period.to}`)
    await expect(page.getByRole('article')).toHaveCount(4)
    different = await differencesOn(page, reader)
    after = before
    before = await cardsText(reader)
  }
  expect(different).toEqual([])
  const card = page.getByRole('article').filter({ hasText: 'No Response' })
  const cardText = await card.innerText()
  await card.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`status=no_response&from=${period.from}&to=${period.to}`))
  await page.goBack()
  await expect(page).toHaveURL(`/portal/?from=${period.from}&to=${period.to}`)
  await expect.poll(() => card.innerText()).toBe(cardText)
})

test.describe('in other time zones than the organization’s', () => {
  const zones = ['America/Los_Angeles', 'America/Phoenix', 'America/St_Johns', 'Pacific/Auckland']
  test('days, sums and the default range use the organization’s time zone', async ({ browser }) => {
    const reader = await callerAs('reader@riverbend.example')
    let [before, after] = [await cardsText(reader), '']
    let seen: string[] = []
    while (before !== after) {
      seen = await seenIn(browser)
      after = before
      before = await cardsText(reader)
    }
    expect(seen[0]).toMatch(/[A-Z][a-z]{2} 01, 20\d\d - [A-Z][a-z]{2} \d\d, 20\d\d/)
    expect(new Set(seen).size).toBe(1)
  })

  async function seenIn(browser: Browser): Promise<string[]> {
    const { token } = await callerAs('reader@riverbend.example')
    const seen: string[] = []
    for (const timezoneId of zones) {
      const context = await browser.newContext({ timezoneId, baseURL: productAddress() })
      const page = await context.newPage()
      await page.goto('/favicon.svg')
      await page.evaluate((value) => localStorage.setItem('twofold.token', value), token)
      await page.goto('/portal/')
      const range = await page.getByRole('button', { name: /Date range/ }).innerText()
      await page.goto(`/portal/?from=${period.from}&to=${period.to}`)
      await expect(page.getByRole('article')).toHaveCount(4)
      const sums = await page.getByRole('article').allInnerTexts()
      await page.goto(`/portal/donations?from=${period.from}&to=${period.to}`)
      const first = page.getByRole('table', { name: 'Donations' }).getByRole('row').nth(1)
      await expect(first).toContainText('$')
      seen.push([range, ...sums, await first.innerText()].join('|'))
      await context.close()
    }
    return seen
  }
})
