import { companyKey, moneyText } from '@twofold/matching'
import type { NamedOrganization, PayoutReport } from './reading/report.ts'
import type { PayoutOrganization, ReportQuestion } from './reports.queries.ts'
import type { NewLine } from './write-payouts.queries.ts'

/** A person must answer a question before the report is recorded. */
export class ConfirmationRequired extends Error {
  readonly question: ReportQuestion
  readonly lines: number
  constructor(question: ReportQuestion, lines: number) {
    super('a report is asked about')
    this.question = question
    this.lines = lines
  }
}

const examplesShown = 5

/** The report or some of its rows name another organization. @throws ConfirmationRequired */
export function askIfForeign(
  { isFor, rowsFor }: Pick<PayoutReport, 'isFor' | 'rowsFor'>,
  organizations: readonly PayoutOrganization[],
  lines: number,
): void {
  const own = organizations[0]?.name ?? ''
  const isForeign = (named: NamedOrganization) => !organizations.some((organization) => isSame(named, organization))
  if (isFor && isForeign(isFor)) {
    const words = `This report names ${wordsOf(isFor)}, not ${own}. Record it anyway?`
    throw new ConfirmationRequired({ words, examples: [] }, lines)
  }
  const foreign = rowsFor.filter(isForeign)
  const [first] = foreign
  if (!first) return
  const names = new Set(foreign.map(wordsOf))
  const whom = names.size === 1 ? wordsOf(first) : `${names.size} other organizations`
  const which =
    foreign.length === rowsFor.length
      ? 'This report names'
      : `${counted(foreign.length)} of this report ${foreign.length === 1 ? 'names' : 'name'}`
  const examples = foreign.slice(0, examplesShown).map((row) => ({ sheet_row: row.sheetRow, words: wordsOf(row) }))
  throw new ConfirmationRequired({ words: `${which} ${whom}, not ${own}. Record it anyway?`, examples }, lines)
}

/** No line of employer money fits a gift. @throws ConfirmationRequired */
export function askIfUnmatched(
  rows: readonly NewLine[],
  { isFor }: Pick<PayoutReport, 'isFor'>,
  organizations: readonly PayoutOrganization[],
  lines: number,
): void {
  const paying = rows.filter(({ state }) => state !== 'own_gift')
  if (paying.length === 0 || !paying.every(({ unmatched }) => unmatched)) return
  const own = organizations[0]?.name ?? ''
  const projects = new Set(paying.map(({ project }) => project).filter(Boolean))
  const [project] = projects
  const names = isFor ? '' : projects.size === 1 && project ? ` Its project is ${project}.` : ''
  const none =
    paying.length === 1 ? 'The one line of this report doesn’t' : `None of the ${paying.length} lines of this report`
  const words = `${none} ${paying.length === 1 ? 'match' : 'matches'} a gift to ${own}.${names} Record it anyway?`
  const examples = paying.slice(0, examplesShown).map((row) => ({
    sheet_row: row.sheet_row,
    words: [
      row.donor_name || row.donor_email || 'No donor named',
      row.company,
      moneyText(row.match_cents, row.currency === 'CAD' ? 'CAD' : 'USD'),
    ]
      .filter(Boolean)
      .join(' · '),
  }))
  throw new ConfirmationRequired({ words, examples }, lines)
}

const counted = (count: number): string => (count === 1 ? '1 row' : `${count} rows`)

const wordsOf = ({ name, ein }: NamedOrganization): string => {
  const number = ein === '' ? '' : `EIN ${ein.slice(0, 2)}-${ein.slice(2)}`
  return name === '' ? number : `${name}${number && ` (${number})`}`
}

const digits = (text: string): string => text.replaceAll(/\D+/g, '')

/** A name takes precedence, because platforms use other organization numbers. */
function isSame(named: NamedOrganization, { name, ein }: PayoutOrganization): boolean {
  if (named.ein !== '' && digits(ein) === named.ein) return true
  if (named.name === '') return ein === ''
  const [said, ours] = [companyKey(named.name), companyKey(name)]
  return said === ours || said.startsWith(`${ours} `) || ours.startsWith(`${said} `)
}
