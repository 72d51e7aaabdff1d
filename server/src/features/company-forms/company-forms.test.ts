import { companyForms } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/index.ts'
import { createDirectory } from '../companies/index.ts'
import { passTime } from '../matches/index.ts'
import { give } from '../notifications/give.testing.ts'
import { drawTestForm } from './form.testing.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  await app.createCompanies([{ name: 'Paperwork Co', policy: { method: 'form', ratio: '1:1' } }])
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Sam Support' }))
})
afterAll(() => app.stop())

const formOf = (bytes: Uint8Array, name = 'form.pdf') => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  return form
}

test('a form is cleaned, its fields are found and placed, it is shown filled in, changed, and taken away again', async () => {
  const [company] = await app.query<{ id: number }>("SELECT id::int FROM companies WHERE name = 'Paperwork Co'")
  const params = { companyId: company?.id ?? 0 }
  const gift = await give(app, await app.createOrganization(), { email: 'form@example.org', employer: 'Paperwork Co' })
  expect(gift.statusId).toBe(9)
  expect(await app.call(companyForms.getCompanyForm, { params }, { token })).toEqual({ form: null })

  const bytes = await drawTestForm(['donor name', 'gift amount', 'favourite colour'])
  expect(bytes.includes('JavaScript')).toBe(true)
  const { form } = await app.call(companyForms.uploadCompanyForm, { params, form: formOf(bytes) }, { token })
  expect(form?.fields.map(({ name }) => name)).toEqual(['donor name', 'gift amount', 'favourite colour'])
  expect(form?.placements).toMatchObject([
    { source: 'donor_name', page: 1, x: 72, y: 100, width: 300, height: 20 },
    { source: 'gift_amount', page: 1, y: 130 },
  ])
  const [row] = await app.query<{ file_key: string }>('SELECT file_key FROM company_forms')
  expect((await app.platform.files.read(row?.file_key ?? '')).includes('JavaScript')).toBe(false)
  app.clock.advance({ seconds: 60 })
  await passTime(app.platform, createDirectory(app.platform))
  expect(await app.query('SELECT status_id FROM donations WHERE id = $1', [gift.id])).toEqual([{ status_id: 25 }])

  const place = { source: 'employee_id', page: 1, x: 80, y: 300, width: 100, height: 16, size: 10 } as const
  const placed = await app.call(companyForms.placeCompanyForm, { params, body: { placements: [place] } }, { token })
  expect(placed.form?.placements).toEqual([place])
  const outside = { ...place, page: 2 }
  const refused = await app.refusal(
    companyForms.placeCompanyForm,
    { params, body: { placements: [outside] } },
    { token },
  )
  expect(refused.message).toBe(companyForms.formMessages.outside)
  const shown = await app.call(
    companyForms.showCompanyForm,
    { params: { ...params, page: 1 }, body: { placements: [place] } },
    { token },
  )
  expect(shown.image).toMatch(/^data:image\/png;base64,iVBOR/)
  await app.call(companyForms.uploadCompanyForm, { params, form: formOf(bytes, 'newer.pdf') }, { token })
  const kept = await app.call(companyForms.getCompanyForm, { params }, { token })
  expect(kept.form).toMatchObject({ name: 'newer.pdf', placements: [place] })
  expect(await app.call(companyForms.deleteCompanyForm, { params }, { token })).toEqual({ form: null })
  const trail = await app.query("SELECT changes->0->>'to' AS to FROM directory_changes WHERE kind = 'form' ORDER BY id")
  expect(trail).toEqual(['form.pdf', '1 places', 'newer.pdf', ''].map((to) => ({ to })))
})

test('what is no PDF, cannot be read, or is asked for at no company is refused with a sentence', async () => {
  const [company] = await app.query<{ id: number }>("SELECT id::int FROM companies WHERE name = 'Paperwork Co'")
  const params = { companyId: company?.id ?? 0 }
  const send = (text: string) =>
    app.refusal(companyForms.uploadCompanyForm, { params, form: formOf(Buffer.from(text)) }, { token })
  expect((await send('hello')).message).toBe(companyForms.formMessages.kind)
  expect((await send('%PDF-1.7 and nothing')).message).toBe(companyForms.formMessages.unreadable)
  const nowhere = { params: { companyId: 999_999 }, form: formOf(await drawTestForm(['x'])) }
  expect((await app.refusal(companyForms.uploadCompanyForm, nowhere, { token })).status).toBe(404)
  const writer = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
  expect((await app.refusal(companyForms.getCompanyForm, { params }, { token: writer })).status).toBe(403)
})
