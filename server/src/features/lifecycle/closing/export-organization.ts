import { once } from 'node:events'
import { Writable } from 'node:stream'
import { closing } from '@twofold/contract'
import { stringify } from 'csv-stringify/sync'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { copyOut } from '../../../platform/database/copy-out.ts'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { formulaGuard, formulaGuardOptions } from '../../../platform/security/formula-guard.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { issueTicket } from '../../core/users/index.ts'
import { readSignedFile } from '../../forms/signatures/index.ts'
import type { ClosingContext } from './close-organization.ts'
import { type ExportPart, exportParts } from './export-parts.queries.ts'
import { listSignedFiles, type SignedFile } from './own-data.queries.ts'

export const exportPurpose = 'organization-export'

export async function requestExport(call: ClosingContext): Promise<string> {
  const { platform, tenant, caller } = call
  const { organizationId } = tenant
  await inTenant(platform.database, tenant, (db) =>
    writeAudit(db, call, { organizationId, action: 'exported', subject: 'organization', subjectId: organizationId }),
  )
  const ticket = await issueTicket(platform, tenant, { caller, purpose: exportPurpose, parameters: {} })
  return `${closing.downloadOrganization.path}?ticket=${ticket}`
}

// A slower reader is considered stuck.
const timeoutMs = 15 * 60_000
// Without it, Excel reads the file in the code page of its machine.
const byteOrderMark = '\uFEFF'

/** A consistent snapshot: a ZIP of tables, streamed row by row. */
export async function writeExport(
  platform: Pick<Platform, 'database' | 'files' | 'log'>,
  tenant: Tenant,
  output: NodeJS.WritableStream & Writable,
): Promise<void> {
  const parts = exportParts(tenant)
  const archive = openArchive(output)
  await inTenant(
    platform.database.copying,
    tenant,
    async (db, client) => {
      const readme = archive.begin('README.txt')
      await readme.write(strToU8(describe(parts)))
      readme.end()
      for (const { file, headings, rows } of parts) {
        const entry = archive.begin(file)
        await entry.write(strToU8(byteOrderMark + stringify([headings.map(({ name }) => name)], formulaGuardOptions)))
        const entryOutput = new Writable({
          write: (chunk: Buffer, _encoding, done) => void entry.write(chunk).then(() => done(), done),
        })
        await copyOut(client, rows, { through: [formulaGuard(headings.map(() => 'text'))], output: entryOutput })
        entry.end()
      }
      await writeSignedForms(platform, { db, tenant, archive })
    },
    { readOnly: true, snapshot: true, timeoutMs },
  )
  archive.end()
}

const formBatchSize = 200

type ExportTarget = { readonly db: Db; readonly tenant: Tenant; readonly archive: ReturnType<typeof openArchive> }

/** A note replaces a form that is missing or changed in the store. */
async function writeSignedForms(
  platform: Pick<Platform, 'files' | 'log'>,
  { db, tenant, archive }: ExportTarget,
): Promise<void> {
  let after: SignedFile | undefined
  do {
    const forms = await listSignedFiles(db, tenant.family, after, formBatchSize)
    for (const { donation_id, former_id, file_key, sha256 } of forms) {
      const bytes = await readSignedFile(platform, file_key, sha256).catch((error: unknown) => {
        if (error instanceof Refusal) return error.message
        throw error
      })
      const isLost = typeof bytes === 'string'
      const name = former_id === 0 ? donation_id : `former/${donation_id}-${former_id}`
      const entry = archive.begin(`signed-forms/${name}${isLost ? '.txt' : '.pdf'}`)
      await entry.write(isLost ? strToU8(bytes) : bytes)
      entry.end()
    }
    after = forms.length === formBatchSize ? forms.at(-1) : undefined
  } while (after)
}

/** Files are written sequentially, at the speed of the reader. */
function openArchive(output: NodeJS.WritableStream & Writable) {
  let isFull = false
  const zip = new Zip((error, bytes, isLast) => {
    if (error) output.destroy(error)
    else isFull = !output.write(bytes)
    if (isLast) output.end()
  })
  const waitForDrain = async (): Promise<void> => {
    if (output.destroyed) throw new Error('the reader of the export went away')
    if (!isFull) return
    const gone = new AbortController()
    const onClose = (): void => gone.abort(new Error('the reader of the export went away'))
    output.once('close', onClose)
    try {
      await once(output, 'drain', { signal: gone.signal })
      isFull = false
    } finally {
      output.off('close', onClose)
    }
  }
  return {
    begin: (name: string) => {
      const entry = new ZipDeflate(name, { level: 6 })
      zip.add(entry)
      return {
        write: (bytes: Uint8Array): Promise<void> => {
          entry.push(bytes, false)
          return waitForDrain()
        },
        end: (): void => entry.push(new Uint8Array(), true),
      }
    },
    end: (): void => zip.end(),
  }
}

const describe = (parts: readonly ExportPart[]): string =>
  [
    'Everything Twofold keeps about your organization and its chapters, as tables for spreadsheets and databases.',
    'Text is UTF-8, times are UTC, and amounts are in the currency next to them. A cell that looks like a formula starts with an apostrophe.',
    'Files you uploaded (W-9, IRS letter, logo, documents) are in the portal under Organization, Files.',
    'Forms that donors signed here are in the folder signed-forms, named by match number. Replaced forms are in its folder former.',
    'The text of individual emails, private reports, and private views are only in the portal.',
    'API keys, webhook secrets, and passwords are never exported.',
    ...parts.map(({ file, about, headings }) =>
      [`\n${file}\n${about}`, ...headings.map((column) => `- ${column.name}: ${column.about}`)].join('\n'),
    ),
    '',
  ].join('\n')
