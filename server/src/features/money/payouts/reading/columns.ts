import { headerWords, parseMoney, type Table } from '../../../donations/imports/index.ts'
import { isLoneDash } from './cells.ts'
import type { ColumnRole, HeaderPattern } from './column-roles.ts'
import { frenchHeaderPatterns } from './french-columns.ts'
import { isKindWord } from './kind-words.ts'

const words: readonly HeaderPattern[] = [
  {
    role: 'currency',
    pattern: /^(currency|ccy|(payment|payout|settlement|donation|gift|transaction) currency)( code)?$/,
  },
  {
    role: 'status',
    pattern:
      /^(((payment|payout|grant|disbursement|distribution|remittance|settlement|deposit|transfer|funding|check|cheque|eft|ach|wire|processing|transaction|donation|gift|contribution) )?status|(payment|payout|disbursement|settlement|transfer) state)( name| description)?$/,
  },
  {
    role: 'request_status',
    pattern: /^(match(ing)?( gift)?|request|claim|grant request|match request|approval) status$/,
  },
  {
    role: 'paid_on',
    pattern:
      /^((disbursement|distribution|payout|payment|check|cheque|deposit|settlement|bank|remittance|paid|eft|ach|wire|transfer|funding)( status)? date|date (of )?(paid|deposited|disbursed|payment|disbursement|distribution|payout|transfer)|(paid|settled|deposited|disbursed|transferred|remitted) (on|at)|settlement settled at)$/,
  },
  {
    role: 'payout_id',
    pattern:
      /^((disbursement|distribution|remittance|voucher|payout|deposit|settlement|check|cheque|eft|ach|payment|statement|batch)( (id|number|ref|reference|code|batch))?|(wire|transfer|funding|grant payment) (id|number|ref|reference|code)|(check|cheque) (or )?(eft|ach) number|utr( reference)?( number)?|settlement deposit id)$/,
  },
  {
    role: 'payer',
    pattern: /^(payer|payor|from|paid by|remitter|processing partner name|disbursement from|grantor)( name)?$/,
  },
  { role: 'platform', pattern: /^(partner|platform)( name)?$/ },
  {
    role: 'company',
    pattern:
      /^(company|employer|corporation|business|(corporate|matching|sponsor|participating) (partner|company|employer|sponsor)|corporate match company)( name)?$/,
  },
  { role: 'project', pattern: /^(project|chapter|project name|chapter name|beneficiary|charity name|nonprofit name)$/ },
  { role: 'on_behalf_of', pattern: /^on behalf of$/ },
  { role: 'recognition', pattern: /^(alternate )?recognition name$/ },
  {
    role: 'employee_first',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee)) (first|given)( name)?$/,
  },
  {
    role: 'employee_last',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee)) (last( name)?|surname|family name)$/,
  },
  {
    role: 'employee_email',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee)) email( address| id)?$/,
  },
  {
    role: 'employee_name',
    pattern:
      /^(employee|associate|participant|colleague|team member|staff member|(match(ed|ing)|original|underlying) (donor|employee))( full)?( name)?$/,
  },
  { role: 'donor_first', pattern: /^((donor|giver|attribution primary donor) )?(first|given) name$/ },
  { role: 'donor_last', pattern: /^((donor|giver|attribution primary donor) )?(last name|surname|family name)$/ },
  {
    role: 'email',
    pattern: /^((donor|giver|contributor|attribution primary donor|work) )?email( address| id)?$/,
  },
  {
    role: 'donor_name',
    pattern: /^((donor|giver|contributor|for)( full)?( name)?|(full )?name|attribution primary donor full name)$/,
  },
  { role: 'donor_type', pattern: /^(donor|giver|contributor) type$/ },
  {
    role: 'unread',
    pattern: /^(address|street|city|state|state province|province|postal code|zip|zip code|country|phone)( .{1,20})?$/,
  },
  { role: 'balance', pattern: /^(remaining |open )?balance( due| remaining)?$/, money: true },
  { role: 'unread', pattern: /\b(percent|percentage|rate|cap|limit|maximum|remaining|ytd|lifetime)\b/ },
  { role: 'fee', pattern: /\b(fee|fees|cost|costs|administration|deduction|deductions|charge|charges)\b/, money: true },
  { role: 'net', pattern: /\bnet\b/, money: true },
  {
    role: 'gift',
    pattern:
      /(^total donation to be acknowledged$|^individual gift amount$|^(pledge )?(gift|donation|contribution) amount received$|^(payroll|employee) (deduction|contribution|donation)( amount)?$)/,
    money: true,
  },
  { role: 'approved', pattern: /\b(approved|pledged match|requested match)( amount)?$/, money: true },
  {
    role: 'match',
    pattern:
      /^(((company|corporate|employer|sponsor) )?match(ing|ed)?( (gift|contribution|donation|funds|grant))?( amount| amt)?( paid| payment)?|(company|corporate|employer|sponsor) (contribution|donation|gift|grant|share|portion)( amount| amt)?( paid)?)$/,
    money: true,
  },
  { role: 'gross', pattern: /^(gross( .{1,20})?|amount gross)$/, money: true },
  { role: 'paid', pattern: /^(amount (received|paid)|paid( .{1,20})?|payment amount|total paid)$/, money: true },
  {
    role: 'stated_gift',
    pattern:
      /^(((employee|donor|original|eligible|associate) )?((gift|donation|contribution)( amount| amt| value)?|transaction amount)|(employee|donor|associate) gave|amount (given|donated)|(given|donated) amount)$/,
    money: true,
  },
  { role: 'paid', pattern: /^(amount|total|total amount|payment|grant amount)$/, money: true },
  {
    role: 'given_on',
    pattern:
      /^(((employee|donor|original) )?(gift|donation|pledge|contribution|transaction|match|given|donated|created|entry|grant)? ?(date|dt|on|at)|date( created| given| donated| of (gift|donation|contribution|pledge))?|(gift|donation) (received|created))$/,
  },
  {
    role: 'line_id',
    pattern:
      /^((transaction|donation|request|gift|match|pledge|contribution|grant|claim)? ?(id|number)|(transaction|donation|gift) reference|matching gift (id|number))$/,
  },
  {
    role: 'kind',
    pattern:
      /^(reason|source|type|(contribution|transaction|donation|gift|payment|match) type|contribution|donation|gift)$/,
  },
]

/** Applies if no column has that role. A money role requires exactly one fitting column. */
const fallbacks: readonly HeaderPattern[] = [
  { role: 'match', pattern: /\b(match(ed|ing|es)?|company|corporate|employer|sponsor)\b/, money: true },
  { role: 'paid_on', pattern: /^(received date|date received|received (on|at))$/ },
  { role: 'donor_name', pattern: /^(recommended by|advisor( name)?|addressee( name)?)$/ },
  { role: 'donor_name', pattern: /^((giving )?account|fund|giving fund|account holder)( name)?$/ },
  { role: 'line_id', pattern: /^confirmation (number|code|id)$/ },
]

/** These count or number companies and matches, and are never money. */
const numbers =
  /\b(ids?|no|numbers?|num|code|ein|tax|vat|zip|postal|phone|fax|ref|reference|year|count|employees|hours|ratio|factor|multiple|multiplier)\b/

const cellsLookedAt = 200

export type ReportColumns = {
  readonly at: ReadonlyMap<ColumnRole, readonly number[]>
  readonly free: readonly number[]
}

export function findColumns(table: Pick<Table, 'originalHeaders' | 'rows'>): ReportColumns {
  const at = new Map<ColumnRole, number[]>()
  const free: number[] = []
  table.originalHeaders.forEach((header, column) => {
    const text = headerWords(header)
    const cells = cellsLooked(table, column)
    const isMoney = holdsMoney(cells)
    const role = [...words, ...frenchHeaderPatterns].find(
      ({ role, pattern, money }) =>
        pattern.test(text) &&
        (money === undefined ? role !== 'kind' || !isMoney : isMoney || staysMoney(role, text, cells)) &&
        (isRepeatable(role) || !at.has(role)),
    )?.role
    if (role === undefined) free.push(column)
    else at.set(role, [...(at.get(role) ?? []), column])
  })
  const left = withoutLeftOvers(table, at, free)
  const match = at.has('paid') || at.has('match') ? undefined : left.find((column) => isUnreadMatch(table, column))
  if (match === undefined) return { at: withDonors(settled(at)), free: left }
  at.set('match', [match])
  return { at: withDonors(settled(at)), free: left.filter((column) => column !== match) }
}

/** Contents or weak header words decide. Returns columns without a role. */
function withoutLeftOvers(
  table: Pick<Table, 'originalHeaders' | 'rows'>,
  at: Map<ColumnRole, number[]>,
  free: readonly number[],
): number[] {
  const said = free.map((column) => {
    const cells = cellsLooked(table, column)
    return { column, text: headerWords(table.originalHeaders[column] ?? ''), cells }
  })
  const flags = said.filter(
    ({ text, cells }) =>
      /\bmatch(ed|ing)?\b/.test(text) && cells.length > 0 && cells.every((cell) => yesOrNo.test(cell)),
  )
  const paidFlags = said.filter(
    ({ text, cells }) => paidFlag.test(text) && cells.length > 0 && cells.every((cell) => yesOrNo.test(cell)),
  )
  const kinds = said.filter(({ cells }) => cells.length > 0 && cells.every(isKindWord))
  const left = new Set(free)
  const take = (role: ColumnRole, found: readonly { readonly column: number }[]) => {
    if (found.length === 0) return
    at.set(role, [...(at.get(role) ?? []), ...found.map(({ column }) => column)])
    for (const { column } of found) left.delete(column)
  }
  take('is_match', flags.slice(0, 1))
  take('is_paid', paidFlags)
  take('kind', kinds)
  for (const { role, pattern, money } of fallbacks) {
    const isNamed = namingRoles.some((naming) => at.has(naming))
    if (at.has(role) || (role === 'donor_name' && isNamed)) continue
    const fits = said.filter(({ column, text }) => left.has(column) && pattern.test(text))
    const amounts = fits.filter(({ text, cells }) => !numbers.test(text) && areAmounts(cells))
    take(role, money ? (amounts.length === 1 ? amounts : []) : fits.slice(0, 1))
  }
  return [...left]
}

const yesOrNo = /^(yes|no|true|false|y|n)$/i
const paidFlag = /^(is |was )?(disbursed|paid( out)?|cleared|settled|deposited|funded|transferred)$/

const namingRoles = [
  'donor_name',
  'donor_first',
  'donor_last',
  'employee_name',
  'employee_first',
  'employee_last',
  'on_behalf_of',
] as const

const isRepeatable = (role: ColumnRole): boolean => ['fee', 'kind', 'unread', 'status', 'request_status'].includes(role)

/** A plain amount is the net amount next to a gross one. "Gift amount" alone is the paid amount. */
function settled(at: Map<ColumnRole, number[]>): Map<ColumnRole, number[]> {
  const gross = at.get('gross')
  const paid = at.get('paid')
  if (gross) {
    at.set('paid', gross)
    if (paid && !at.has('net')) at.set('net', paid)
  }
  const stated = at.get('stated_gift')
  if (stated && !at.has('paid') && !at.has('match')) {
    at.delete('stated_gift')
    at.set('paid', stated)
  }
  return at
}

/** Without donor columns, employees are the donors. */
function withDonors(at: Map<ColumnRole, number[]>): Map<ColumnRole, number[]> {
  const rename = (from: ColumnRole, to: ColumnRole) => {
    const columns = at.get(from)
    if (!columns || at.has(to)) return
    at.set(to, columns)
    at.delete(from)
  }
  const hasDonors = (['donor_name', 'donor_first', 'donor_last'] as const).some((role) => at.has(role))
  const hasEmployees = (['employee_name', 'employee_first', 'employee_last'] as const).some((role) => at.has(role))
  if (!hasDonors) {
    rename('employee_name', 'donor_name')
    rename('employee_first', 'donor_first')
    rename('employee_last', 'donor_last')
  }
  if (!hasDonors || !hasEmployees) rename('employee_email', 'email')
  return at
}

/** A dash is zero. */
function holdsMoney(cells: readonly string[]): boolean {
  const told = cells.filter((cell) => !isLoneDash(cell))
  return told.length > 0 && told.every(isAmount)
}

const isAmount = (cell: string): boolean => parseMoney(cell) !== null

/** Unreadable cells refuse only their rows; without the role, gifts would count as employer money. */
const staysMoney = (role: ColumnRole, text: string, cells: readonly string[]): boolean =>
  (role === 'match' || role === 'gift' || role === 'stated_gift' || saysAmount(text)) && cells.some(isAmount)

const saysAmount = (text: string): boolean => /\b(amount|amt|montant)\b/.test(text)

const matchWords = [...words, ...frenchHeaderPatterns].filter(({ role }) => role === 'match')

function isUnreadMatch(table: Pick<Table, 'originalHeaders' | 'rows'>, column: number): boolean {
  const text = headerWords(table.originalHeaders[column] ?? '')
  if (!matchWords.some(({ pattern }) => pattern.test(text))) return false
  return saysAmount(text) || cellsLooked(table, column).every(saysNothing)
}

const saysNothing = (cell: string): boolean =>
  isLoneDash(cell) || /^(n\/?a|none|nil|null|pending|awaiting|unknown|tbd|tba)$/i.test(cell)

/** One cell must have cents or a currency, because `10452` may be any number. Half may be unreadable. */
const areAmounts = (cells: readonly string[]): boolean => {
  const told = cells.filter((cell) => !isLoneDash(cell))
  const read = told.map((cell) => parseMoney(cell))
  return (
    read.filter((money) => money !== null).length * 2 >= told.length &&
    told.some((cell, at) => read[at] && (/\p{Sc}|[.,]\d\d\D*$/u.test(cell) || typeof read[at].currency === 'string'))
  )
}

const cellsLooked = ({ rows }: Pick<Table, 'rows'>, column: number): string[] =>
  rows
    .slice(0, cellsLookedAt)
    .map((row) => row.cells[column]?.trim() ?? '')
    .filter(Boolean)
