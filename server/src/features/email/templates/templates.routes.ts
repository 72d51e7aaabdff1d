import { templates } from '@twofold/contract'
import { inTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import { defaultWordsOf, languageOf } from '../../core/texts/index.ts'
import { getVersion, resetTemplate, saveTemplate } from './change-template.ts'
import { presentDefault, presentVersion, sumStats } from './present-template.ts'
import {
  getLanguage,
  listLiveNames,
  listLiveVersions,
  listRevisions,
  listStats,
  listVersions,
} from './templates.queries.ts'

const { isTemplateId, templateIds, templateNames, defaultName } = templates

const readOnly = { readOnly: true, snapshot: true } as const

export const templateRoutes: ServedRoute[] = [
  serve(templates.getTemplateResults, async ({ platform, tenant }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const live = await listLiveNames(db, tenant.organizationId)
        const stats = await listStats(db, tenant.organizationId, null)
        return {
          templates: templateIds.map((id) => ({
            status_id: id,
            name: templateNames[id],
            live: [defaultName, ...live.filter((version) => version.template_id === id).map(({ name }) => name)],
            stats: sumStats(stats, id),
          })),
        }
      },
      readOnly,
    ),
  ),

  serve(templates.listTemplates, async ({ platform, tenant, params }) => {
    const { statusId } = params
    if (!isTemplateId(statusId)) throw notFound()
    return inTenant(
      platform.database,
      tenant,
      async (db) => {
        const rows = await listVersions(db, tenant.organizationId, statusId)
        const stats = await listStats(db, tenant.organizationId, statusId)
        const isOwn = rows.some(({ live }) => live)
        return {
          templates: [
            presentDefault(statusId, stats, await getLanguage(db, tenant.organizationId)),
            ...rows.map((row) => presentVersion(row, stats)),
          ],
          inherited: isOwn ? [] : (await listLiveVersions(db, tenant.organizationId, statusId)).map(({ name }) => name),
        }
      },
      readOnly,
    )
  }),

  serve(templates.getTemplate, async ({ platform, tenant, params }) => {
    const { templateId: id } = params
    const { organizationId } = tenant
    return inTenant(
      platform.database,
      tenant,
      async (db) => {
        if (isTemplateId(id)) {
          const stats = await listStats(db, organizationId, id)
          return { template: presentDefault(id, stats, await getLanguage(db, organizationId)) }
        }
        const row = await getVersion(db, organizationId, id)
        return { template: presentVersion(row, await listStats(db, organizationId, row.template_id)) }
      },
      readOnly,
    )
  }),

  serve(templates.saveTemplate, async (call) => ({
    template: await saveTemplate(call, call.params.templateId, call.body),
  })),

  serve(templates.resetTemplate, async (call) => ({ template: await resetTemplate(call, call.params.templateId) })),

  serve(templates.listTemplateRevisions, async ({ platform, tenant, params }) => {
    const { templateId: id } = params
    if (isTemplateId(id)) return { wordings: [] }
    return inTenant(
      platform.database,
      tenant,
      async (db) => {
        const { template_id, language } = await getVersion(db, tenant.organizationId, id)
        const rows = await listRevisions(db, tenant.organizationId, id)
        return {
          wordings: rows.map(({ words, written_at, ...row }) => ({
            ...row,
            written_at: written_at.toISOString(),
            texts: { ...defaultWordsOf(template_id, languageOf(language)), ...words },
          })),
        }
      },
      readOnly,
    )
  }),
]
