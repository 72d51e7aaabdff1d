import { donations, listLayouts } from '@twofold/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/index.ts'

let app: TestApp
let org: number
let ada: string
let ben: string
let reader: string

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  org = await app.createOrganization()
  ada = await app.signIn(await app.createMember(org, 'write'))
  ben = await app.signIn(await app.createMember(org, 'write'))
  reader = await app.signIn(await app.createMember(org, 'read'))
})

describe('the columns', () => {
  const layoutOf = async (token: string) =>
    (await app.call(listLayouts.getListLayout, { params: { id: org } }, { token })).layout
  const keep = (body: object, token: string) =>
    app.call(listLayouts.saveListLayout, { params: { id: org }, body: body as never }, { token })

  test('are stored with their widths for each user and organization', async () => {
    expect(await layoutOf(reader)).toEqual({ columns: null, widths: {} })
    const layout = { columns: ['donor_name', 'payment_state', 'custom.table'], widths: { donor_name: 240 } }
    await keep(layout, reader)
    await keep({ ...layout, widths: { donor_name: 300 } }, reader)
    expect(await layoutOf(reader)).toEqual({ ...layout, widths: { donor_name: 300 } })
    expect(await layoutOf(ben)).toEqual({ columns: null, widths: {} })
    await keep({ columns: null, widths: {} }, reader)
    expect(await layoutOf(reader)).toEqual({ columns: null, widths: {} })
  })

  test('are limited to the width of a screen', async () => {
    const refused = await app.refusal(
      listLayouts.saveListLayout,
      { params: { id: org }, body: { columns: null, widths: { amount: 9_000 } } },
      { token: ada },
    )
    expect(refused.status).toBe(422)
  })

  test('are listed in every response of the list', async () => {
    await app.createDonation({ organization: org, deadline: '2026-07-01T04:00:00Z' })
    const query = { filters: {} }
    const { donations: rows } = await app.call(donations.listDonations, { params: { id: org }, query }, { token: ada })
    expect(rows).toMatchObject([{ payment_state: 'none', deadline_day: '2026-06-30' }])
  })
})
