import { einProblem, payouts } from '@twofold/contract'
import { companyKey, moneyText } from '@twofold/matching'
import { leaveOutAnswer, shownExamples } from './reading/questions.ts'
import type { NamedOrganization, PayoutReport, ReportAnswers, ReportLine } from './reading/report.ts'
import type { PayoutOrganization } from './reports.queries.ts'
import type { NewLine } from './write-payouts.queries.ts'

type Question = payouts.ReportQuestion

/** A person must answer questions before the report is recorded. */
export class ConfirmationRequired extends Error {
  readonly questions: readonly Question[]
  readonly lines: number
  constructor(questions: readonly Question[], lines: number) {
    super('a report is asked about')
    this.questions = questions
    this.lines = lines
  }
}

const stopOption = { value: payouts.stopAnswer, label: 'Don’t record it' }
const recordOption = { value: 'record', label: 'Record it' }
const wholeReport = { options: [stopOption, recordOption], answer: payouts.stopAnswer }

const foreignRowsQuestionId = 'foreign_rows'
const leaveOutOption = { value: leaveOutAnswer, label: 'Leave these rows out' }

/** The file may list gifts and their employers. */
export function askIfGifts({ mayListGifts, payouts }: Pick<PayoutReport, 'mayListGifts' | 'payouts'>): Question[] {
  if (!mayListGifts) return []
  const lines = payouts.flatMap((payout) => payout.lines)
  const paying = lines.filter(({ matchCents }) => matchCents > 0)
  const [recorded, as] =
    paying.length > 0 ? [paying, 'money from employers'] : [lines, 'gifts that a platform forwarded']
  const text = `This looks like a list of gifts. Nothing in it says employers paid. Record ${recorded.length === 1 ? 'its one amount' : `its ${recorded.length} amounts`} as ${as} anyway?`
  const examples = recorded
    .slice(0, shownExamples)
    .map(({ sheetRow, donorName, donorEmail, company, giftCents, matchCents }) => ({
      sheet_row: sheetRow,
      text: [donorName || donorEmail || 'No donor named', company, moneyText(giftCents + matchCents, 'USD')]
        .filter(Boolean)
        .join(' · '),
    }))
  return [{ id: 'gifts', text, examples, ...wholeReport }]
}

/** The report or some of its rows name another organization. */
export function askIfForeign(
  { payee, rowPayees }: Pick<PayoutReport, 'payee' | 'rowPayees'>,
  organizations: readonly PayoutOrganization[],
): Question[] {
  const foreign = rowPayees.filter((row) => isForeign(row, organizations))
  const [firstForeign] = foreign
  const isReport = payee !== null && isForeign(payee, organizations)
  const ownName = describeOwn(isReport ? [payee] : foreign, organizations)
  const areAllRows = foreign.length > 0 && foreign.length === rowPayees.length
  const payeeNames = new Set(foreign.map(describePayee))
  const rowsText =
    firstForeign === undefined || payeeNames.size > 1
      ? `${payeeNames.size} other organizations`
      : describePayee(firstForeign)
  const examples = foreign.slice(0, shownExamples).map((row) => ({ sheet_row: row.sheetRow, text: describePayee(row) }))
  const ofReport: Question[] = []
  if (isReport || areAllRows) {
    const text = `This report names ${isReport ? describePayee(payee) : rowsText}, not ${ownName}. Record it anyway?`
    ofReport.push({ id: 'foreign', text, examples: areAllRows && !isReport ? examples : [], ...wholeReport })
  }
  if (foreign.length === 0 || areAllRows) return ofReport
  const [verb, them, all] = foreign.length === 1 ? ['names', 'it', 'this row'] : ['name', 'them', 'these rows']
  return [
    ...ofReport,
    {
      id: foreignRowsQuestionId,
      text: `${formatRowCount(foreign.length)} of this report ${verb} ${rowsText}, not ${ownName}. Record ${them} too?`,
      examples,
      options: [leaveOutOption, { value: 'record', label: `Record ${all} too` }],
      answer: leaveOutAnswer,
    },
  ]
}

/** Leaves out the rows that name another organization, unless a person wants them. */
export const withAnsweredRows = (
  report: PayoutReport,
  organizations: readonly PayoutOrganization[],
  answers: ReportAnswers,
): PayoutReport =>
  answers[foreignRowsQuestionId] === leaveOutAnswer ? withoutForeignRows(report, organizations) : report

const isForeign = (payee: NamedOrganization, organizations: readonly PayoutOrganization[]): boolean =>
  !organizations.some((organization) => isSameOrganization(payee, organization))

function withoutForeignRows(report: PayoutReport, organizations: readonly PayoutOrganization[]): PayoutReport {
  const foreign = report.rowPayees.filter((row) => isForeign(row, organizations))
  const payees = new Map(foreign.map((row) => [row.sheetRow, describePayee(row)]))
  const ownName = describeOwn(foreign, organizations)
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

/** No line of employer money fits a gift. */
export function askIfUnmatched(
  rows: readonly NewLine[],
  { payee }: Pick<PayoutReport, 'payee'>,
  organizations: readonly PayoutOrganization[],
): Question[] {
  const payingRows = rows.filter(({ state }) => state !== 'own_gift')
  if (payingRows.length === 0 || !payingRows.every(({ unmatched }) => unmatched)) return []
  const ownName = organizations[0]?.name ?? ''
  const projects = new Set(payingRows.map(({ project }) => project).filter(Boolean))
  const [project] = projects
  const projectText = payee ? '' : projects.size === 1 && project ? ` Its project is ${project}.` : ''
  const subject =
    payingRows.length === 1
      ? 'The one line of this report doesn’t match'
      : `None of the ${payingRows.length} lines of this report matches`
  const examples = payingRows.slice(0, shownExamples).map((row) => ({
    sheet_row: row.sheet_row,
    text: [
      row.donor_name || row.donor_email || 'No donor named',
      row.company,
      moneyText(row.match_cents, row.currency === 'CAD' ? 'CAD' : 'USD'),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  return [
    {
      id: 'unmatched',
      text: `${subject} a gift to ${ownName}.${projectText} Record it anyway?`,
      examples,
      ...wholeReport,
    },
  ]
}

const formatRowCount = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

const describePayee = ({ name, ein }: NamedOrganization): string => {
  const number = ein === '' ? '' : `EIN ${ein.slice(0, 2)}-${ein.slice(2)}`
  return name === '' ? number : `${name}${number && ` (${number})`}`
}

/** Includes the EIN if a report has the same name with another one. */
function describeOwn(foreign: readonly NamedOrganization[], [own]: readonly PayoutOrganization[]): string {
  if (!own) return ''
  const isNamed = foreign.some(({ name }) => companyKey(name) === companyKey(own.name))
  return isNamed ? describePayee({ name: own.name, ein: digits(own.ein) }) : own.name
}

const digits = (text: string): string => text.replaceAll(/\D+/g, '')

/** Platforms also use other numbers, so only a possible EIN contradicts the name. */
function isSameOrganization(payee: NamedOrganization, { name, ein }: PayoutOrganization): boolean {
  if (payee.ein !== '' && digits(ein) === payee.ein) return true
  if (payee.name === '') return ein === ''
  if (ein !== '' && einProblem(payee.ein) === null) return false
  const [payeeKey, ownKey] = [companyKey(payee.name), companyKey(name)]
  return payeeKey === ownKey || payeeKey.startsWith(`${ownKey} `) || ownKey.startsWith(`${payeeKey} `)
}
