import { companyForms } from '@twofold/contract'
import { acrossOrganizations } from '../../platform/database/database.ts'
import { notFound, Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import { pagePicture } from '../../platform/paper/page-picture.ts'
import type { Platform } from '../../platform/platform.ts'
import { readFileForm } from '../documents/index.ts'
import { fillForm } from './fill-form.ts'
import { findForm, type StoredForm } from './forms.queries.ts'
import { keepForm, placeForm, refuseOutside, removeForm } from './keep-form.ts'
import { noteFormChange } from './note-change.ts'
import { sampleValues } from './sample-values.ts'

const { formMessages: say } = companyForms

export const companyFormRoutes: ServedRoute[] = [
  serve(companyForms.getCompanyForm, ({ platform, params }) => answerOf(platform, params.companyId)),

  serve(companyForms.uploadCompanyForm, async (call) => {
    const { companyId } = call.params
    const { file } = await readFileForm(call.request)
    await keepForm(call.platform, companyId, file, {
      userId: call.caller.user.id,
      write: (work, before) => noteFormChange(work, call, companyId, before?.name ?? '', file.name),
    })
    return answerOf(call.platform, companyId)
  }),

  serve(companyForms.placeCompanyForm, async (call) => {
    const { companyId } = call.params
    const { placements } = call.body
    await placeForm(call.platform, companyId, placements, (work, before) =>
      noteFormChange(work, call, companyId, `${before.placements.length} places`, `${placements.length} places`),
    )
    return answerOf(call.platform, companyId)
  }),

  serve(companyForms.deleteCompanyForm, async (call) => {
    const { companyId } = call.params
    await removeForm(call.platform, companyId, (work, before) => noteFormChange(work, call, companyId, before.name, ''))
    return answerOf(call.platform, companyId)
  }),

  serve(companyForms.showCompanyForm, async ({ platform, params, body }) => {
    const form = await acrossOrganizations(platform.database, (db) => findForm(db, params.companyId), {
      readOnly: true,
    })
    if (!form) throw new Refusal('not_found', say.noForm)
    refuseOutside(form, body.placements)
    const filled = await fillForm(platform, { ...form, placements: body.placements }, sampleValues, platform.clock())
    const picture = await pagePicture(filled, params.page)
    if (!picture) throw notFound()
    return { image: `data:image/png;base64,${picture.toString('base64')}` }
  }),
]

const answerOf = (platform: Platform, companyId: number): Promise<{ form: companyForms.CompanyForm | null }> =>
  acrossOrganizations(platform.database, async (db) => ({ form: present(await findForm(db, companyId)) }), {
    readOnly: true,
  })

const present = (form: StoredForm | null): companyForms.CompanyForm | null =>
  form && {
    company_id: form.company_id,
    name: form.name,
    uploaded_at: form.uploaded_at,
    pages: form.pages,
    fields: form.fields,
    placements: form.placements,
  }
