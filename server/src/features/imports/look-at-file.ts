import { type ColumnMap, imports, keyOfHeader, toUnits } from '@twofold/contract'
import { inTenant, type Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findKnownFacts, findKnownRows } from '../donations/index.ts'
import { dateExampleIn } from './date-example.ts'
import { companyIdsIn, type DonationsOfFile, donationsOfFile } from './donations-of-file.ts'
import { dayIn, unknownNames } from './family.ts'
import { listKnownCompanies, type OrganizationFacts } from './imports.queries.ts'
import { familyFor } from './naming.ts'
import { chosenNews, newsOfFile, presentNews, type RowNews } from './news.ts'
import { presentWarning } from './present-import.ts'
import type { UploadedFile } from './read-upload-form.ts'
import {
  checkMap,
  type DateOrder,
  type FileReader,
  FileRefused,
  type PreCheck,
  type ReadFile,
  type ReadOptions,
} from './reading/index.ts'

const problemsShown = 20

type Looking = { readonly platform: Platform; readonly tenant: Tenant; readonly reader: FileReader }

/**
 * The pre-check: proposes a map for a file and tells what an upload would do, with the map given or else the proposed one.
 * @throws FileRefused
 */
export async function lookAtFile(
  { platform, tenant, reader }: Looking,
  file: UploadedFile,
  fields: imports.TestFields,
): Promise<imports.TestAnswer> {
  const { family, naming } = await familyFor({ platform, tenant }, fields)
  const reading = readingFor(family, platform.clock())
  const work = workOn(tenant, file, fields.sheet ?? null)
  const hasChapters = family.length > 1
  const names = family.map(({ name }) => name)
  const named = family.flatMap(({ donationFields }) => donationFields.map(keyOfHeader))
  const organization = { hasChapters, names, fields: named }
  const found = await reader.preCheck({ bytes: file.bytes }, { ...work, today: reading.today, organization })
  const map = fields.map ?? found.proposal.map
  const checked = checkMap(map, found.table.headers, { hasChapters, everyRow: naming.everyRow !== null })
  const answer = presentFile(found, family, map)
  if (!checked.ok) return answer

  const suggested = found.description.suggestedDateOrder ?? 'mdy'
  const read = await readInEitherOrder(
    (options) => reader.readGifts({ bytes: file.bytes }, { ...work, map: checked.map, options }),
    { ...reading, leaveOutAttention: !fields.include_attention },
    fields.date_order ?? suggested,
  )
  const judged = await inTenant(
    platform.database,
    tenant,
    async (db) => {
      const companyIds = await listKnownCompanies(db, companyIdsIn(read.result))
      const rows = donationsOfFile(read.result, family, companyIds, naming)
      const facts = await findKnownFacts(db, [...rows.gifts, ...rows.setAside])
      return { rows, known: await findKnownRows(db, rows.gifts), news: newsOfFile(rows, facts) }
    },
    { readOnly: true },
  )
  return {
    ...answer,
    organization: { ...answer.organization, names: unknownNames(read.result.gifts, family, naming) },
    ...(fields.map ? { warnings: [...found.table.warnings, ...read.result.warnings].map(presentWarning) } : {}),
    date_order: read.isAmbiguous ? 'ambiguous' : read.result.dateOrder,
    suggested_date_order: read.isAmbiguous ? suggested : null,
    attention: read.result.attention.map(({ kind, count, sumCents }) => ({ kind, count, sum: toUnits(sumCents) })),
    review: reviewOf(read, judged, fields.news ?? imports.newsByDefault),
  }
}

/** Reads a file as its dates say; where they leave the order of day and month open, in the order given. */
async function readInEitherOrder(
  read: (options: ReadOptions) => Promise<ReadFile>,
  options: ReadOptions,
  dateOrder: DateOrder,
): Promise<ReadFile & { readonly isAmbiguous: boolean }> {
  try {
    return { ...(await read(options)), isAmbiguous: false }
  } catch (error) {
    if (!(error instanceof FileRefused) || error.code !== 'ambiguous_date_order') throw error
    return { ...(await read({ ...options, dateOrder })), isAmbiguous: true }
  }
}

export const workOn = (tenant: Tenant, file: { readonly name: string }, sheet: string | null) => ({
  owner: tenant.organizationId,
  fileName: file.name,
  ...(sheet === null ? {} : { sheet }),
})

/** The day on the wall of the organization that uploads, which bounds two-digit and mistyped years, and its zone. */
export const readingFor = (family: readonly OrganizationFacts[], now: Date) => ({
  today: dayIn(headOf(family).timeZone, now),
  timeZone: headOf(family).timeZone,
})

function headOf(family: readonly OrganizationFacts[]): OrganizationFacts {
  const [head] = family
  if (!head) throw new Error('the organization was checked and is gone')
  return head
}

/** What is known of a file before any of its rows is judged. */
function presentFile(
  { table, proposal, description }: PreCheck,
  family: readonly OrganizationFacts[],
  map: Readonly<Record<string, string>> | ColumnMap,
): imports.TestAnswer {
  return {
    map: proposal.map,
    sample: description.sample,
    rows: table.rowCount,
    warnings: description.warnings.map(presentWarning),
    organization: { ...nameOf(headOf(family)), children: family.slice(1).map(nameOf), names: [] },
    columns: proposal.columns.map(({ header, originalHeader, target, confidence, reason }) => ({
      header,
      original_header: originalHeader,
      target,
      confidence,
      reason,
    })),
    date_order: description.dateOrder,
    date_example: dateExampleIn(description.sample, map),
    suggested_date_order: description.suggestedDateOrder,
    attention: [],
    review: null,
    currency: headOf(family).currency,
    file: {
      format: table.format,
      encoding: table.encoding,
      separator: table.separator,
      sheet: table.sheet,
      sheets: table.sheets.filter(({ hidden }) => !hidden).map(({ name }) => name),
      header_row: table.headerRow,
    },
  }
}

const nameOf = ({ id, name }: OrganizationFacts) => ({ id, name })

type Judged = {
  readonly rows: DonationsOfFile
  readonly known: ReadonlySet<number>
  readonly news: readonly RowNews[]
}

function reviewOf(
  { result }: ReadFile,
  { rows: { gifts, updates, rejected, leftOut, setAside }, known, news }: Judged,
  chosen: readonly imports.NewsKind[],
): imports.ImportReview {
  const fresh = gifts.filter(({ row }) => !known.has(row))
  const told = new Set(chosenNews(news, chosen).map(({ given }) => given.row))
  const toldAside = setAside.filter(({ row }) => told.has(row)).length
  return {
    gifts: fresh.length,
    updates: updates.length + told.size,
    unchanged: gifts.length - fresh.length - (told.size - toldAside),
    rejected: rejected.length,
    left_out: result.leftOut.length + leftOut.length - toldAside,
    amount_sum: toUnits(fresh.reduce((sum, gift) => sum + gift.amountCents, 0)),
    file_sum: toUnits(result.amountSumCents),
    news: presentNews(news, chosen),
    problems: rejected.slice(0, problemsShown).map(({ row, problem }) => ({ row, problem })),
  }
}
