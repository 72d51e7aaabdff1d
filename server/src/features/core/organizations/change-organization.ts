import { chapters, type organizations } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { levelRequired } from '../../../platform/http/authorize-request.ts'
import type { AccessLevel, Caller } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, differences, writeAudit } from '../audit/index.ts'
import { describeAdministrators } from './describe-administrators.ts'
import { type Change, changeOfField, setupQueue } from './evaluate-waiting.ts'
import { presentOrganization } from './present-organization.ts'
import {
  getOrganizationRow,
  hasChapterNamed,
  lockOrganization,
  type OrganizationRow,
  updateOrganization,
} from './profile.queries.ts'
import {
  columnsOf,
  type Field,
  fieldsOfLevel,
  givenValues,
  refuseInvalid,
  type Values,
  valuesOf,
} from './profile-fields.ts'

export type OrganizationChange = AuditContext & {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly caller: Caller
  readonly level: AccessLevel
}

/** Refuses fields that changed after the caller's `version`. @throws Refusal conflict, forbidden, invalid */
export async function changeOrganization(
  call: OrganizationChange,
  form: organizations.ChangedFields,
): Promise<organizations.Organization> {
  const { platform, tenant, level } = call
  const id = tenant.organizationId
  return inTenant(platform.database, tenant, async (db, client) => {
    const { changes, since } = await applyChange(db, call, form)
    if (changes.length > 0) await platform.jobs.add(client, setupQueue, { organizationId: id, changes, since })
    return presentOrganization(await getOrganizationRow(db, id), level, platform.clock())
  })
}

type AppliedChange = { readonly changes: readonly Change[]; readonly since: Date }

/** Returns the changes that require an evaluation. @throws Refusal as `changeOrganization` */
export async function applyChange(
  db: Db,
  call: OrganizationChange,
  form: organizations.ChangedFields,
): Promise<AppliedChange> {
  const { platform, tenant } = call
  const id = tenant.organizationId
  await lockOrganization(db, id)
  const row = await getOrganizationRow(db, id)
  const now = platform.clock()
  const different = differences(valuesOf(row), givenValues(form))
  const fields = Object.keys(different.after) as Field[]
  await refuseForbidden(db, call, givenValues(form))
  refuseInvalid(row, form)
  if (fields.length === 0) return { changes: [], since: now }
  refuseConflicts(row, form.version, fields)
  await refuseSiblingsName(db, row, different.after.name)
  const columns = columnsOf(platform, row, form, different.after)
  const isSetupCompleted = different.after['complete'] === true
  if (isSetupCompleted) columns['onboarded'] = row.onboarded ?? now
  const changes = [...new Set(fields.flatMap((field) => changeOfField[field] ?? []))]
  if (changes.length > 0) columns['reevaluation_started_at'] = now
  await updateOrganization(db, id, columns, fields)
  await writeAudit(db, call, {
    organizationId: id,
    action: 'changed',
    subject: 'organization',
    subjectId: id,
    ...different,
  })
  return { changes, since: now }
}

async function refuseForbidden(db: Db, { level, tenant }: OrganizationChange, values: Values): Promise<void> {
  const canChange = fieldsOfLevel(level)
  if ((Object.keys(values) as Field[]).every(canChange)) return
  throw levelRequired('admin', await describeAdministrators(db, tenant))
}

function refuseConflicts(row: OrganizationRow, version: number | undefined, fields: readonly Field[]): void {
  if (version === undefined) return
  const conflicting = fields.filter((field) => (row.field_versions[field] ?? 0) > version)
  if (conflicting.length === 0) return
  const values = valuesOf(row)
  throw new Refusal(
    'conflict',
    'Someone else saved this organization after you opened it. None of your changes were lost: review theirs and save again.',
    {
      fields: Object.fromEntries(
        conflicting.map((field) => [field, `Someone else saved: ${displayValue(values[field])}`]),
      ),
      current: { version: row.version, ...Object.fromEntries(conflicting.map((field) => [field, values[field]])) },
    },
  )
}

async function refuseSiblingsName(db: Db, { id, parent_id }: OrganizationRow, name: unknown): Promise<void> {
  if (parent_id === null || typeof name !== 'string') return
  if (!(await hasChapterNamed(db, parent_id, { name, exceptId: id }))) return
  const { nameTaken } = chapters.chapterMessages
  throw new Refusal('conflict', nameTaken, { fields: { name: nameTaken } })
}

const displayValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  return value === '' || value === null ? 'empty' : String(value)
}
