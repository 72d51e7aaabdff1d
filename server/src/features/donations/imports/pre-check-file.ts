import { type ColumnMap, imports, keyOfHeader, toUnits } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { disambiguateNames } from '../../core/organizations/index.ts'
import type { UploadedFile } from '../file-reading/index.ts'
import {
  checkMap,
  type DateOrder,
  type FileReader,
  FileRefused,
  findRememberedMap,
  type PreCheck,
  type ReadFile,
  type ReadOptions,
  type RememberedMap,
} from '../file-reading/index.ts'
import { dateExampleIn } from './date-example.ts'
import { unknownNames } from './find-organization.ts'
import { presentGiftUpdates } from './gift-updates.ts'
import type { OrganizationFacts } from './imports.queries.ts'
import { presentQuestion, presentWarning } from './present-import.ts'
import { presentProblems } from './present-problems.ts'
import { type ImportPreview, previewImport } from './preview-import.ts'
import { resolveOrganizationNames } from './resolve-organization-names.ts'

type PreCheckContext = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly reader: FileReader
  readonly directory: Directory
  readonly userId: number
}

/** Proposes a map, and describes the effect of an upload with the given or proposed one. @throws FileRefused */
export async function preCheckFile(
  { platform, tenant, reader, directory, userId }: PreCheckContext,
  file: UploadedFile,
  fields: imports.TestFields,
): Promise<imports.TestResult> {
  const { family, naming } = await resolveOrganizationNames({ platform, tenant }, fields)
  const reading = readingFor(family, platform.clock())
  const work = readerWorkFor(tenant, file, fields.sheet ?? null)
  const hasChapters = family.length > 1
  const names = family.map(({ name }) => name)
  const fieldNames = family.flatMap(({ donationFields }) => donationFields.map(keyOfHeader))
  const organization = { hasChapters, names, fields: fieldNames }
  const preCheck = await reader.preCheck({ bytes: file.bytes }, { ...work, today: reading.today, organization })
  const remembered = await rememberedFor({ platform, tenant }, preCheck, {
    hasChapters,
    everyRow: naming.everyRow !== null,
  })
  const map = fields.map ?? remembered?.map ?? preCheck.proposal.map
  const checked = checkMap(map, preCheck.table.headers, {
    hasChapters,
    everyRow: naming.everyRow !== null,
    giftDate: fields.gift_date !== undefined,
  })
  const answer = presentFile(preCheck, family, map, remembered)
  if (!checked.ok) return answer

  const suggested = preCheck.description.suggestedDateOrder ?? 'mdy'
  const answers = { ...remembered?.answers, ...fields.answers }
  const readFile = await readInEitherOrder(
    (options) => reader.readGifts({ bytes: file.bytes }, { ...work, map: checked.map, options }),
    {
      ...reading,
      leaveOutAttention: !fields.include_attention,
      answers,
      ...(fields.gift_date ? { giftDate: fields.gift_date } : {}),
      ...(fields.take_rows ? { takeRows: fields.take_rows } : {}),
      ...(fields.corrections ? { corrections: fields.corrections } : {}),
    },
    fields.date_order ?? suggested,
  )
  const updateKinds = fields.news ?? imports.defaultGiftUpdateKinds
  const preview = await previewImport(
    { platform, tenant, directory, userId },
    { ...readFile, family, naming, news: updateKinds, answers: { answers, takeRows: fields.take_rows ?? [] } },
    { optIn: fields.sendOptInEmail, noCompany: fields.emailForEmployer },
  )
  return {
    ...answer,
    organization: { ...answer.organization, names: unknownNames(readFile.result.gifts, family, naming) },
    warnings: [
      ...(fields.map || remembered ? preCheck.table.warnings : preCheck.description.columnWarnings),
      ...readFile.result.warnings,
      ...preview.warnings,
    ].map(presentWarning),
    date_order: readFile.isAmbiguous ? 'ambiguous' : readFile.result.dateOrder,
    suggested_date_order: readFile.isAmbiguous ? suggested : null,
    attention: readFile.result.attention.map(({ kind, count, sumCents }) => ({ kind, count, sum: toUnits(sumCents) })),
    questions: [...readFile.result.questions, ...preview.questions].map((question) =>
      presentQuestion(question, readFile.table),
    ),
    review: reviewOf(readFile, preview, { map: checked.map, news: updateKinds }),
  }
}

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

export const readerWorkFor = (tenant: Tenant, file: { readonly name: string }, sheet: string | null) => ({
  owner: tenant.organizationId,
  fileName: file.name,
  ...(sheet === null ? {} : { sheet }),
})

/** The current day limits two-digit and mistyped years. */
export const readingFor = (family: readonly OrganizationFacts[], now: Date) => ({
  today: dayAt(now, ownOrganizationOf(family).timeZone) ?? now.toISOString().slice(0, 10),
  timeZone: ownOrganizationOf(family).timeZone,
})

function ownOrganizationOf(family: readonly OrganizationFacts[]): OrganizationFacts {
  const [head] = family
  if (!head) throw new Error('the organization was checked and is gone')
  return head
}

function presentFile(
  { table, proposal, description }: PreCheck,
  family: readonly OrganizationFacts[],
  map: Readonly<Record<string, string>> | ColumnMap,
  remembered: RememberedMap | null,
): imports.TestResult {
  return {
    map: remembered?.map ?? proposal.map,
    remembered_at: remembered?.at.toISOString() ?? null,
    sample: description.sample,
    rows: table.rowCount,
    warnings: [...description.columnWarnings, ...description.rowWarnings].map(presentWarning),
    organization: { ...presentOwn(family), children: childrenOf(family), names: [] },
    columns: proposal.columns.map(({ header, originalHeader, target, confidence, reason }) => ({
      header,
      original_header: originalHeader,
      ...(remembered
        ? { target: remembered.map[header] ?? 'ignored', confidence: 1, reason: 'remembered' }
        : { target, confidence, reason }),
    })),
    date_order: description.dateOrder,
    date_example: dateExampleIn(description.sample, map),
    suggested_date_order: description.suggestedDateOrder,
    attention: [],
    questions: [],
    review: null,
    currency: ownOrganizationOf(family).currency,
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

function presentOwn(family: readonly OrganizationFacts[]) {
  const { id, name } = ownOrganizationOf(family)
  return { id, name }
}

function childrenOf(family: readonly OrganizationFacts[]) {
  const names = disambiguateNames(family)
  return family.slice(1).map(({ id, name }) => ({ id, name: names.get(id) ?? name }))
}

async function rememberedFor(
  { platform, tenant }: Pick<PreCheckContext, 'platform' | 'tenant'>,
  { table }: PreCheck,
  organization: { readonly hasChapters: boolean; readonly everyRow: boolean },
): Promise<RememberedMap | null> {
  const read = (db: Db) => findRememberedMap(db, tenant, table.headers)
  const remembered = await inTenant(platform.database, tenant, read, { readOnly: true })
  const given = { ...organization, giftDate: true }
  return remembered && checkMap(remembered.map, table.headers, given).ok ? remembered : null
}

function reviewOf(
  { table, result }: ReadFile,
  { counts, rejected, news, sumCents, ofErased, outcome, outcomeOnceSetUp, mails }: ImportPreview,
  { map, news: selectedKinds }: { readonly map: ColumnMap; readonly news: readonly imports.GiftUpdateKind[] },
): imports.ImportReview {
  return {
    gifts: counts.accepted - counts.updated,
    updates: counts.updated,
    unchanged: counts.unchanged,
    rejected: counts.rejected,
    left_out: counts.leftOut,
    joined: counts.joined,
    not_taken: counts.notTaken,
    of_erased: ofErased,
    amount_sum: toUnits(sumCents),
    file_sum: toUnits(result.amountSumCents),
    news: presentGiftUpdates(news, selectedKinds),
    ...presentProblems(rejected, { ...table, map }),
    outcome,
    outcome_once_set_up: outcomeOnceSetUp,
    mails,
  }
}
