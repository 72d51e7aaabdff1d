import type { Locator } from '@playwright/test'
import { donations } from '@twofold/contract'
import { uploadGifts } from './donation-file.ts'
import { mailsTo } from './mailbox.ts'
import { callerAs, expect, test } from './product.ts'

const shared = { daysAgo: 3, name: 'Una Leaver', employer: 'Lanternhill Bank', amount: '$90.00' }

test('one click in an email program unsubscribes the donor, who can resubscribe', async ({ page }) => {
  const tag = Date.now().toString(36)
  const email = `una.${tag}@example.org`
  const caller = await callerAs('writer@riverbend.example')
  await uploadGifts(caller, [{ ...shared, id: `${tag}-1`, email }])
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const [mail] = await mailsTo(email)
  const address = /<(https?:[^>]+)>/.exec(mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '')?.[1]

  await page.goto(address ?? '')
  await expect(page.getByRole('button', { name: 'Unsubscribe for all my gifts' })).toBeVisible()
  const response = await page.request.post(address ?? '', { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(response.status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Done. No more emails about matches')

  await uploadGifts(caller, [{ ...shared, id: `${tag}-2`, email, daysAgo: 2, amount: '$95.00' }])
  const mails = async () => {
    const { donations: gifts } = await caller.call(
      donations.listDonations,
      { params: { id: caller.organizationId }, query: { page: 1, per_page: 10, filters: { donorNameEmail: tag } } },
      caller,
    )
    const second = gifts.find(({ amount }) => amount === 95)
    if (!second) return null
    const { donation } = await caller.call(donations.getDonation, { params: { id: second.id } }, caller)
    return donation.notifications.map(({ state }) => state)
  }
  await expect.poll(mails).toEqual(['skipped'])
  expect(await mailsTo(email)).toHaveLength(1)

  await page.getByRole('button', { name: 'Undo, keep emailing me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
})

test('a donor declines in two clicks and can open the match again later', async ({ page }) => {
  const tag = Date.now().toString(36)
  const email = `dan.${tag}@example.org`
  const caller = await callerAs('writer@riverbend.example')
  await uploadGifts(caller, [{ ...shared, name: 'Dan Decliner', id: `${tag}-d`, email }])
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const link = /https?:\/\/\S+\/m\/c\/[\w.-]+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''
  await page.goto(link)
  await page.getByText('No thanks').click()
  await expect(page.getByRole('button', { name: 'All my gifts' })).toBeVisible()
  await page.getByRole('button', { name: 'Only this gift' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This request is closed')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This request is closed')
  await expect(page.getByRole('button', { name: 'I submitted it' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status')).toHaveText('Undone.')
  await expect(page.getByRole('button', { name: 'I submitted it' })).toBeVisible()
})

test('on a phone, the donor’s page is at most 1,400 pixels long until unfolded in each language, and has no empty logo', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tag = Date.now().toString(36)
  const email = `pia.${tag}@example.org`
  const caller = await callerAs('writer@riverbend.example')
  await uploadGifts(caller, [{ ...shared, name: 'Pia Phone', id: `${tag}-p`, email }])
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  await page.goto(/https?:\/\/\S+\/m\/c\/[\w.-]+/.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? '')
  await expect(page.getByText('More details')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(4)
  for (const [name, locale] of [
    ['Español', 'es-US'],
    ['Français', 'fr-CA'],
    ['English', 'en-US'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    expect(await page.evaluate(() => document.documentElement.scrollHeight), name).toBeLessThanOrEqual(1_400)
  }
  const logo = page.locator('header img')
  expect(await logo.evaluate((picture) => picture instanceof HTMLImageElement && picture.naturalWidth > 0)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const step = page.getByText('Select Request Match.')
  await expect(step).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(step).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByText('Show me the steps').click()
  await expect(step).toBeVisible()
  await page.reload()
  await expect(step).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(step).toBeVisible()
  await expect(page.getByText('Show me the steps')).toBeHidden()
})

test('a truncated link shows a friendly message', async ({ page }) => {
  await page.goto('/m/c/half-a-link')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We don’t recognize this link')
})

test('a donor corrects the employer through a one-time link; an email change needs confirmation from the stored address', async ({
  page,
  complaints,
}) => {
  const tag = Date.now().toString(36)
  const email = `cora.${tag}@example.org`
  const caller = await callerAs('writer@riverbend.example')
  await uploadGifts(caller, [{ ...shared, name: 'Cora Corrector', id: `${tag}-c`, email }])
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)
  const { donations: gifts } = await caller.call(
    donations.listDonations,
    { params: { id: caller.organizationId }, query: { page: 1, per_page: 10, filters: { donorNameEmail: tag } } },
    caller,
  )
  const linkIn = async (name: string) => {
    const find = async () =>
      (await mailsTo(email))
        .map(({ text }) => new RegExp(`https?://\\S+/donor-match-update/\\d+\\?${name}=[\\w-]+`).exec(text ?? '')?.[0])
        .find(Boolean)
    await expect.poll(find).toBeTruthy()
    return (await find()) ?? ''
  }

  await page.goto(`/donor-match-update/${gifts[0]?.id}?email=${encodeURIComponent(email)}`)
  await expect(page.getByText('Cora')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await page.goto(await linkIn('token'))
  const openButton = page.getByRole('button', { name: 'Open my match request' })
  await expect(openButton).toBeVisible()
  // Screen readers announce only changes in a live region.
  const announcement = page.getByRole('main').getByRole('status').first()
  await expect(announcement).toHaveText('')
  await pressWithoutLine(openButton)
  await openButton.click()
  await expect(announcement).toHaveText('Match data loaded.')
  await expect(page.getByLabel('Donation amount')).toHaveAttribute('readonly')
  await page.getByLabel('Donor name').fill('')
  await page.getByRole('button', { name: 'Update Match' }).click()
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible()

  await page.getByLabel('Donor name').fill('Cora B. Corrector')
  await page.getByLabel('Matching company').fill('Lanternhill Ban')
  await page.getByRole('option', { name: 'Lanternhill Bank' }).first().click()
  await page.getByLabel('How are you connected to this company?').selectOption({ label: 'I retired from there' })
  await expect(page.getByLabel('Matching company')).toHaveCount(0)
  const former = page.getByLabel('Employer you retired from')
  await former.fill('Retired')
  await page.getByRole('button', { name: 'Update Match' }).click()
  await expect(page.getByText('Which employer did you retire from?')).toBeVisible()
  await former.fill('Lanternhill Ban')
  await page.getByRole('option', { name: 'Lanternhill Bank' }).first().click()
  await page.getByRole('button', { name: 'Update Match' }).click()
  await expect(page.getByText('Match information updated.')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Open my match request' }).click()
  await expect(page.getByLabel('Donor name')).toHaveValue('Cora B. Corrector')

  await page.getByLabel('Email').fill(`new.${email}`)
  await expect(page.getByText('The person at the new address will control this request.')).toBeVisible()
  await page.getByLabel('Donor name').fill('Cleo Corrector')
  await page.getByRole('button', { name: 'Update Match' }).click()
  await expect(page.getByText(`We emailed ${email}.`)).toContainText('takes over this request as Cleo Corrector')
  await expect(page.getByText('Match information updated.')).toHaveCount(0)
  await expect(page.getByLabel('Donor name')).toHaveValue('Cleo Corrector')
  await page.goto(await linkIn('handover'))
  await expect(page.getByText(`transfer your match request to new.${email}.`)).toBeVisible()
  const handOver = page.getByRole('button', { name: 'Transfer request' })
  await pressWithoutLine(handOver)
  await handOver.click()
  await expect(page.getByText(`to new.${email}. The person at that address`)).toBeVisible()
  complaints.length = 0
})

/** Expects the connection error and an enabled button. */
async function pressWithoutLine(button: Locator): Promise<void> {
  const page = button.page()
  await page.context().setOffline(true)
  await button.click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await page.context().setOffline(false)
}

test.describe('in French', () => {
  test.use({ locale: 'fr-CA' })

  test('the match request, questions and answers use the browser’s language', async ({ page }) => {
    await page.goto('/donor-match-update/1?email=lise%40example.org')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Modifier votre demande de jumelage')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
    await page.getByRole('link', { name: 'Questions et réponses' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions fréquentes')
    await expect(page.locator('html')).toHaveAttribute('lang', /^fr/)
    await page.goto('/donor-match-update/1?token=not-a-link-that-anybody-got&lang=es')
    await page.getByRole('button', { name: 'Abrir mi solicitud' }).click()
    await expect(page.getByRole('alert')).toHaveText('Este enlace caducó o ya se usó. Pida uno nuevo.')
  })
})
