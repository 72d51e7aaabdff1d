import { companyForms } from '@twofold/contract'
import { acrossOrganizations, readOnly } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { renderPageImage } from '../../../platform/pdf/render-page-image.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { readFileForm } from '../documents/index.ts'
import { changePlacements, refusePlacementsOutsidePage, removeForm, replaceForm, restoreForm } from './change-form.ts'
import { fillForm, sampleValues } from './fill-form.ts'
import { findForm, listFormRevisions, type StoredForm } from './forms.queries.ts'

const { formMessages: messages } = companyForms

export const companyFormRoutes: ServedRoute[] = [
  serve(companyForms.getCompanyForm, ({ platform, params }) => responseOf(platform, params.companyId)),

  serve(companyForms.uploadCompanyForm, async (call) => {
    const { file } = await readFileForm(call.request)
    await replaceForm(call.platform, call.params.companyId, file, call)
    return responseOf(call.platform, call.params.companyId)
  }),

  serve(companyForms.saveFormPlacements, async (call) => {
    await changePlacements(call.platform, call.params.companyId, call.body.placements, call)
    return responseOf(call.platform, call.params.companyId)
  }),

  serve(companyForms.deleteCompanyForm, async (call) => {
    await removeForm(call, call.params.companyId)
    return responseOf(call.platform, call.params.companyId)
  }),

  serve(companyForms.restoreCompanyForm, async (call) => {
    await restoreForm(call, call.params.companyId, call.params.formerId)
    return responseOf(call.platform, call.params.companyId)
  }),

  serve(companyForms.showCompanyForm, async ({ platform, params, body }) => {
    const picture = orNotFound(
      await renderPageImage(await fillWithSamples(platform, params.companyId, body.placements), params.page),
    )
    return { image: `data:image/png;base64,${picture.toString('base64')}` }
  }),

  serve(companyForms.fillCompanyForm, async ({ platform, params, body, reply }) => {
    const filled = await fillWithSamples(platform, params.companyId, body.placements)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="form-with-sample-data.pdf"')
      .type('application/pdf')
      .send(Buffer.from(filled))
  }),
]

async function fillWithSamples(
  platform: Platform,
  companyId: number,
  placements: companyForms.Placement[],
): Promise<Uint8Array> {
  const form = await acrossOrganizations(readOnly(platform.database), (db) => findForm(db, companyId))
  if (!form) throw new Refusal('not_found', messages.noForm)
  refusePlacementsOutsidePage(form, placements)
  return fillForm(platform, { ...form, placements }, sampleValues, platform.clock())
}

type FormResponse = { readonly form: companyForms.CompanyForm | null; readonly former: companyForms.FormRevision[] }

const responseOf = (platform: Platform, companyId: number): Promise<FormResponse> =>
  acrossOrganizations(readOnly(platform.database), async (db) => ({
    form: present(await findForm(db, companyId)),
    former: await listFormRevisions(db, companyId),
  }))

const present = (form: StoredForm | null): companyForms.CompanyForm | null => {
  if (!form) return null
  const { file_key: _, sha256: _digest, ...publicForm } = form
  return publicForm
}
