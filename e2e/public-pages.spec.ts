import { publicMatch, registration } from '@twofold/contract'
import { callsTo } from '../server/src/testing/calls.ts'
import { mailsTo } from './mailbox.ts'
import { newClientHeaders } from './new-administrator.ts'
import { expect, productAddress, test, whileResponseHeld } from './product.ts'

const matchPage = '/match/riverbend-food%20bank'

test('one question opens at a time, and the text names the company in the address', async ({ page }) => {
  await page.goto('/portal/faq')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently Asked Questions')
  await expect(page.getByText('Guidance for donors and nonprofits')).toBeVisible()
  await expect(page.getByText('General', { exact: true })).toBeVisible()
  const question = (name: RegExp) => page.getByRole('button', { name })
  await question(/isn’t listed/).click()
  await expect(question(/isn’t listed/)).toHaveAttribute('aria-expanded', 'true')
  await question(/How long do I have/).click()
  await expect(question(/isn’t listed/)).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByText('Match About to Expire')).toBeVisible()
  await expect(question(/How does matching work/)).toHaveCount(0)

  const hostile = '<img src=x onerror=alert(1)>'
  await page.goto(`/portal/faq?paper&vr&di=123&de=dana%40example.org&cn=${encodeURIComponent(hostile)}`)
  await expect(page.getByText(`working with ${hostile}`)).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
  await expect(question(/How does matching work with/)).toBeVisible()
  await question(/is wrong/).click()
  await expect(page.getByRole('link', { name: 'Update your match request' })).toHaveAttribute(
    'href',
    '/donor-match-update/123?email=dana%40example.org',
  )
})

test('questions and the text around them use the link’s language', async ({ page }) => {
  await page.goto('/portal/faq?lang=fr&cn=Acme')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions fréquentes')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
  await page.getByRole('button', { name: /inférieur au minimum/ }).click()
  await expect(page.getByText('Non. D’autres dons au même organisme')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Aide' })).toBeVisible()
  await page.goto('/portal/faq?lang=es&cn=Acme#deadline')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Preguntas frecuentes')
  await expect(page.getByText('Depende de Acme')).toBeVisible()
})

test.describe('for a French or Spanish browser', () => {
  test.use({ locale: 'fr-CA' })

  test('the matching page and its results are in French, and the link’s language comes first', async ({ page }) => {
    await page.goto(matchPage)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Faites jumeler votre don à Riverbend Food Bank')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr-CA')
    await page.getByRole('button', { name: 'Demander mon jumelage' }).click()
    await expect(page.getByText('Choisissez votre employeur')).toBeVisible()
    await page.getByLabel('Votre don').fill('50')
    await page.getByRole('combobox', { name: 'Où travaillez-vous?' }).fill('goog')
    await page.getByRole('option', { name: /^Google/ }).click()
    await expect(page.getByText(/^Votre don de 50/)).toBeVisible()
    await expect(page.getByText(/jumelle les dons de son personnel/)).toBeVisible()
    await page.goto(`${matchPage}?lang=es`)
    await expect(page.getByRole('button', { name: 'Solicitar mi contrapartida' })).toBeVisible()
  })

  test('the contact form is in French', async ({ page }) => {
    await page.goto('/portal/contact')
    await page.getByRole('button', { name: 'Envoyer le message' }).click()
    await expect(page.getByText('Écrivez votre message')).toBeVisible()
    await page.goto('/portal/contact?lang=es')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contacto')
  })
})

test('a contact form message reaches support and clears the form', async ({ page }) => {
  await page.goto('/portal/contact')
  await page.getByRole('button', { name: 'Send Message' }).click()
  for (const message of ['Name is required', 'Invalid email address', 'Subject is required', 'Message is required']) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await expect(page.getByText('100 Example Street, Springfield, IL 62701')).toBeVisible()
  await expect(page.getByText('Monday to Friday: 9:00 AM to 5:00 PM')).toBeVisible()
  const subject = `Question ${Date.now().toString(36)}`
  await page.getByLabel('Name').fill('Dana Donor')
  await page.getByRole('textbox', { name: 'Email' }).fill('dana@example.org')
  await page.getByLabel('Subject').fill(subject)
  await page.getByRole('textbox', { name: 'Message' }).fill('Does it work?')
  await whileResponseHeld(page, '/api/contact', async () => {
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible()
  })
  await expect(page.getByText('Message sent!').first()).toBeVisible()
  await expect(page.getByText("We'll get back to you as soon as possible.").first()).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const findMail = async () => (await mailsTo('support@twofold.example')).find((mail) => mail.text?.includes(subject))
  await expect.poll(async () => (await findMail())?.replyTo?.[0]?.address).toBe('dana@example.org')
})

test('a message that fails to send stays in the form, and the screen shows the error', async ({ page }) => {
  await page.goto('/portal/contact')
  await page.route('/api/contact', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { error: 'x', message: 'Too many attempts.', request_id: '1' } })
      : route.continue(),
  )
  await page.getByLabel('Name').fill('Dana Donor')
  await page.getByRole('textbox', { name: 'Email' }).fill('dana@example.org')
  await page.getByLabel('Subject').fill('Hello')
  await page.getByRole('textbox', { name: 'Message' }).fill('Does it work?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Failed to send message. Please try again.').first()).toBeVisible()
  await expect(page.getByLabel('Subject')).toHaveValue('Hello')
})

test('a donor finds the employer on the public page and requests the match', async ({ page }) => {
  const email = `page.${Date.now().toString(36)}@example.org`
  await page.goto(`${matchPage}?amount=80`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Match your gift to Riverbend Food Bank')
  await page.getByRole('combobox', { name: 'Where do you work?' }).fill('microsof')
  await page.getByRole('option').first().click()
  await expect(page.getByText(/Your gift of \$80 could become/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^From .*Microsoft.*, as of/ })).toBeVisible()
  await page.getByLabel('Your name').fill('Paige Donor')
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Ask for my match' }).click()
  await expect(page.getByText(`We’ll email ${email}`)).toBeVisible()
  await expect.poll(async () => (await mailsTo(email)).length).toBe(1)

  await page.goto('/match/nobody-of-this-name')
  await expect(page.getByText('There’s no matching page at this address')).toBeVisible()
})

test('messengers without scripts see the organization’s name; an unknown address returns its status', async ({
  page,
}) => {
  const read = async (path: string) => {
    const response = await page.request.get(path, { headers: { accept: '*/*' } })
    return { status: response.status(), text: await response.text() }
  }
  const { status, text } = await read(matchPage)
  expect(status).toBe(200)
  expect(text).toContain('<title>Match your gift to Riverbend Food Bank · Twofold</title>')
  expect(text).toContain('<meta property="og:title" content="Match your gift to Riverbend Food Bank">')
  expect(text).toMatch(/og:description" content="Many employers match their employees’ donations\..*hungry/)
  const image = /og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
  const picture = await page.request.get(image)
  expect(picture.headers()['content-type']).toBe('image/png')
  expect((await read('/match/nobody-of-this-name')).status).toBe(404)
})

test("an organization's name is text wherever the page shows it", async ({ page }) => {
  const name = `</title></script><script>alert(1)</script><img src=x onerror=alert(1)> ${Date.now().toString(36)}`
  const { call } = callsTo(productAddress())
  const address = { street: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701', country: 'US' } as const
  const body = {
    ...{ return_json: 1, name, type: 'edu-pto' as const, phone: '+1 555 010 0100', mission: 'm', ein: '12-3456789' },
    ...{ url: 'https://elm.example', address, categoryId: [1], contact_name: 'Elma Oak' },
    contact_email: `elma.${Date.now().toString(36)}@example.org`,
  }
  await call(registration.registerOrganization, { body }, { headers: newClientHeaders() })
  await page.goto(publicMatch.matchPagePath(name))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Match your gift to ${name}`)
  await expect(page.locator('img')).toHaveCount(0)
})

test('a request that fails to send stays in the form, and the screen shows the error', async ({ page, complaints }) => {
  await page.route('/api/public/organization/**', (route) => route.abort())
  await page.goto(matchPage)
  await page.getByRole('combobox', { name: 'Where do you work?' }).fill('microsof')
  await page.getByRole('option').first().click()
  await page.getByLabel(/^Your gift/).fill('80')
  await page.getByLabel('Your name').fill('Paige Donor')
  await page.getByLabel('Your email').fill('away@example.org')
  await page.getByRole('button', { name: 'Ask for my match' }).click()
  await expect(page.getByText('We couldn’t send your request. Try again.')).toContainText(
    'Network error. Please check your connection.',
  )
  await expect(page.getByLabel('Your name')).toHaveValue('Paige Donor')
  complaints.length = 0
})
