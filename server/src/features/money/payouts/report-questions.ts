import { companyKey, moneyText } from '@twofold/matching'
import type { NamedOrganization, PayoutReport, ReportLine } from './reading/report.ts'
import type { PayoutOrganization, ReportQuestion } from './reports.queries.ts'
import type { NewLine } from './write-payouts.queries.ts'

/** A person must answer a question before the report is recorded. */
export class ConfirmationRequired extends Error {
  readonly question: ReportQuestion
  readonly lines: number
  constructor(question: Omit<ReportQuestion, 'is_partial'> & { readonly is_partial?: boolean }, lines: number) {
    super('a report is asked about')
    this.question = { is_partial: false, ...question }
    this.lines = lines
  }
}

const shownExamples = 5

/** The file may list gifts and their employers. @throws ConfirmationRequired */
export function askIfGifts(
  { mayListGifts, payouts }: Pick<PayoutReport, 'mayListGifts' | 'payouts'>,
  lines: number,
): void {
  if (!mayListGifts) return
  const paying = payouts.flatMap((payout) => payout.lines).filter(({ matchCents }) => matchCents > 0)
  const words = `This looks like a list of gifts: nothing in it says that employers paid. Record ${paying.length === 1 ? 'its one amount' : `its ${paying.length} amounts`} as money from employers anyway?`
  const examples = paying.slice(0, shownExamples).map(({ sheetRow, donorName, donorEmail, company, matchCents }) => ({
    sheet_row: sheetRow,
    words: [donorName || donorEmail || 'No donor named', company, moneyText(matchCents, 'USD')]
      .filter(Boolean)
      .join(' · '),
  }))
  throw new ConfirmationRequired({ words, examples }, lines)
}

/** The report or some of its rows name another organization. @throws ConfirmationRequired */
export function askIfForeign(
  { isFor, rowsFor }: Pick<PayoutReport, 'isFor' | 'rowsFor'>,
  organizations: readonly PayoutOrganization[],
  lines: number,
): void {
  const ownName = organizations[0]?.name ?? ''
  if (isFor && isForeign(isFor, organizations)) {
    const question = `This report names ${describePayee(isFor)}, not ${ownName}. Record it anyway?`
    throw new ConfirmationRequired({ words: question, examples: [] }, lines)
  }
  const foreign = rowsFor.filter((row) => isForeign(row, organizations))
  const [firstForeign] = foreign
  if (!firstForeign) return
  const payeeNames = new Set(foreign.map(describePayee))
  const payeeText = payeeNames.size === 1 ? describePayee(firstForeign) : `${payeeNames.size} other organizations`
  const subject =
    foreign.length === rowsFor.length
      ? 'This report names'
      : `${formatRowCount(foreign.length)} of this report ${foreign.length === 1 ? 'names' : 'name'}`
  const examples = foreign
    .slice(0, shownExamples)
    .map((row) => ({ sheet_row: row.sheetRow, words: describePayee(row) }))
  const isPartial = foreign.length < rowsFor.length
  const request = isPartial ? `Record ${foreign.length === 1 ? 'it' : 'them'} too?` : 'Record it anyway?'
  const words = `${subject} ${payeeText}, not ${ownName}. ${request}`
  throw new ConfirmationRequired({ words, examples, is_partial: isPartial }, lines)
}

const isForeign = (payee: NamedOrganization, organizations: readonly PayoutOrganization[]): boolean =>
  !organizations.some((organization) => isSameOrganization(payee, organization))

/** Leaves out the rows that name another organization. */
export function withoutForeignRows(report: PayoutReport, organizations: readonly PayoutOrganization[]): PayoutReport {
  const payees = new Map(
    report.rowsFor.filter((row) => isForeign(row, organizations)).map((row) => [row.sheetRow, describePayee(row)]),
  )
  const ownName = organizations[0]?.name ?? ''
  const payouts = report.payouts.flatMap((payout) => {
    const lines = payout.lines.filter(({ sheetRow }) => !payees.has(sheetRow))
    if (lines.length === payout.lines.length) return [payout]
    const sumLines = (centsOf: (line: ReportLine) => number) => lines.reduce((cents, line) => cents + centsOf(line), 0)
    const grossCents = sumLines(({ giftCents, matchCents }) => giftCents + matchCents)
    return lines.length === 0 ? [] : [{ ...payout, lines, grossCents, feeCents: sumLines(({ feeCents }) => feeCents) }]
  })
  const refused = report.payouts
    .flatMap(({ lines }) => lines)
    .filter(({ sheetRow }) => payees.has(sheetRow))
    .map(({ row, sheetRow }) => ({ row, sheetRow, why: `It names ${payees.get(sheetRow)}, not ${ownName}.` }))
  return { ...report, payouts, refused: [...report.refused, ...refused] }
}

/** No line of employer money fits a gift. @throws ConfirmationRequired */
export function askIfUnmatched(
  rows: readonly NewLine[],
  { isFor }: Pick<PayoutReport, 'isFor'>,
  organizations: readonly PayoutOrganization[],
  lines: number,
): void {
  const payingRows = rows.filter(({ state }) => state !== 'own_gift')
  if (payingRows.length === 0 || !payingRows.every(({ unmatched }) => unmatched)) return
  const ownName = organizations[0]?.name ?? ''
  const projects = new Set(payingRows.map(({ project }) => project).filter(Boolean))
  const [project] = projects
  const projectText = isFor ? '' : projects.size === 1 && project ? ` Its project is ${project}.` : ''
  const subject =
    payingRows.length === 1
      ? 'The one line of this report doesn’t'
      : `None of the ${payingRows.length} lines of this report`
  const question = `${subject} ${payingRows.length === 1 ? 'match' : 'matches'} a gift to ${ownName}.${projectText} Record it anyway?`
  const examples = payingRows.slice(0, shownExamples).map((row) => ({
    sheet_row: row.sheet_row,
    words: [
      row.donor_name || row.donor_email || 'No donor named',
      row.company,
      moneyText(row.match_cents, row.currency === 'CAD' ? 'CAD' : 'USD'),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  throw new ConfirmationRequired({ words: question, examples }, lines)
}

const formatRowCount = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

const describePayee = ({ name, ein }: NamedOrganization): string => {
  const number = ein === '' ? '' : `EIN ${ein.slice(0, 2)}-${ein.slice(2)}`
  return name === '' ? number : `${name}${number && ` (${number})`}`
}

const digits = (text: string): string => text.replaceAll(/\D+/g, '')

/** A name takes precedence, because platforms use other organization numbers. */
function isSameOrganization(payee: NamedOrganization, { name, ein }: PayoutOrganization): boolean {
  if (payee.ein !== '' && digits(ein) === payee.ein) return true
  if (payee.name === '') return ein === ''
  const [payeeKey, ownKey] = [companyKey(payee.name), companyKey(name)]
  return payeeKey === ownKey || payeeKey.startsWith(`${ownKey} `) || ownKey.startsWith(`${payeeKey} `)
}
