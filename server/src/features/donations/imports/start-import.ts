import { imports } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { markFileReferenced, storeFile } from '../../../platform/files/stored-files.ts'
import type { SaveResult } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type AuditContext, writeAudit } from '../../core/audit/index.ts'
import type { UploadedFile } from '../file-reading/index.ts'
import {
  type CheckedMap,
  checkMap,
  type FileReader,
  findRememberedMap,
  type Gift,
  organizationKey,
  rememberable,
  rememberMap,
} from '../file-reading/index.ts'
import type { OrganizationNames } from './find-organization.ts'
import { findImport, type ImportRow, saveNameMeanings } from './imports.queries.ts'
import { readerWorkFor, readingFor } from './pre-check-file.ts'
import type { ReadFileCache } from './read-file-cache.ts'
import { resolveOrganizationNames } from './resolve-organization-names.ts'
import { insertImport } from './write-import.queries.ts'

export const importQueue = 'imports'

type Starting = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly reader: FileReader
  readonly readAlready: ReadFileCache
  readonly by: AuditContext & {
    readonly caller: { readonly user: { readonly id: number } }
    readonly keepResult?: SaveResult
  }
}

/**
 * Reads the file once for problems of the whole, stores it, and queues the import. Refuses a map with the messages of
 * the spec. @throws FileRefused
 */
export async function startImport(
  { platform, tenant, reader, readAlready, by }: Starting,
  file: UploadedFile,
  fields: imports.UploadFields,
): Promise<ImportRow> {
  const { database, jobs } = platform
  const now = platform.clock()
  const { family, naming, submittedNames: said } = await resolveOrganizationNames({ platform, tenant }, fields)
  const organization = {
    hasChapters: family.length > 1,
    everyRow: naming.everyRow !== null,
    giftDate: fields.gift_date !== undefined,
  }
  const sheet = fields.sheet ?? null
  const dateOrder = fields.date_order ?? null
  // Conflicts and gaps only depend on the map; unknown columns are found after reading.
  const { map } = required(checkMap(fields.map, Object.keys(fields.map), organization))
  const remembered = await inTenant(database, tenant, (db) => findRememberedMap(db, tenant, Object.keys(fields.map)), {
    readOnly: true,
  })
  const answers = { ...remembered?.answers, ...fields.answers }
  const read = await reader.readGifts(
    { bytes: file.bytes },
    {
      ...readerWorkFor(tenant, file, sheet),
      map,
      options: {
        ...(dateOrder ? { dateOrder } : {}),
        ...(fields.gift_date ? { giftDate: fields.gift_date } : {}),
        leaveOutAttention: !fields.include_attention,
        ...(fields.corrections ? { corrections: fields.corrections } : {}),
        ...(fields.take_rows ? { takeRows: fields.take_rows } : {}),
        answers,
        ...readingFor(family, now),
      },
    },
  )
  const { table, result } = read
  const checked = required(checkMap(fields.map, table.headers, organization))
  return storeFile(platform, file.bytes, (fileKey) =>
    inTenant(database, tenant, async (db, client) => {
      await markFileReferenced(db, fileKey)
      const importId = await insertImport(db, tenant, {
        userId: by.caller.user.id,
        fileName: file.name,
        fileKey,
        options: {
          optIn: fields.opt_in,
          noCompany: fields.no_company,
          includeAttention: fields.include_attention,
          dateOrder,
          ...(fields.gift_date ? { giftDate: fields.gift_date } : {}),
          sheet,
          organizations: namesIn(result.gifts, naming),
          everyRow: naming.everyRow,
          news: [...(fields.news ?? imports.defaultGiftUpdateKinds)],
          ...(fields.corrections ? { corrections: fields.corrections } : {}),
          ...(fields.take_rows ? { takeRows: fields.take_rows } : {}),
          answers,
        },
        map: checked.map,
        headers: table.originalHeaders,
        rows: table.rowCount,
        now,
      })
      // Before the job can start. If the transaction fails, the entry expires unused.
      readAlready.keep(importId, read)
      await rememberMap(db, tenant, {
        headers: table.headers,
        map: checked.map,
        answers: rememberable(answers),
        userId: by.caller.user.id,
        now,
      })
      await saveNameMeanings(db, tenant, said, { userId: by.caller.user.id, now })
      await jobs.add(client, importQueue, { organizationId: tenant.organizationId, importId })
      await writeAudit(db, by, {
        organizationId: tenant.organizationId,
        action: 'uploaded',
        subject: 'import',
        subjectId: importId,
        after: { file: file.name, rows: table.rowCount },
      })
      const row = await findImport(db, tenant, importId, now)
      if (!row) throw new Error('the import was inserted and is gone')
      by.keepResult?.(importId)
      return row
    }),
  )
}

const namesIn = (gifts: readonly Gift[], { names }: OrganizationNames): Record<string, imports.OrganizationMapping> => {
  const keys = new Set(gifts.map(({ organizationName }) => organizationKey(organizationName)))
  return Object.fromEntries([...names].filter(([key]) => keys.has(key)))
}

function required(checked: CheckedMap) {
  if (checked.ok) return checked
  const { title, message, columns } = checked.problem
  const fields = Object.fromEntries(columns.map((column) => [`map.${column}`, message]))
  throw new Refusal('invalid', message, { title, fields: { map: message, ...fields } })
}
