import { companyForms, documents } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { createDirectory } from '../../core/companies/index.ts'
import { recordDonation } from '../../email/notifications/record-donation.testing.ts'
import { applyTimeTransitions } from '../../matches/matches/index.ts'
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

test('cleans a form, finds and places its fields, shows it filled in, changes it and removes it', async () => {
  const [company] = await app.query<{ id: number }>("SELECT id::int FROM companies WHERE name = 'Paperwork Co'")
  const params = { companyId: company?.id ?? 0 }
  const gift = await recordDonation(app, await app.createOrganization(), {
    email: 'form@example.org',
    employer: 'Paperwork Co',
  })
  expect(gift.statusId).toBe(9)
  expect(await app.call(companyForms.getCompanyForm, { params }, { token })).toEqual({ form: null, former: [] })

  const bytes = await drawTestForm(['donor name', 'gift amount', 'favourite colour'])
  expect(bytes.includes('canary.example')).toBe(true)
  const { form } = await app.call(companyForms.uploadCompanyForm, { params, form: formOf(bytes) }, { token })
  expect(form?.fields.map(({ name }) => name)).toEqual(['donor name', 'gift amount', 'favourite colour'])
  expect(form?.placements).toMatchObject([
    { source: 'donor_name', page: 1, x: 72, y: 100, width: 300, height: 20 },
    { source: 'gift_amount', page: 1, y: 130 },
  ])
  const [row] = await app.query<{ file_key: string }>('SELECT file_key FROM company_forms')
  expect((await app.platform.files.read(row?.file_key ?? '')).includes('canary.example')).toBe(false)
  app.clock.advance({ seconds: 60 })
  await applyTimeTransitions(app.platform, createDirectory(app.platform))
  expect(await app.query('SELECT status_id FROM donations WHERE id = $1', [gift.id])).toEqual([{ status_id: 25 }])

  const place = { source: 'employee_id', page: 1, x: 80, y: 300, width: 100, height: 16, size: 10 } as const
  const placed = await app.call(companyForms.saveFormPlacements, { params, body: { placements: [place] } }, { token })
  expect(placed.form?.placements).toEqual([place])
  const outside = { ...place, page: 2 }
  const refused = await app.refusal(
    companyForms.saveFormPlacements,
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
  expect(kept.former).toMatchObject([{ name: 'form.pdf', places: 1, ended_by: 'Sam Support' }])
  const aside = await app.call(companyForms.deleteCompanyForm, { params }, { token })
  expect([aside.form, aside.former.map(({ name }) => name)]).toEqual([null, ['newer.pdf', 'form.pdf']])
  const formerId = aside.former[1]?.id ?? 0
  const again = await app.call(companyForms.restoreCompanyForm, { params: { ...params, formerId } }, { token })
  expect([again.form?.name, again.form?.placements]).toEqual(['form.pdf', [place]])
  expect(again.former.map(({ name }) => name)).toEqual(['newer.pdf'])
  const filled = await app.sendRoute(companyForms.fillCompanyForm, { params, body: { placements: [place] } }, { token })
  const pdf = Buffer.from(await filled.arrayBuffer())
  expect([filled.headers.get('content-type'), pdf.subarray(0, 5).toString()]).toEqual(['application/pdf', '%PDF-'])
  const auditTrail = await app.query(
    "SELECT changes->0->>'to' AS to FROM directory_changes WHERE kind = 'form' ORDER BY id",
  )
  expect(auditTrail).toEqual(['form.pdf', '1 places', 'newer.pdf', '', 'form.pdf'].map((to) => ({ to })))
})

test('refuses an invalid, unreadable or scripted PDF and an unknown company with an explanation', async () => {
  const [company] = await app.query<{ id: number }>("SELECT id::int FROM companies WHERE name = 'Paperwork Co'")
  const params = { companyId: company?.id ?? 0 }
  const send = (text: string) =>
    app.refusal(companyForms.uploadCompanyForm, { params, form: formOf(Buffer.from(text)) }, { token })
  expect((await send('hello')).message).toBe(companyForms.formMessages.kind)
  expect((await send('%PDF-1.7 and nothing')).message).toBe(companyForms.formMessages.unreadable)
  const scripted = { params, form: formOf(await drawTestForm(['donor name'], 'app.alert(1)')) }
  const refused = await app.refusal(companyForms.uploadCompanyForm, scripted, { token })
  expect([refused.status, refused.message]).toEqual([422, documents.documentMessages.active])
  const nowhere = { params: { companyId: 999_999 }, form: formOf(await drawTestForm(['x'])) }
  expect((await app.refusal(companyForms.uploadCompanyForm, nowhere, { token })).status).toBe(404)
  const writer = await app.signIn(await app.createMember(await app.createOrganization(), 'admin'))
  expect((await app.refusal(companyForms.getCompanyForm, { params }, { token: writer })).status).toBe(403)
})

test('keeps an archived form with its file until twenty newer ones exist', async () => {
  const params = { companyId: await app.createCompany({ policy: { method: 'form', ratio: '1:1' } }) }
  const bytes = await drawTestForm(['donor name'])
  for (let count = 0; count < companyForms.formLimits.former + 2; count++) {
    await app.call(companyForms.uploadCompanyForm, { params, form: formOf(bytes, `form-${count}.pdf`) }, { token })
  }
  const { form, former } = await app.call(companyForms.getCompanyForm, { params }, { token })
  expect([form?.name, former.length, former.at(-1)?.name]).toEqual(['form-21.pdf', 20, 'form-1.pdf'])
  const kept = await app.query<{ file_key: string }>(
    'SELECT file_key FROM former_company_forms WHERE company_id = $1 UNION ALL SELECT file_key FROM company_forms WHERE company_id = $1',
    [params.companyId],
  )
  for (const { file_key } of kept) expect((await app.platform.files.read(file_key)).length).toBeGreaterThan(100)
  const gone = { params: { ...params, formerId: 999_999 } }
  const refused = await app.refusal(companyForms.restoreCompanyForm, gone, { token })
  expect(refused.message).toBe(companyForms.formMessages.noFormer)
  expect((await app.call(companyForms.getCompanyForm, { params }, { token })).form?.name).toBe('form-21.pdf')
})

test('a form can change while gifts of its company are evaluated, which lock the company’s key', async () => {
  const params = { companyId: await app.createCompany({ policy: { method: 'form', ratio: '1:1' } }) }
  const evaluating = await app.platform.database.pool.connect()
  try {
    await evaluating.query('BEGIN')
    await evaluating.query('SELECT FROM companies WHERE id = $1 FOR KEY SHARE', [params.companyId])
    const form = formOf(await drawTestForm(['donor name']))
    expect((await app.call(companyForms.uploadCompanyForm, { params, form }, { token })).form?.name).toBe('form.pdf')
    expect((await app.call(companyForms.deleteCompanyForm, { params }, { token })).form).toBeNull()
  } finally {
    await evaluating.query('ROLLBACK')
    evaluating.release()
  }
})
