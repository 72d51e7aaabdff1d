import { templates } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, differences, writeAudit } from '../../core/audit/index.ts'
import { customWordsOf, defaultWordsOf, languageOf } from '../../core/texts/index.ts'
import { presentVersion } from './present-template.ts'
import {
  type CustomTexts,
  findVersion,
  getLanguage,
  insertVersion,
  listStats,
  listVersions,
  lockTemplates,
  updateVersion,
  type VersionRow,
} from './templates.queries.ts'

const { templateMessages, versionNames, isTemplateId } = templates

type Call = AuditContext & {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly caller: { readonly user: { readonly id: number; readonly globalPermission: string | null } }
}
type TemplateInput = templates.WrittenTemplate

/**
 * @throws Refusal not_found, forbidden for the Default, conflict, invalid for a live version that cannot be rendered
 */
export async function saveTemplate(call: Call, id: number, input: TemplateInput): Promise<templates.Template> {
  if (isTemplateId(id)) return addVersion(call, id, input)
  return changeVersion(call, id, input.version, (row) => ({
    words: customWordsOf(row.template_id, languageOf(row.language), { ...getTexts(row), ...getInputTexts(input) }),
    live: input.live ?? row.live,
  }))
}

export const resetTemplate = (call: Call, id: number): Promise<templates.Template> => {
  if (isTemplateId(id)) throw new Refusal('forbidden', templateMessages.readOnly)
  return changeVersion(call, id, undefined, ({ live }) => ({ words: {}, live }))
}

/** A Default is always live, so a request that is not live creates a new version. */
async function addVersion(
  call: Call,
  templateId: templates.TemplateId,
  input: TemplateInput,
): Promise<templates.Template> {
  const { platform, tenant, caller } = call
  const { organizationId } = tenant
  if (input.organization_id !== organizationId || input.live !== false) {
    throw new Refusal('forbidden', templateMessages.readOnly)
  }
  return inTenant(platform.database, tenant, async (db) => {
    await lockTemplates(db, organizationId)
    const versions = await listVersions(db, organizationId, templateId)
    const name = versionNames.find((candidate) => versions.every((other) => other.name !== candidate))
    if (!name) throw new Refusal('conflict', templateMessages.tooMany)
    const words = customWordsOf(templateId, await getLanguage(db, organizationId), getInputTexts(input))
    const now = platform.clock()
    const id = await insertVersion(db, organizationId, {
      templateId,
      name,
      words,
      live: false,
      userId: caller.user.id,
      now,
    })
    const row = await getVersion(db, organizationId, id)
    await auditVersion(db, call, row, 'created', {})
    return presentVersion(row, [])
  })
}

type VersionState = { readonly words: CustomTexts; readonly live: boolean }

async function changeVersion(
  call: Call,
  id: number,
  readVersion: number | undefined,
  computeNext: (row: VersionRow) => VersionState,
): Promise<templates.Template> {
  const { platform, tenant, caller } = call
  const { organizationId } = tenant
  return inTenant(platform.database, tenant, async (db) => {
    await lockTemplates(db, organizationId)
    const row = await getVersion(db, organizationId, id)
    const stats = await listStats(db, organizationId, row.template_id)
    if (readVersion !== undefined && readVersion !== row.version) {
      throw new Refusal('conflict', templateMessages.lost, { current: presentVersion(row, stats) })
    }
    const nextState = computeNext(row)
    if (nextState.live) requireRenderable(row, nextState.words)
    await updateVersion(db, row, { ...nextState, userId: caller.user.id, now: platform.clock() })
    const after = await getVersion(db, organizationId, id)
    const action = row.live === after.live ? 'changed' : after.live ? 'turned on' : 'turned off'
    await auditVersion(db, call, row, action, differences(getTexts(row), getTexts(after)))
    return presentVersion(after, stats)
  })
}

function requireRenderable({ template_id, live }: VersionRow, words: CustomTexts): void {
  const fields = templates.findLiveProblems(template_id, words)
  if (Object.keys(fields).length === 0) return
  throw new Refusal('invalid', live ? templateMessages.staysLive : templateMessages.notLive, { fields })
}

export async function getVersion(db: Db, organizationId: number, id: number): Promise<VersionRow> {
  return orNotFound(await findVersion(db, organizationId, id))
}

const getTexts = ({ template_id, language, words }: VersionRow): templates.TemplateTexts => ({
  ...defaultWordsOf(template_id, languageOf(language)),
  ...words,
})

const getInputTexts = (input: TemplateInput): CustomTexts =>
  Object.fromEntries(
    templates.templateFields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])),
  )

type AuditValues = { readonly before?: Record<string, unknown>; readonly after?: Record<string, unknown> }

function auditVersion(
  db: Db,
  call: Call,
  row: VersionRow,
  action: 'created' | 'changed' | 'turned on' | 'turned off',
  { before = {}, after = {} }: AuditValues,
): Promise<void> {
  return writeAudit(db, call, {
    organizationId: row.organization_id,
    action,
    subject: 'template',
    subjectId: row.id,
    before,
    after: { name: `${templates.templateNames[row.template_id]}, version ${row.name}`, ...after },
  })
}
