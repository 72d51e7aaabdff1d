import type { Page } from '@playwright/test'
import { apiKeys, audit, auth, chapters, donationChanges, linkTo, members, payouts, screens } from '@twofold/contract'
import { uploadGifts } from './donation-file.ts'
import { mailsTo } from './mailbox.ts'
import { openAsNewAdministrator, password, registerAdministrator, sevenDigits } from './new-administrator.ts'
import { callerAs, dayOfAddedGifts, expect, hoverUndo, openSignedIn, test } from './product.ts'

// No other test uses Maple Street's members.
const usersTab = '/portal/organization-details?tab=users'
const admin = 'pta@maple.example'

async function workIn(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: /^Organization:/ })
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name }).click()
  await expect(menu).toContainText(name)
}

const toast = (page: Page, title: string) => page.locator('[data-toast-viewport]').getByText(title, { exact: true })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

async function chooseAction(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an admin invites a colleague by email, raises their level, removes them, and undoes that', async ({ page }) => {
  const address = `colleague.${sevenDigits()}@example.org`
  await openAsNewAdministrator(page, 'Jona', usersTab)

  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Read' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(toast(page, 'User added successfully')).toBeVisible()
  await expect(row(page, address)).toContainText('No Name')
  await expect.poll(async () => (await mailsTo(address)).length).toBe(1)
  const [mail] = await mailsTo(address)
  expect(mail?.text).toMatch(/Trust of Jona[\s\S]*\/portal\/reset-password\?token=/)

  await chooseAction(page, 'No Name', 'Edit User')
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByRole('textbox', { name: 'Name' }).fill('Cole League')
  await edit.getByRole('radio', { name: 'Write' }).check()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  await expect(row(page, 'Cole League')).toContainText('write')

  await chooseAction(page, 'Cole League', 'Edit User')
  await expect(edit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Actions for Cole League' })).toBeFocused()

  await chooseAction(page, 'Cole League', 'Remove User')
  const undo = await hoverUndo(page)
  await expect(toast(page, 'User removed successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore Cole League' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Cole League' })).toHaveCount(0)
  await undo.click()
  await expect(page.getByRole('button', { name: 'Actions for Cole League' })).toBeVisible()
  await expect(row(page, 'Cole League')).toContainText('write')
  await expect.poll(async () => (await mailsTo(address)).length).toBe(1)

  await page.goto('/portal/audit?subject=member')
  await expect(page.getByText(`Jona invited ${address} with read access.`)).toBeVisible()
  await expect(page.getByText(`Jona changed ${address}’s access from read to write.`)).toBeVisible()
  await expect(page.getByText('Jona renamed No Name to Cole League.')).toBeVisible()
})

test('the only admin cannot be removed, and the screen shows the reason', async ({ page }) => {
  await openSignedIn(page, admin, usersTab)
  await workIn(page, 'Maple Street PTA')
  await page.getByRole('button', { name: 'Actions for Jo Whitaker' }).click()
  await expect(page.getByRole('menuitem', { name: 'Remove User' })).toBeDisabled()
  await expect(page.getByText('Your organization needs at least one admin.', { exact: false })).toBeVisible()
})

test('each failure appears in a toast and next to the failed item', async ({ page }) => {
  const maple = await callerAs(admin)
  const org_id =
    (await maple.call(auth.getCurrentUser, {}, maple)).orgs.find(({ name }) => name === 'Maple Street PTA')?.id ?? 0
  const body = { org_id, email: 'gone@maple.example', name: 'Gone Soon' }
  const { users } = await maple.call(members.setPermission, { body }, maple)
  const removedId = users.find(({ email }) => email === body.email)?.id ?? 0
  await openSignedIn(page, admin, usersTab)
  await workIn(page, 'Maple Street PTA')

  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill(body.email)
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await expect(toast(page, 'Failed to add user')).toBeVisible()
  await expect(dialog.getByText('This person is already on your team.', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await chooseAction(page, body.name, 'Edit User')
  await maple.call(members.removePermission, { body: { org_id, user_id: removedId } }, maple)
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByRole('radio', { name: 'Write' }).check()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toast(page, 'Failed to update user')).toBeVisible()
  await expect(edit.getByText('We could not find that.')).toBeVisible()
  await edit.getByRole('button', { name: 'Cancel' }).click()

  await chooseAction(page, body.name, 'Remove User')
  await expect(toast(page, 'Failed to remove user')).toBeVisible()
})

test('a reader sees the members and no way to change them', async ({ page }) => {
  await openSignedIn(page, 'reader@riverbend.example', usersTab)
  await expect(row(page, 'Marisol Vega')).toContainText('admin')
  await expect(page.getByRole('button', { name: 'Add User' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Actions for/ })).toHaveCount(0)
  await page.goto('/portal/audit')
  await expect(page.getByText('Only admins can see the audit trail.')).toBeVisible()
})

test('an admin adds a chapter and switches to it immediately', async ({ page }) => {
  const name = 'Maple Street Band'
  const address = `band.${sevenDigits()}@example.org`
  // If Maple had chapters, its admin's first organization would be different.
  await openAsNewAdministrator(page, 'parent', '/portal/chapters')
  await page.getByRole('button', { name: 'Add Chapter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Chapter' })
  await dialog.getByRole('button', { name: 'Add Chapter' }).click()
  await expect(dialog.getByText('Chapter name is required')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Chapter name' }).fill(name)
  await dialog.getByRole('textbox', { name: 'Email' }).fill(address)
  await dialog.getByRole('button', { name: 'Add Chapter' }).click()
  await expect(toast(page, 'Chapter added successfully')).toBeVisible()
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await expect(page.getByRole('button', { name: /^Organization:/ })).toContainText(name)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  // On Mondays the weekly summary is also sent.
  const invited = async () => (await mailsTo(address)).filter(({ subject }) => subject?.startsWith('You’re invited'))
  await expect.poll(async () => (await invited()).length).toBe(1)
})

test('an admin with an API key is removed, and another admin takes over the key', async ({ page }) => {
  const [jona, kim] = [await registerAdministrator('Jona'), await registerAdministrator('Kim')]
  const own = await callerAs(jona, password)
  const body = { org_id: own.organizationId, email: kim, level: 'admin' as const }
  await own.call(members.setPermission, { body }, own)
  const maker = await callerAs(kim, password)
  const params = { id: own.organizationId }
  await maker.call(apiKeys.createApiKey, { params, body: { name: 'CRM sync' } }, maker)
  await openSignedIn(page, jona, usersTab, password)
  await chooseAction(page, 'Kim', 'Remove User')
  const dialog = page.getByRole('dialog', { name: 'Remove Kim?' })
  await expect(dialog.getByText('CRM sync')).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'Transfer to someone else' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Remove User' }).click()
  await expect(toast(page, 'User removed successfully')).toBeVisible()
  const { users } = await own.call(members.listMembers, { params }, own)
  expect(users.map(({ name }) => name)).toEqual(['Jona'])
  const { api_keys } = await own.call(apiKeys.listApiKeys, { params }, own)
  expect(api_keys.map(({ name }) => name)).toEqual(['CRM sync'])
})

test('an admin with an API key becomes a reader, and the key is revoked', async ({ page }) => {
  const [jona, kim] = [await registerAdministrator('Jona'), await registerAdministrator('Kim')]
  const own = await callerAs(jona, password)
  const body = { org_id: own.organizationId, email: kim, level: 'admin' as const }
  await own.call(members.setPermission, { body }, own)
  const maker = await callerAs(kim, password)
  const params = { id: own.organizationId }
  await maker.call(apiKeys.createApiKey, { params, body: { name: 'CRM sync' } }, maker)
  await openSignedIn(page, jona, usersTab, password)
  await chooseAction(page, 'Kim', 'Edit User')
  const edit = page.getByRole('dialog', { name: 'Edit User' })
  await edit.getByRole('radio', { name: 'Read' }).click()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Kim to read access?' })
  await expect(dialog.getByText('CRM sync')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Revoke them' }).click()
  await dialog.getByRole('button', { name: 'Change Access' }).click()
  await expect(toast(page, 'User updated successfully')).toBeVisible()
  const { users } = await own.call(members.listMembers, { params }, own)
  expect(users.map(({ name, level }) => [name, level])).toEqual([
    ['Jona', 'admin'],
    ['Kim', 'read'],
  ])
  expect((await own.call(apiKeys.listApiKeys, { params }, own)).api_keys).toEqual([])
})

test('a chapter leaves and rejoins after its own admin agrees', async ({ page }) => {
  const name = 'Maple Choir'
  const admin = await registerAdministrator('Jona')
  const parent = await callerAs(admin, password)
  const params = { id: parent.organizationId }
  await parent.call(chapters.createChapter, { params, body: { name, email: admin } }, parent)
  await openSignedIn(page, admin, '/portal/chapters', password)
  await workIn(page, 'Trust of Jona')
  await chooseAction(page, name, 'Release chapter')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(toast(page, `${name} is no longer a chapter`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Open ${name}` })).toHaveCount(0)

  await page.getByRole('button', { name: 'Invite an organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite an organization' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('Enter its ID, EIN or the email address of one of its admins')).toBeVisible()
  await dialog.getByRole('textbox').fill(admin)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(toast(page, 'Request sent')).toBeVisible()
  await expect(row(page, admin).filter({ hasText: 'Waiting for a reply' })).toBeVisible()
  const subjects = async () => (await mailsTo(admin)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain(`Would ${name} like to become a chapter?`)

  await page.goto('/portal/')
  await workIn(page, name)
  await page.getByRole('link', { name: 'See the request' }).click()
  await expect(page.getByRole('heading', { name: 'Trust of Jona invites you to become its chapter' })).toBeVisible()
  const otherTab = await page.context().newPage()
  await otherTab.goto('/portal/chapters')
  await expect(otherTab.getByRole('button', { name: 'Become a chapter' })).toBeVisible()
  await page.getByRole('button', { name: 'Become a chapter' }).click()
  await expect(toast(page, 'You are now a chapter of Trust of Jona')).toBeVisible()
  await otherTab.getByRole('button', { name: 'Become a chapter' }).click()
  await expect(toast(otherTab, 'This request is no longer open.')).toBeVisible()
  await expect(otherTab.getByRole('button', { name: 'Become a chapter' })).toHaveCount(0)
  await otherTab.close()
  await expect(page.getByRole('button', { name: 'Leave Trust of Jona' })).toBeVisible()
  await workIn(page, 'Trust of Jona')
  await expect(page.getByRole('button', { name: `Open ${name}` })).toBeVisible()
  await page.goto('/portal/audit?subject=chapter')
  await expect(page.getByText(`Jona accepted ${name} as a chapter.`)).toBeVisible()
})

test('a chapter with its parent’s name is distinguishable in choices and lists', async ({ page }) => {
  const admin = await registerAdministrator('Lena')
  const parent = await callerAs(admin, password)
  const params = { id: parent.organizationId }
  const number = sevenDigits()
  const add = async (name: string, city: string) => {
    const body = { name, city, state: 'IL' }
    const { chapter } = await parent.call(chapters.createChapter, { params, body }, parent)
    const gift = {
      ...{ donor_name: `Donor of ${city}`, amount: 20, donated_at: dayOfAddedGifts() },
      transaction_id: `${city}-${number}`,
    }
    await parent.call(donationChanges.createDonation, { params: { id: chapter.id }, body: gift }, parent)
    return chapter.id
  }
  const namesake = await add('Trust of Lena', 'Cairo')
  await add('Lincoln Choir', 'Peoria')
  const recipients = ['Lincoln Choir', 'Trust of Lena (Cairo, IL)']

  await openSignedIn(page, admin, `/portal/donations?dates=any&org=${namesake}`, password)
  await workIn(page, recipients[1] ?? '')
  await workIn(page, 'Trust of Lena (Springfield)')
  await page.goto(`/portal/donations?dates=any&org=${namesake}`)
  await expect(page.getByText(`Organization: ${recipients[1]}`)).toBeVisible()
  await page.goto('/portal/donations?dates=any')
  await expect(page.getByRole('row', { name: /Donor of Cairo/ })).toContainText(recipients[1] ?? '')
  await expect(page.getByRole('row', { name: /Donor of Peoria/ })).toContainText(recipients[0] ?? '')
  await page.getByRole('button', { name: 'Add donation' }).click()
  await expect(page.getByRole('dialog').getByLabel('Received by').getByRole('option')).toHaveText([
    'Trust of Lena',
    ...recipients,
  ])

  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Search donors, matches' })
  await menu.getByRole('combobox').fill('donor of')
  for (const name of recipients) await expect(menu.getByRole('option').filter({ hasText: name })).toHaveCount(1)
  await page.keyboard.press('Escape')

  const lines = ['Cairo', 'Peoria'].map((city) => ({ amount: '20', note: `ref ${city}-${number}` }))
  const check = { payer: 'Wobblefish Foundation', reference: number, paid_on: dayOfAddedGifts(), lines }
  await parent.call(payouts.addCheck, { params, body: check }, parent)
  const [payout] = (await parent.call(payouts.listPayouts, { params }, parent)).payouts
  await page.goto(linkTo(screens.payout, { payoutId: payout?.id ?? 0 }))
  const table = page.getByRole('table', { name: 'Lines of this payout' })
  for (const name of recipients) {
    await expect(page.getByRole('term').filter({ hasText: name })).toBeVisible()
    await expect(table.getByRole('row', { name: /Match \d/ }).filter({ hasText: name })).toHaveCount(1)
  }

  await page.goto('/portal/')
  await workIn(page, recipients[1] ?? '')
  await page.goto('/portal/organization-details')
  await page.getByLabel(/^Name/).fill('lincoln  choir.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('link', { name: chapters.chapterMessages.nameTaken })).toBeVisible()
  await expect(page.getByText('Someone else saved')).toHaveCount(0)
})

test('one click identifies an employer; Undo reverts it before it takes effect, and afterwards it counts', async ({
  page,
}) => {
  const number = sevenDigits()
  const company = `Wobblefish ${number}`
  const employer = `${company} Widgets`
  const writer = await callerAs('writer@riverbend.example')
  const gift = { id: `review ${number}`, daysAgo: 2, name: 'Robin Review', email: `robin.${number}@example.org` }
  await uploadGifts(writer, [{ ...gift, amount: '$60.00', employer }])
  // The list of recent resolutions also contains employer names.
  const inQueue = page.locator('[data-row]').filter({ hasText: employer })
  await openSignedIn(page, 'super@twofold.example', '/portal/review')
  await expect(page.getByText('as support.')).toHaveCount(0)
  await expect(inQueue).toBeVisible()
  // Key listeners become active shortly after the row renders.
  const first = page.locator('[data-row]').first().getByRole('button').first()
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowDown')
      return first.evaluate((button) => button === document.activeElement)
    })
    .toBe(true)
  const resolve = async () => {
    await inQueue.getByRole('button', { name: /company…/ }).click()
    const dialog = page.getByRole('dialog', { name: `Who is “${employer}”?` })
    await dialog.getByRole('combobox').fill(company)
    await dialog.getByRole('option', { name: /Other/ }).click()
    await dialog.getByRole('button', { name: 'Add this company' }).click()
    const sending = page.getByRole('dialog', { name: `“${employer}” is ${company}?` })
    await expect(sending.getByText('1 donor email will go out', { exact: false })).toBeVisible()
    await sending.getByRole('button', { name: 'Assign this company' }).click()
    await expect(toast(page, `“${employer}” is ${company}`)).toBeVisible()
  }
  await resolve()
  await page.locator('[data-toast-viewport]').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, `“${employer}” is back in the queue`)).toBeVisible()
  // On a slow machine the work may have started already. The gift waits until the rollback ends.
  await expect(page.getByText(`“${employer}” is ${company}: undone`, { exact: false })).toBeVisible()
  await resolve()
  await expect(page.getByText(`“${employer}” is ${company}: 1 gift rechecked`, { exact: false })).toBeVisible()
})

test('support access is visible, read-only until the admin allows changes, and recorded in the audit trail', async ({
  page,
}) => {
  const adminCaller = await callerAs('admin@riverbend.example')
  const ofSupport = { params: { id: adminCaller.organizationId }, query: { subject: 'support' } }
  const eventsBefore = (await adminCaller.call(audit.listAudit, ofSupport, adminCaller)).events
  await openSignedIn(page, 'super@twofold.example', '/portal/')
  const box = page.getByRole('combobox', { name: 'Organization' })
  await box.fill('riverb')
  await page.getByRole('option', { name: /^Riverbend Food Bank/ }).click()
  for (const path of ['/portal/', '/portal/donations', '/portal/companies', '/portal/billing']) {
    await page.goto(path)
    await expect(page.getByText('Acting in Riverbend Food Bank as support.')).toBeVisible()
  }
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 780 })
  await expect(page.getByText('Acting in Riverbend Food Bank as support. View only.')).toBeVisible()
  if (size) await page.setViewportSize(size)
  await page.goto(usersTab)
  await expect(page.getByText('admin@riverbend.example')).toBeVisible()
  const add = page.getByRole('button', { name: 'Add User' })
  await expect(add).toHaveCount(0)
  await page.goto('/portal/organization-details?tab=contact')
  await expect(page.getByRole('textbox', { name: /phone/i }).first()).not.toBeEditable()
  await page.getByRole('button', { name: 'Allow changes' }).click()
  await expect(page.getByText(/You can make changes until \d/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: /phone/i }).first()).toBeEditable()
  await page.goto(usersTab)
  await add.click()
  const adding = page.getByRole('dialog', { name: 'Add User' })
  await adding.getByRole('textbox', { name: 'Email' }).fill('admin@riverbend.example')
  await adding.getByRole('button', { name: 'Add User' }).click()
  await expect(adding.getByText('This person is already on your team', { exact: false })).toBeVisible()

  await openSignedIn(page, 'admin@riverbend.example', '/portal/audit')
  await expect(page.getByText('Sam Oduya (Twofold support) opened the organization to help.').first()).toBeVisible()
  await page.goto('/portal/audit?subject=support')
  await expect(page.getByText('Sam Oduya (Twofold support) turned on changes here for half an hour.')).toHaveCount(
    eventsBefore.filter(({ action }) => action === 'allowed').length + 1,
  )
})

test('a failed organization search falls back to recently opened ones', async ({ page }) => {
  await openSignedIn(page, 'super@twofold.example', '/portal/')
  const box = page.getByRole('combobox', { name: 'Organization' })
  let requestCount = 0
  await page.route('**/api/search/organization**', async (route) => {
    requestCount += 1
    await route.continue()
  })
  await box.fill('m')
  await expect(page.getByText('Type at least 2 characters').first()).toBeVisible()
  await box.fill('maple')
  await page.getByRole('option', { name: /^Maple Street PTA/ }).click()
  await expect(page.getByText('Acting in Maple Street PTA as support.')).toBeVisible()
  expect(requestCount).toBe(1)
  await page.route('**/api/search/organization**', (route) =>
    route.fulfill({ status: 429, json: { error: 'too_many_requests', message: 'Slowly.', request_id: 'x' } }),
  )
  await box.fill('street')
  await expect(page.getByRole('option', { name: /^Maple Street PTA/ })).toBeVisible()
})
