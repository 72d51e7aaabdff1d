import { type audit, documents } from '@twofold/contract'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import {
  deleteIfUnreferenced,
  markFileReferenced,
  markFileUnreferenced,
  storeFile,
} from '../../../platform/files/stored-files.ts'
import type { Caller } from '../../../platform/http/serve.ts'
import { notFound, orNotFound } from '../../../platform/runtime/errors.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, writeAudit } from '../../core/audit/index.ts'
import { lockOrganization } from '../../core/organizations/index.ts'
import {
  countDocuments,
  deleteDocumentRow,
  findDocument,
  findLogo,
  insertDocument,
  type NewDocument,
  replaceDocument,
  type StoredDocument,
  updateLogo,
} from './documents.queries.ts'
import type { UploadedDocument } from './read-file-form.ts'
import { refuseFile, type ValidatedFile, validateDocument, validateLogo } from './validate-file.ts'

export type DocumentContext = AuditContext & {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly caller: Caller
}

export const logoName = (key: string, { extension }: ValidatedFile): string => `${key}.${extension}`
const keyOfLogo = (name: string): string => name.slice(0, name.lastIndexOf('.'))

export async function saveLogo(call: DocumentContext, file: UploadedDocument): Promise<void> {
  const validated = await validateLogo(file.bytes)
  await replaceFile(call, validated, async (db, key) => {
    const before = await findLogo(db, call.tenant.organizationId)
    await updateLogo(db, call.tenant.organizationId, logoName(key, validated))
    await writeDocumentAudit(db, call, before ? 'replaced' : 'uploaded', 'logo', '', {}, { file: file.name })
    return before && keyOfLogo(before)
  })
}

export async function deleteLogo(call: DocumentContext): Promise<void> {
  await releaseFile(call, async (db) => {
    const before = await findLogo(db, call.tenant.organizationId)
    if (!before) return null
    await updateLogo(db, call.tenant.organizationId, null)
    await writeDocumentAudit(db, call, 'deleted', 'logo', '', {}, {})
    return keyOfLogo(before)
  })
}

/** @throws Refusal if there are five already */
export async function saveDocument(
  call: DocumentContext,
  file: UploadedDocument,
  fields: documents.UploadFields,
): Promise<void> {
  const letter = letterOf(fields)
  const validated = await validateDocument(file.bytes, letter !== null)
  const organizationId = call.tenant.organizationId
  await replaceFile(call, validated, async (db, key) => {
    const target = letter ?? fields.file_id
    const before = target === undefined ? null : await findDocument(db, organizationId, target)
    if (!before && typeof target === 'number') throw notFound()
    // A letter can also be replaced by its id, and must remain suitable for a packet.
    if (before && before.kind !== 'document' && letter === null) await validateDocument(file.bytes, true)
    const name = fields.name || before?.name || (letter ? letterNames[letter] : '')
    if (!name) throw refuseFile(documents.documentMessages.noName, 'name')
    const newDocument: NewDocument = {
      kind: before?.kind ?? letter ?? 'document',
      name,
      file_name: withExtension(file.name || name, validated),
      file_key: key,
      media_type: validated.mediaType,
      bytes: validated.bytes.length,
      sha256: digestOf(validated.bytes),
      userId: call.caller.user.id,
      now: call.platform.clock(),
    }
    const after = { name, file: newDocument.file_name }
    if (before) {
      await replaceDocument(db, organizationId, before.id, newDocument)
      await writeDocumentAudit(
        db,
        call,
        'replaced',
        before.kind,
        before.id,
        { name: before.name, file: before.file_name },
        after,
      )
      return before.file_key
    }
    if (
      newDocument.kind === 'document' &&
      (await countDocuments(db, organizationId)) >= documents.documentLimits.documents
    ) {
      throw refuseFile(documents.documentMessages.full)
    }
    const id = await insertDocument(db, organizationId, newDocument)
    await writeDocumentAudit(db, call, 'uploaded', newDocument.kind, id, {}, after)
    return null
  })
}

/** A PDF named `setup.exe` is served as `setup.exe.pdf`. */
const withExtension = (name: string, { extension }: ValidatedFile): string => {
  const extensions: readonly string[] = extension === 'jpg' ? ['jpg', 'jpeg'] : [extension]
  return extensions.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) ? name : `${name}.${extension}`
}

const letterNames = { w9: 'W-9', irs: 'IRS determination letter' } as const

const letterOf = ({ type, file_id }: documents.UploadFields): 'w9' | 'irs' | null => {
  if (type === 'w9' || type === 'irs') return type
  return file_id === 'w9' || file_id === 'irs' ? file_id : null
}

export async function deleteDocument(call: DocumentContext, id: number): Promise<void> {
  await releaseFile(call, async (db) => {
    const before = orNotFound(await findDocument(db, call.tenant.organizationId, id))
    await deleteDocumentRow(db, call.tenant.organizationId, id)
    await writeDocumentAudit(db, call, 'deleted', before.kind, id, { name: before.name, file: before.file_name }, {})
    return before.file_key
  })
}

/** `work` writes the row of the new file and returns the key that is no longer referenced. */
async function replaceFile(
  call: DocumentContext,
  validated: ValidatedFile,
  work: (db: Db, key: string) => Promise<string | null>,
): Promise<void> {
  await storeFile(call.platform, validated.bytes, (key) =>
    releaseFile(call, async (db) => {
      await markFileReferenced(db, key)
      return work(db, key)
    }),
  )
}

/** Concurrent uploads cannot exceed five documents. */
async function releaseFile(
  { platform, tenant }: DocumentContext,
  work: (db: Db) => Promise<string | null>,
): Promise<void> {
  const obsolete = await inTenant(platform.database, tenant, async (db) => {
    await lockOrganization(db, tenant.organizationId)
    const key = await work(db)
    if (key) await markFileUnreferenced(db, key)
    return key
  })
  if (!obsolete) return
  // The change is committed; the sweeper removes what cannot be removed now.
  await deleteIfUnreferenced(platform, obsolete).catch((error: Error) =>
    platform.log.warn({ problem: error.message }, 'unreferenced files were not deleted'),
  )
}

const writeDocumentAudit = (
  db: Db,
  call: DocumentContext,
  action: (typeof audit.auditActions.document)[number],
  subject: StoredDocument['kind'] | 'logo',
  subjectId: number | string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> =>
  writeAudit(db, call, { organizationId: call.tenant.organizationId, action, subject, subjectId, before, after })
