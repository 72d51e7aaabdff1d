import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { donations, imports } from '@twofold/contract'
import { type DonationFileRow, donationFile } from './donation-file.ts'
import { mailsTo } from './mailbox.ts'
import { callerAs, daysAgo, expect, openViaSignIn, test } from './product.ts'

// Other tests upload gifts on different days.
const from = daysAgo(59)
const to = daysAgo(30)
const dashboard = `/portal/?from=${from}&to=${to}`

/** Six gifts with typical export artifacts; names are unique for each attempt. */
function giftsOf(tag: string): { rows: DonationFileRow[]; nora: string } {
  const at = (name: string) => `${name}.${tag}@example.org`
  const nora = at('nora')
  return {
    nora,
    rows: [
      gift(tag, 1, { name: 'Nora Ellison', email: nora, amount: '$250.00', employer: 'Lanternhill Bank' }),
      gift(tag, 2, { name: 'Milo Tran', email: at('milo'), amount: '$120.00', employer: 'Harborlight Sofware' }),
      gift(tag, 3, { name: 'Ada Brook', email: at('ada'), amount: '$60.00' }),
      gift(tag, 4, { name: 'Theo Bad', email: at('theo'), amount: 'ten dollars', employer: 'Lanternhill Bank' }),
      gift(tag, 5, { name: 'Ivy Declined', email: at('ivy'), amount: '$75.00', state: 'failed' }),
      gift(tag, 6, { name: 'Rex Returned', email: at('rex'), amount: '$80.00', state: 'refunded' }),
      gift(tag, 7, {
        name: 'Zoë O’Hara',
        email: at('zoe'),
        amount: '$1,250.00',
        employer: 'LANTERNHILL BANK',
        chapter: 'Riverbend North Pantry',
      }),
    ],
  }
}

const gift = (tag: string, number: number, row: Omit<DonationFileRow, 'id' | 'daysAgo'>): DonationFileRow => ({
  id: `${tag}-${number}`,
  daysAgo: 30 + number,
  ...row,
})

test('a file becomes gifts, an email, a donor action and a higher total on the dashboard', async ({
  page,
  browser,
}) => {
  const tag = Date.now().toString(36)
  const { rows, nora } = giftsOf(tag)
  const file = { name: `export ${tag}.csv`, mimeType: 'text/csv', buffer: donationFile(rows) }
  const calls = await callerAs('writer@riverbend.example')

  await openViaSignIn(page, 'writer@riverbend.example', dashboard)
  const cardsBefore = await cardsOf(page)

  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Donations' }).click()
  const mapper = await chooseFile(page, file)
  for (const [column, target] of [
    ['Transaction ID', 'transaction_id'],
    ['Chapter', 'organization_name'],
    ['Transaction Date', 'donated_at'],
    ['Supporter First Name', 'donor.first_name'],
    ['Supporter Last Name', 'donor.last_name'],
    ['Billing Email Address', 'donor.email'],
    ['Who is your employer?', 'company.name'],
    ['Gross Transaction Amount', 'amount'],
  ] as const) {
    await expect(mapper.getByLabel(`Where “${column}” goes`)).toHaveValue(target)
  }
  await expect(figure(mapper, 'New gifts')).toHaveText('4')
  await expect(figure(mapper, 'Total given')).toHaveText('$1,680.00')
  await expect(mapper.getByText('1 payment failed or was canceled.')).toBeVisible()
  await expect(mapper.getByText('1 payment was refunded.')).toBeVisible()
  const result = await upload(page, mapper)
  await expect(page.locator('[data-toast-viewport]').getByText('Upload successful', { exact: true })).toBeVisible()
  await expect(result).toContainText('4 gifts added, 2 skipped, 1 row rejected.')
  await expect(figure(result, 'Rows')).toHaveText('7')

  const downloading = page.waitForEvent('download')
  await result.getByRole('button', { name: 'Rejected rows (1)' }).click()
  const rejected = await textOf(await downloading)
  expect(rejected).toContain('problem')
  expect(rejected).toContain('ten dollars')
  expect(rejected).toContain('Theo')
  expect(rejected).not.toContain('Nora')

  await result.getByRole('link', { name: 'See gifts' }).click()
  await expect(page).toHaveURL(`/portal/donations?from=${daysAgo(37)}&to=${daysAgo(31)}`)
  await expect(row(page, 'Nora Ellison').first()).toBeVisible()
  await page.goto(`/portal/donations?donor=${tag}&from=${from}&to=${to}`)
  await expect(foundStatus(page)).toHaveText('4 Found')
  await expect(row(page, 'Nora Ellison')).toContainText('Waiting on donor: portal')
  await expect(row(page, 'Milo Tran')).toContainText('Harborlight Software')
  await expect(row(page, 'Ada Brook')).toContainText('Employer needed')
  await expect(row(page, 'Zoë O’Hara')).toContainText('Riverbend North Pantry')
  await page.getByRole('link', { name: 'Nora Ellison' }).click()
  const match = page.getByRole('dialog', { name: 'Nora Ellison' })
  await expect(match.getByRole('heading', { name: 'Why this status' })).toBeVisible()
  await expect(match).toContainText('Lanternhill Bank')
  await expect(match).toContainText('$250.00')

  const mail = await mailTo(nora)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  expect(header('list-unsubscribe')).toMatch(/<https?:\/\/[^>]+\/m\/u\/[^>]+>/)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.html).toContain('Lanternhill Bank')
  const link = /https?:\/\/\S+\/m\/c\/[\w.-]+/.exec(mail.text ?? '')?.[0] ?? ''
  await match.getByRole('tab', { name: 'Email Communications' }).click()
  await page.reload()
  await expect(match).toContainText(mail.subject ?? 'no subject')
  await page.keyboard.press('Escape')

  const phone = await browser.newContext({ viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true })
  const donor = await phone.newPage()
  await donor.goto(link)
  await expect(donor.getByRole('heading', { level: 1 })).toContainText(/Lanternhill Bank could add (up to )?\$250\.00/)
  await donor.getByRole('button', { name: 'I submitted it' }).tap()
  await expect(donor.getByRole('heading', { level: 1 })).toHaveText('Thank you! Your match is on its way')
  await phone.close()

  await page.reload()
  await expect(row(page, 'Nora Ellison')).toContainText('Submitted')
  await page.goto(dashboard)
  const cardsAfter = await cardsOf(page)
  expect(cardsAfter.Submitted).toEqual({
    cents: cardsBefore.Submitted.cents + 25_000,
    count: cardsBefore.Submitted.count + 1,
  })
  expect(cardsAfter['No Response']).toEqual(cardsBefore['No Response'])
  for (const [title, status] of quickFilters) {
    const list = await calls.call(
      donations.listDonations,
      {
        params: { id: calls.organizationId },
        query: { page: 1, per_page: 1, filters: { status, dateFrom: from, dateTo: to } },
      },
      calls,
    )
    expect(cardsAfter[title].count, title).toBe(list.total)
    await page.goto(`/portal/donations?status=${status}&from=${from}&to=${to}`)
    await expect(foundStatus(page)).toHaveText(`${list.total.toLocaleString('en-US')} Found`)
  }

  const secondUpload = await upload(page, await chooseFile(page, file))
  await expect(secondUpload).toContainText('0 gifts added, 4 already uploaded, 2 skipped, 1 row rejected.')
  await secondUpload.getByRole('button', { name: 'Close' }).click()
  await page.goto(`/portal/donations?donor=${tag}&from=${from}&to=${to}`)
  await expect(foundStatus(page)).toHaveText('4 Found')
  expect(await mailsTo(nora)).toHaveLength(1)

  await page.goto('/portal/donations/uploads')
  const runs = page.getByRole('listitem').filter({ hasText: file.name })
  await expect(runs).toHaveCount(2)
  await expect(runs.last()).toContainText('4 gifts added')
  await expect(runs.last().getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const { imports: listed } = await calls.call(imports.listImports, { params: { id: calls.organizationId } }, calls)
  const first = listed.findLast(({ file_name: name }) => name === file.name)
  const refusal = await calls.refusal(
    imports.undoImport,
    { params: { id: calls.organizationId, importId: first?.id ?? 0 } },
    calls,
  )
  expect(refusal.status).toBe(409)
  expect(refusal.message).toMatch(/already went out, so it can’t be undone/)
})

const quickFilters = [
  ['Awaiting Submission', 'donor_contacted'],
  ['NPO to Verify', 'npo_verify'],
  ['Submitted', 'engaged_submitted'],
  ['No Response', 'no_response'],
] as const
type Title = (typeof quickFilters)[number][0]
type Figures = { readonly cents: number; readonly count: number }

async function cardsOf(page: Page): Promise<Record<Title, Figures>> {
  const read = async (title: Title): Promise<Figures> => {
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: `${title}: show these gifts` }) })
    const sum = (await card.getByRole('heading').textContent()) ?? ''
    const count = /([\d,]+) Gifts/.exec((await card.textContent())?.slice(sum.length) ?? '')?.[1] ?? ''
    return { cents: Math.round(Number(sum.replaceAll(/[$,]/g, '')) * 100), count: Number(count.replaceAll(',', '')) }
  }
  return {
    'Awaiting Submission': await read('Awaiting Submission'),
    'NPO to Verify': await read('NPO to Verify'),
    Submitted: await read('Submitted'),
    'No Response': await read('No Response'),
  }
}

async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<Locator> {
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByRole('dialog', { name: 'Upload donations' }).locator('input[type=file]').setInputFiles(file)
  const mapper = page.getByRole('dialog', { name: 'Field Mapper' })
  await expect(mapper).toBeVisible()
  return mapper
}

async function upload(page: Page, mapper: Locator): Promise<Locator> {
  await mapper.getByRole('button', { name: 'Upload', exact: true }).click()
  const result = page.getByRole('dialog', { name: 'Upload finished' })
  await expect(result).toBeVisible()
  return result
}

const figure = (dialog: Locator, term: string): Locator =>
  dialog
    .locator('dl > div')
    .filter({ has: dialog.page().getByText(term, { exact: true }) })
    .getByRole('definition')

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })

const foundStatus = (page: Page): Locator => page.getByRole('status').filter({ hasText: /Found/ })

async function mailTo(address: string) {
  await expect.poll(async () => (await mailsTo(address)).length).toBeGreaterThan(0)
  const [mail] = await mailsTo(address)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8')
