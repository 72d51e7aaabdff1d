import { allRoutes, donationChanges, donations, isMutatingRoute, organizations } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const closings = [
  ['deactivated', { rule_deactivated: true }],
  ['cancelled', { cancelled_at: new Date('2026-06-01T00:00:00Z') }],
] as const

test.each(closings)('refuses every change in an organization that was %s, with an explanation', async (_, columns) => {
  const id = await app.createOrganization(columns)
  const admin = await app.createMember(id, 'admin')
  const token = await app.signIn(admin)
  const changing = allRoutes.filter(
    (route) =>
      route.scope === 'organization' &&
      route.access !== 'super' &&
      isMutatingRoute(route) &&
      route.whileClosed !== true,
  )
  expect(changing.length).toBeGreaterThan(20)
  for (const { name, method, path } of changing) {
    const address = path.replace('{id}', String(id)).replaceAll(/\{\w+\}/g, '1')
    const body = method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }
    const response = await app.send(method, address, { token, ...body })
    expect([name, response.status, await response.text()]).toEqual([
      name,
      403,
      expect.stringContaining(organizations.closedMessage),
    ])
  }
})

test('allows reading and downloads in a closed organization', async () => {
  const id = await app.createOrganization({ rule_deactivated: true })
  await app.createDonation({ organization: id, donor: 'Dana Donor' })
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const params = { id }
  expect((await app.call(organizations.getOrganization, { params }, { token })).rule_deactivated).toBe(true)
  const { url } = await app.call(donations.getDonationsCsvTicket, { params, query: {} }, { token })
  expect(await (await app.send('GET', url)).text()).toContain('Dana Donor')
})

test('refuses an action from a list after the organization was closed', async () => {
  const id = await app.createOrganization()
  const seen = await app.createDonation({ organization: id, status: 1 })
  const unseen = await app.createDonation({ organization: id, status: 1 })
  const token = await app.signIn(await app.createMember(id, 'write'))
  await app.call(donations.getDonation, { params: { id: seen } }, { token })
  const pressing = async (...ids: number[]) => {
    const body = { donation_ids: ids, status: 'no-charge' as const }
    const { status, message } = await app.refusal(donationChanges.confirmDonations, { body }, { token })
    return { status, message }
  }
  const refused = { status: 403, message: organizations.closedMessage }
  await app.query('UPDATE organizations SET rule_deactivated = true WHERE id = $1', [id])
  expect([await pressing(seen), await pressing(unseen), await pressing(seen, unseen)]).toEqual([
    refused,
    refused,
    refused,
  ])
})

test('returns 404 for an action from a list after the gift was deleted', async () => {
  const id = await app.createOrganization()
  const gift = await app.createDonation({ organization: id, status: 1 })
  const token = await app.signIn(await app.createMember(id, 'write'))
  await app.call(donations.getDonation, { params: { id: gift } }, { token })
  await app.query('UPDATE donations SET deleted_at = now() WHERE id = $1', [gift])
  const body = { donation_ids: [gift], status: 'no-charge' as const }
  expect((await app.refusal(donationChanges.confirmDonations, { body }, { token })).status).toBe(404)
})

test('a reopened organization accepts changes immediately', async () => {
  const id = await app.createOrganization({ rule_deactivated: true })
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const change = { params: { id }, body: { mission: 'Open again.' } }
  expect((await app.refusal(organizations.changeOrganization, change, { token })).status).toBe(403)
  await app.query('UPDATE organizations SET rule_deactivated = false WHERE id = $1', [id])
  expect((await app.call(organizations.changeOrganization, change, { token })).organization.mission).toBe('Open again.')
})
