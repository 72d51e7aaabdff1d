import { companyForms } from '@twofold/contract'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { notFound, Refusal } from '../../../platform/errors.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { pagePicture } from '../../../platform/paper/page-picture.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readFileForm } from '../../documents/index.ts'
import { fillForm } from './fill-form.ts'
import { findForm, listFormers, type StoredForm } from './forms.queries.ts'
import { keepForm, placeForm, refuseOutside, removeForm, restoreForm } from './keep-form.ts'
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
    await removeForm(call.platform, companyId, {
      userId: call.caller.user.id,
      write: (work, before) => noteFormChange(work, call, companyId, before.name, ''),
    })
    return answerOf(call.platform, companyId)
  }),

  serve(companyForms.restoreCompanyForm, async (call) => {
    const { companyId, formerId } = call.params
    await restoreForm(call.platform, companyId, formerId, {
      userId: call.caller.user.id,
      write: (work, from, to) => noteFormChange(work, call, companyId, from, to),
    })
    return answerOf(call.platform, companyId)
  }),

  serve(companyForms.showCompanyForm, async ({ platform, params, body }) => {
    const picture = await pagePicture(await filledIn(platform, params.companyId, body.placements), params.page)
    if (!picture) throw notFound()
    return { image: `data:image/png;base64,${picture.toString('base64')}` }
  }),

  serve(companyForms.fillCompanyForm, async ({ platform, params, body, reply }) => {
    const filled = await filledIn(platform, params.companyId, body.placements)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="form-with-sample-data.pdf"')
      .type('application/pdf')
      .send(Buffer.from(filled))
  }),
]

async function filledIn(
  platform: Platform,
  companyId: number,
  placements: companyForms.Placement[],
): Promise<Uint8Array> {
  const form = await acrossOrganizations(platform.database, (db) => findForm(db, companyId), { readOnly: true })
  if (!form) throw new Refusal('not_found', say.noForm)
  refuseOutside(form, placements)
  return fillForm(platform, { ...form, placements }, sampleValues, platform.clock())
}

type Answer = { readonly form: companyForms.CompanyForm | null; readonly former: companyForms.FormerForm[] }

const answerOf = (platform: Platform, companyId: number): Promise<Answer> =>
  acrossOrganizations(
    platform.database,
    async (db) => ({ form: present(await findForm(db, companyId)), former: await listFormers(db, companyId) }),
    { readOnly: true },
  )

const present = (form: StoredForm | null): companyForms.CompanyForm | null =>
  form && {
    company_id: form.company_id,
    name: form.name,
    uploaded_at: form.uploaded_at,
    pages: form.pages,
    fields: form.fields,
    placements: form.placements,
  }
