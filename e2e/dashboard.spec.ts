import type { Locator, Page } from '@playwright/test'
import { donationChanges, organizations, statistics } from '@twofold/contract'
import { openAsNewAdministrator, sevenDigits } from './new-administrator.ts'
import {
  callerAs,
  dayOfAddedGifts,
  daysAgo,
  expect,
  openSignedIn,
  scrollToCharts,
  test,
  whileResponseHeld,
} from './product.ts'

// No other test adds gifts to this period.
const period = { from: daysAgo(400), to: daysAgo(200) }
const past = `from=${period.from}&to=${period.to}`

async function countAfterClick(page: Page, link: Locator): Promise<number> {
  const dashboardUrl = page.url()
  await link.click()
  const words = page.getByText(/^[\d,]+ Found$/)
  await expect(words).toBeVisible()
  const found = Number((await words.innerText()).replace(/\D/g, ''))
  await page.goto(dashboardUrl)
  return found
}

const numberIn = async (link: Locator): Promise<number> => Number((await link.innerText()).replace(/\D/g, ''))

test('chart numbers link to a list with the same number of results', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', `/portal/?${past}`)
  await scrollToCharts(page)
  const months = page.getByRole('region', { name: 'Gifts and matches by month' })
  const others = months.getByRole('listitem').getByRole('link', { name: 'Other statuses' })
  const other = await numberIn(others)
  expect(await countAfterClick(page, others)).toBe(other)

  await scrollToCharts(page)
  await months.getByRole('button', { name: /Show as table/ }).click()
  const cell = months.getByRole('row').nth(2).getByRole('link').last()
  const inMonth = await numberIn(cell)
  expect(await countAfterClick(page, cell)).toBe(inMonth)

  await page.goto(`/portal/statistics?${past}`)
  const funnel = page.getByRole('region', { name: 'From first contact to approval' })
  await funnel.getByRole('button', { name: /Show as table/ }).click()
  const contacted = funnel.getByRole('row').getByRole('link').first()
  const contactedCount = await numberIn(contacted)
  expect(await countAfterClick(page, contacted)).toBe(contactedCount)
})

test('the summary matches the lists behind it, and each task opens its screen', async ({ page }) => {
  const reader = await callerAs('reader@riverbend.example')
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  const summary = page.getByRole('region', { name: 'Summary' })
  const link = summary.getByRole('link', { name: 'Open', exact: true })
  await expect(link).toBeVisible()
  const params = { id: reader.organizationId }
  const read = () => reader.call(statistics.getMatchSummary, { params }, reader)
  const openNow = async () => {
    const { with_donors, to_verify } = await read()
    return with_donors.count + to_verify.count
  }
  // Other tests may change matches at the same time.
  let [before, found, after] = [await openNow(), await countAfterClick(page, link), await openNow()]
  while (before !== after) [before, found, after] = [after, await countAfterClick(page, link), await openNow()]
  expect(found).toBe(after)
  const { money_this_year: money, to_verify, to_do } = await read()
  const received = summary.getByRole('link', { name: `Received in ${money.year}` })
  const large = summary
    .getByText(money.received.toLocaleString('en-US', { style: 'currency', currency: 'USD' }))
    .first()
  await expect(large).toBeVisible()
  const sizes = await page
    .getByText(/^\$[\d,.]+$/)
    .evaluateAll((all) => all.map((element) => Number.parseFloat(getComputedStyle(element).fontSize)))
  const largest = await large.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(sizes.filter((size) => size >= largest)).toHaveLength(1)
  await received.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  await page.goBack()
  const tasks = summary.getByRole('list', { name: 'This week' })
  await tasks.getByRole('link', { name: 'to sign or verify' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'To verify or sign' })).toBeVisible()
  await page.goBack()
  expect([to_verify.count, to_do.deadlines_soon].every((count) => count > 0)).toBe(true)
  await tasks.getByRole('listitem').filter({ hasText: 'deadline' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Why this status' })).toBeVisible()
})

test('the tasks and the four cards begin on the first screen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await expect(page.getByRole('article')).toHaveCount(4)
  for (const title of ['Awaiting Submission', 'NPO to Verify', 'Submitted', 'No Response']) {
    const card = page.getByRole('article').filter({ hasText: title }).first()
    expect((await card.boundingBox())?.y).toBeLessThan(700)
  }
})

test('the month chart’s bars keep their position when the line above them changes', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', `/portal/?${past}`)
  const months = page.getByRole('region', { name: 'Gifts and matches by month' })
  const bars = months.getByRole('list', { name: 'Number of gifts' })
  await scrollToCharts(page)
  await expect(months.getByText('All dates shown').first()).toBeVisible()
  // Hovering scrolls the page, so positions are relative to the chart.
  const distance = async () => ((await bars.boundingBox())?.y ?? 0) - ((await months.boundingBox())?.y ?? 0)
  const distanceBefore = await distance()
  for (const bar of await bars.getByRole('link').all()) {
    await bar.hover()
    await expect(months.getByText('All dates shown').first()).toBeHidden()
    expect(await distance()).toBe(distanceBefore)
  }
})

test('the chart has an equivalent table, shows amounts, and follows the date range', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', `/portal/?${past}`)
  const months = page.getByRole('region', { name: 'Gifts and matches by month' })
  await scrollToCharts(page)
  await expect(months.getByRole('table', { name: 'Number of gifts by month and status' })).toBeAttached()
  await months.getByLabel('What the bars show').selectOption('Estimated matches')
  await expect(months.getByRole('table', { name: 'Estimated matches by month and status' })).toContainText('$')
  await page.goto('/portal/?from=1990-01-01&to=1990-12-31')
  await scrollToCharts(page)
  await expect(months.getByText('No gifts on these dates.')).toBeVisible()
  await page.goto('/portal/statistics?from=1990-01-01&to=1990-12-31')
  await expect(page.getByText('No donors contacted about gifts on these dates.')).toBeVisible()
})

test('a feature request is selected, saved and shown; a failure shows an error', async ({ page }) => {
  // The toast tests change Riverbend's feature request.
  const me = await openAsNewAdministrator(page, 'wish', '/portal/donations')
  const body = { donor_name: 'Ada', donor_email: 'ada@example.org', amount: 90, donated_at: dayOfAddedGifts() }
  await me.call(donationChanges.createDonation, { params: me.params, body }, me)
  await page.goto('/portal/')
  const submit = page.getByRole('button', { name: 'Submit', exact: true })
  await expect(submit).toBeDisabled()
  await page.getByRole('radio', { name: 'More donation filtering' }).check()
  await page.route('**/partial', (route) => route.fulfill({ status: 422, json: {} }))
  await submit.click()
  await expect(page.getByText('Failed to submit feature request. Please try again.').first()).toBeVisible()
  await page.unroute('**/partial')

  await whileResponseHeld(page, '**/partial', async () => {
    await submit.click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  })
  await expect(page.getByText('Feature request submitted', { exact: true })).toBeVisible()
  await expect(page.getByText('Your feature request has been saved successfully.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('radio', { name: 'More donation filtering' })).toBeChecked()
  await expect(page.getByText('Your request: More donation filtering.')).toBeVisible()
})

test('a reader cannot send a feature request', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', '/portal/')
  await expect(page.getByRole('heading', { name: 'Feature Requests' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit', exact: true })).toHaveCount(0)
})

test('a super user sees which organization is selected; no cards appear without one', async ({ page }) => {
  await openSignedIn(page, 'super@twofold.example', '/portal/contact')
  await whileResponseHeld(page, /\/organization-search-[^/]*\.js$/, async () => {
    await page.goto('/portal/', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Find an organization' }).click()
    await expect(page.locator('#organization-search')).toBeFocused()
  })
  await expect(page.getByRole('combobox', { name: 'Organization' })).toBeFocused()
  await expect(page.getByText('You must select an organization to use this section.')).toBeVisible()
  await expect(page.getByText('Find one by name or EIN.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Feature Requests' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: /^Review queue/ })).toHaveAttribute(
    'href',
    '/portal/review',
  )
  await page.getByRole('button', { name: 'Find an organization' }).click()
  await expect(page.getByRole('combobox', { name: 'Organization' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Organization' }).fill('map')
  await page.getByRole('option', { name: /Maple Street PTA/ }).click()
  await expect(page.getByText('Organization Selected')).toBeVisible()
  await expect(page.getByText('You are working with Maple Street PTA.')).toBeVisible()
  await page.evaluate(() => {
    sessionStorage.removeItem('twofold.organization')
    localStorage.removeItem('twofold.organization')
  })
  await page.goto('/portal/donations')
  await expect(page.getByText('Open a recent one', { exact: false })).toBeVisible()
  await page.getByRole('list', { name: 'Recent' }).getByRole('button', { name: 'Maple Street PTA' }).click()
  await expect(page.getByRole('heading', { name: 'Donations', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Organization' })).toHaveValue('Maple Street PTA')
})

test('without matches, charts show the reason and the next step', async ({ page }) => {
  const admin = await openAsNewAdministrator(page, 'Nina', '/portal/organization-details')
  for (const donor_name of ['Ada', 'Bo', 'Cleo']) {
    const body = { donor_name, amount: 20, donated_at: dayOfAddedGifts(), company_name: 'Microsoft' }
    await admin.call(donationChanges.createDonation, { params: admin.params, body }, admin)
  }
  await page.goto('/portal/statistics')
  const sums = page.getByRole('region', { name: 'Results' })
  await expect(sums).toContainText('None of these 3 gifts has an estimated match. We’ll check gifts for matches once')
  await expect(sums.getByRole('link', { name: 'Go to setup' })).toHaveAttribute('href', '/portal/')
  await expect(sums.getByRole('listitem')).toHaveCount(0)
  await sums.getByRole('button', { name: 'Show number of gifts' }).click()
  await expect(sums.getByRole('listitem')).toHaveText(/Microsoft\s*3/)

  await page.goto(`/portal/?from=${daysAgo(120)}&to=${daysAgo(0)}`)
  await expect(page.getByRole('article')).toHaveText([/^\$60\.003 gifts given/])
  await expect(page.getByRole('region', { name: 'Summary' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Gifts and matches by month' })).toHaveCount(0)
  const boxOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect())
  const requests = await boxOf(page.getByRole('heading', { name: 'Feature Requests' }))
  const last = await boxOf(page.getByRole('article'))
  expect(requests.top - last.bottom, 'no blank band where charts would be').toBeLessThan(100)
  await page.getByRole('article').getByRole('link', { name: 'gifts given' }).click()
  await expect(page.getByText('3 Found')).toBeVisible()
})

test('the setup advances step by step; choices are saved even if the tab closes immediately', async ({ page }) => {
  await openSignedIn(page, 'pta@maple.example', '/portal/')
  await expect(page.getByRole('heading', { name: 'Finish these steps to enable matching!' })).toBeVisible()
  const places: (string | null)[] = []
  for (let step = 2; step <= 6; step++) {
    await expect(page.getByText(`Step ${step} of 6`)).toBeVisible()
    places.push(await page.getByRole('link', { name: /^Configure/ }).getAttribute('href'))
    if (step < 6) await page.getByRole('button', { name: 'Next' }).click()
  }
  expect(places).toEqual([
    '/portal/organization-details',
    '/portal/organization-details?tab=categories',
    '/portal/organization-details?tab=contact',
    '/portal/organization-details?tab=address',
    '/portal/organization-details?tab=files',
  ])
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByText('Step 5 of 6')).toBeVisible()

  // Needs an organization that has not been set up yet.
  const admin = await openAsNewAdministrator(page, 'setup', '/portal/')
  const { params } = admin
  for (const donor of ['Ada', 'Bo']) {
    const gift = { donor_name: donor, donor_email: `${donor}.${sevenDigits()}@example.org`, amount: 90 }
    const body = { ...gift, donated_at: dayOfAddedGifts(), company_name: 'Lanternhill Bank' }
    await admin.call(donationChanges.createDonation, { params, body }, admin)
  }
  await page.goto(`/portal/?from=${dayOfAddedGifts()}&to=${dayOfAddedGifts()}`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 6 of 6')).toBeVisible()
  await expect(page.getByRole('article')).toHaveText([/^\$180\.002 gifts given/])

  // The number of donors who will get an email appears first.
  const finish = async () => {
    await whileResponseHeld(page, '**/partial/review', async () => {
      await page.getByRole('button', { name: 'Done' }).click()
      await expect(page.getByRole('status').filter({ hasText: 'Counting matchable gifts' })).toBeVisible()
    })
    const review = page.getByRole('dialog', { name: 'Turn matching on?' })
    await expect(review.getByText('2 gifts could be matched, up to $180.00.')).toBeVisible()
    await expect(review.getByText(/^2 donor emails will go out /)).toBeVisible()
    await whileResponseHeld(page, '**/partial', async () => {
      await review.getByRole('button', { name: 'Turn matching on' }).click()
      await expect(page.getByText('Saving…')).toBeVisible()
    })
  }
  await page.route('**/partial', (route) => route.fulfill({ status: 422, json: {} }))
  await finish()
  await expect(page.getByText('Not saved,')).toBeVisible()
  await expect(page.getByText('Failed to update organization', { exact: true })).toBeVisible()
  expect((await admin.call(organizations.getOrganization, { params }, admin)).complete).toBe(false)
  await page.unroute('**/partial')

  await finish()
  await page.unroute('**/partial') // requests sent during unload are not intercepted
  await page.close()
  await expect
    .poll(async () => (await admin.call(organizations.getOrganization, { params }, admin)).complete)
    .toBe(true)
})
