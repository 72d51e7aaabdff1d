import { currencyIn, headerWords, parseDate, parseMoney, type Table } from '../../../donations/file-reading/index.ts'
import { isLoneDash } from './cells.ts'
import type { ColumnRole, HeaderPattern } from './column-roles.ts'
import { fallbacks, headerPatterns, matchHeaderPatterns, nonMoneyHeaderPattern } from './header-patterns.ts'
import { isKindWord, isMatchWord } from './kind-words.ts'
import { isPaymentStatus } from './payment-status.ts'

const maxInspectedCells = 200

export type ReportColumns = {
  readonly columnsByRole: ReadonlyMap<ColumnRole, readonly number[]>
  readonly unassigned: readonly number[]
  /** These may be the paid money, too. */
  readonly rivals: readonly number[]
  /** The only amounts are in a column of gifts. */
  readonly isGiftColumnPaid: boolean
  /** The paid amounts are what remained after fees. */
  readonly isNetPaid: boolean
  /** Deposited money may be less than what was paid. */
  readonly isDeposit: boolean
  /** Only some cells of a column mark their row as a match. */
  readonly namesSomeKinds: boolean
}

export function findColumns(table: Pick<Table, 'originalHeaders' | 'rows'>): ReportColumns {
  const columnsByRole = new Map<ColumnRole, number[]>()
  const unassigned: number[] = []
  const rivals: number[] = []
  // A column in dollars precedes the same amount in another currency.
  const headers = [...table.originalHeaders.entries()].toSorted(
    ([, one], [, other]) => Number(isInOtherCurrency(one)) - Number(isInOtherCurrency(other)),
  )
  const parts = findGiftAndMatch(table)
  if (parts) {
    columnsByRole.set('gift', [parts.gift])
    columnsByRole.set('match', [parts.match])
    columnsByRole.set('unread', parts.others)
  }
  for (const [column, header] of headers) {
    if (parts && [parts.gift, parts.match, ...parts.others].includes(column)) continue
    const text = headerWords(header)
      .replace(/\b(chk|ck)\b/, 'check')
      .replace(/ (usd|us|cad|us dollars|gbp|eur)$/, '')
    const cells = inspectedCells(table, column)
    const isMoney = containMoney(cells)
    const fullText = headerWords(header.replaceAll(/[()[\]]/g, ' '))
    const isPlainAmount =
      areAmounts(cells) &&
      /^(payout|payment|deposit|settlement|distribution|disbursement|remittance|check|cheque)$/.test(text)
    const isFlag = cells.includes('1') && cells.every((cell) => /^[01]$/.test(cell))
    const fits = ({ role, pattern, cells: content }: HeaderPattern) =>
      !(role === 'match' && isFlag) &&
      !(role === 'paid' && isFlag && paidFlagPattern.test(text)) &&
      !(role === 'payout_id' && isPlainAmount) &&
      pattern.test(role === 'expected_match' ? fullText : text) &&
      (content === 'money'
        ? isMoney || isMoneyDespiteCells(role, text, cells)
        : content === 'dates'
          ? !isMoney && areDates(cells)
          : role !== 'kind' || !isMoney)
    const role = headerPatterns.find((pattern) => {
      if (!fits(pattern)) return false
      const isFree = isRepeatable(pattern.role) || !columnsByRole.has(pattern.role)
      const isPaidMoney = pattern.role === 'paid' || pattern.role === 'match'
      if (!isFree && isPaidMoney && isMoney && !isInOtherCurrency(header)) rivals.push(column)
      return isFree
    })?.role
    if (role === undefined) unassigned.push(column)
    else columnsByRole.set(role, [...(columnsByRole.get(role) ?? []), column])
  }
  const { remaining, matches } = assignByContents(table, columnsByRole, unassigned)
  const namesSomeKinds =
    !columnsByRole.has('kind') &&
    remaining.some((column) => {
      const cells = inspectedCells(table, column)
      const isFilled = cells.length === Math.min(table.rows.length, maxInspectedCells)
      return isFilled && cells.some(isMatchWord) && !cells.every(isMatchWord)
    })
  const matchColumn =
    columnsByRole.has('paid') || columnsByRole.has('match')
      ? undefined
      : remaining.find((column) => isUnreadMatch(table, column))
  if (matchColumn !== undefined) columnsByRole.set('match', [matchColumn])
  const { isGiftColumnPaid, isNetPaid, isDeposit } = withAmountRoles(table, columnsByRole)
  return {
    columnsByRole: withDonorRoles(columnsByRole),
    unassigned: remaining.filter((column) => column !== matchColumn),
    rivals: [
      ...rivals.filter((column) => remaining.includes(column)),
      ...matches,
      ...remaining.filter((column) => isPaidPart(table, column)),
    ],
    isGiftColumnPaid,
    isNetPaid: isNetPaid || parts?.isNet === true,
    isDeposit,
    namesSomeKinds,
  }
}

/** "Donation (Net)" next to "Match (Net)": both were paid. Gross amounts precede net ones. */
function findGiftAndMatch(table: Pick<Table, 'originalHeaders' | 'rows'>) {
  const columnsOf = (amount: RegExp) => {
    const columns = [...table.originalHeaders.entries()].flatMap(([at, header]) => {
      const text = headerWords(header.replaceAll(/[()[\]]/g, ' '))
      const isAmount = amount.test(text) && !/\b(fees?|total)\b/.test(text)
      return isAmount && containMoney(inspectedCells(table, at)) ? [{ at, text }] : []
    })
    const matches = columns.filter(({ text }) => /\bmatch(ed|ing)?\b/.test(text))
    const gifts = columns.filter(({ text }) => !/\bmatch/.test(text) && /\b(gift|donation|contribution)\b/.test(text))
    const [gift, match] = [gifts[0]?.at, matches[0]?.at]
    return gift === undefined || match === undefined || gifts.length + matches.length > 2 ? null : { gift, match }
  }
  const [gross, net] = [columnsOf(/\bgross\b/), columnsOf(/\bnet\b/)]
  const found = gross ?? net
  return found && { ...found, others: gross && net ? [net.gift, net.match] : [], isNet: found === net }
}

/** "Installment paid". Payments made before are not part of this one. */
function isPaidPart(table: Pick<Table, 'originalHeaders' | 'rows'>, column: number): boolean {
  const text = headerWords(table.originalHeaders[column] ?? '')
  return (
    /\b(paid|disbursed|remitted)$/.test(text) &&
    !/\b(previous|previously|prior|already|earlier)\b/.test(text) &&
    !nonMoneyHeaderPattern.test(text) &&
    containMoney(inspectedCells(table, column))
  )
}

/** Contents or weak header words decide. Returns columns without a role, and those that may be the match. */
function assignByContents(
  table: Pick<Table, 'originalHeaders' | 'rows'>,
  columnsByRole: Map<ColumnRole, number[]>,
  unassigned: readonly number[],
): { readonly remaining: number[]; readonly matches: number[] } {
  const candidates = unassigned.map((column) => {
    const cells = inspectedCells(table, column)
    return { column, text: headerWords(table.originalHeaders[column] ?? ''), cells }
  })
  const matchFlags = candidates.filter(
    ({ text, cells }) =>
      /\bmatch(ed|ing)?\b/.test(text) && cells.length > 0 && cells.every((cell) => yesOrNoPattern.test(cell)),
  )
  const paidFlagColumns = candidates.filter(
    ({ text, cells }) =>
      paidFlagPattern.test(text) && cells.length > 0 && cells.every((cell) => yesOrNoPattern.test(cell)),
  )
  const statusColumns = candidates.filter(
    ({ text, cells }) =>
      /\b(status|state|disposition)\b/.test(text) && cells.length > 0 && cells.every(isPaymentStatus),
  )
  const kindColumns = candidates.filter(({ cells }) => cells.length > 0 && cells.every(isKindWord))
  const remaining = new Set(unassigned)
  const assignRole = (role: ColumnRole, columns: readonly { readonly column: number }[]) => {
    if (columns.length === 0) return
    columnsByRole.set(role, [...(columnsByRole.get(role) ?? []), ...columns.map(({ column }) => column)])
    for (const { column } of columns) remaining.delete(column)
  }
  assignRole('is_match', matchFlags.slice(0, 1))
  assignRole('is_paid', paidFlagColumns)
  assignRole('status', statusColumns)
  assignRole('kind', kindColumns)
  const matches: number[] = []
  for (const { role, pattern, cells: content } of fallbacks) {
    const isNamed = namingRoles.some((namingRole) => columnsByRole.has(namingRole))
    if (columnsByRole.has(role) || (role === 'donor_name' && isNamed)) continue
    const matchingColumns = candidates.filter(
      ({ column, text, cells }) => remaining.has(column) && cells.length > 0 && pattern.test(text),
    )
    const amountColumns = matchingColumns.filter(
      ({ column, text, cells }) =>
        !nonMoneyHeaderPattern.test(text) &&
        (areAmounts(cells) || (/\bmatch/.test(text) && containMoney(cells))) &&
        !isInOtherCurrency(table.originalHeaders[column] ?? ''),
    )
    if (content === 'money' && amountColumns.length > 1) matches.push(...amountColumns.map(({ column }) => column))
    const isLoneAmount = content !== 'money' || amountColumns.length === 1
    assignRole(role, isLoneAmount ? (content === 'money' ? amountColumns : matchingColumns).slice(0, 1) : [])
  }
  return { remaining: [...remaining], matches }
}

const yesOrNoPattern = /^(yes|no|true|false|y|n|0|1)$/i
const paidFlagPattern = /^(is |was )?(disbursed|paid( out)?|cleared|settled|deposited|funded|transferred)$/

export const namingRoles = [
  'donor_name',
  'donor_first',
  'donor_last',
  'employee_name',
  'employee_first',
  'employee_last',
  'on_behalf_of',
] as const

const isRepeatable = (role: ColumnRole): boolean =>
  ['fee', 'kind', 'unread', 'status', 'request_status', 'expected_match'].includes(role)

function isInOtherCurrency(header: string): boolean {
  const currency = currencyIn(header)
  return currency !== null && currency !== 'USD' && currency !== 'CAD'
}

/** "Net Match Amount" is the match. */
const netMatchPattern = /\bmatch(ed|ing)?\b|\b(company|corporate|employer|sponsor)\b/

/** A plain amount is the net amount next to a gross one. "Gift amount" alone is the paid amount, and so is "Net". */
function withAmountRoles(
  { originalHeaders }: Pick<Table, 'originalHeaders'>,
  columnsByRole: Map<ColumnRole, number[]>,
): Pick<ReportColumns, 'isGiftColumnPaid' | 'isNetPaid' | 'isDeposit'> {
  const textOf = (column: number | undefined) => headerWords(originalHeaders[column ?? -1] ?? '')
  const [grossColumn] = columnsByRole.get('gross') ?? []
  const grossText = textOf(grossColumn)
  if (grossColumn !== undefined && columnsByRole.has('match') && /\b(gift|donation|contribution)\b/.test(grossText)) {
    columnsByRole.delete('gross')
    if (!columnsByRole.has('stated_gift')) columnsByRole.set('stated_gift', [grossColumn])
  }
  const [giftColumn] = columnsByRole.get('gift') ?? []
  const isGiftElsewhere =
    /^employee (donation|contribution)( amount)?$/.test(textOf(giftColumn)) &&
    /\b(paid|payment|disbursed|distributed)\b/.test(textOf(columnsByRole.get('match')?.[0]))
  if (giftColumn !== undefined && isGiftElsewhere && !columnsByRole.has('stated_gift')) {
    columnsByRole.delete('gift')
    columnsByRole.set('stated_gift', [giftColumn])
  }
  const gross = columnsByRole.get('gross')
  const paid = columnsByRole.get('paid')
  if (gross) {
    columnsByRole.set('paid', gross)
    if (paid && !columnsByRole.has('net')) columnsByRole.set('net', paid)
  }
  const hasPaid = () => columnsByRole.has('paid') || columnsByRole.has('match')
  const net = columnsByRole.get('net')
  const isNetMatch = netMatchPattern.test(textOf(net?.[0]))
  const isNetPaid =
    net !== undefined && !hasPaid() && (isNetMatch || (!columnsByRole.has('gift') && !columnsByRole.has('stated_gift')))
  if (isNetPaid) {
    columnsByRole.delete('net')
    columnsByRole.set(isNetMatch ? 'match' : 'paid', net)
  }
  const isDeposit = /\bdeposited\b/.test(textOf(columnsByRole.get('paid')?.[0]))
  const stated = columnsByRole.get('stated_gift')
  const isOnlyExpected = columnsByRole.has('expected_match') || columnsByRole.has('approved')
  if (!stated || hasPaid() || isOnlyExpected)
    return { isGiftColumnPaid: false, isNetPaid: isNetPaid || isDeposit, isDeposit }
  columnsByRole.delete('stated_gift')
  columnsByRole.set('paid', stated)
  return { isGiftColumnPaid: true, isNetPaid: false, isDeposit: false }
}

/** Without donor columns, employees are the donors. */
function withDonorRoles(columnsByRole: Map<ColumnRole, number[]>): Map<ColumnRole, number[]> {
  const renameRole = (from: ColumnRole, to: ColumnRole) => {
    const columns = columnsByRole.get(from)
    if (!columns || columnsByRole.has(to)) return
    columnsByRole.set(to, columns)
    columnsByRole.delete(from)
  }
  const hasDonors = (['donor_name', 'donor_first', 'donor_last'] as const).some((role) => columnsByRole.has(role))
  const hasEmployees = (['employee_name', 'employee_first', 'employee_last'] as const).some((role) =>
    columnsByRole.has(role),
  )
  if (!hasDonors) {
    renameRole('employee_name', 'donor_name')
    renameRole('employee_first', 'donor_first')
    renameRole('employee_last', 'donor_last')
  }
  if (!hasDonors || !hasEmployees) renameRole('employee_email', 'email')
  return columnsByRole
}

/** A dash is zero. */
function containMoney(cells: readonly string[]): boolean {
  const amountCells = cells.filter((cell) => !isLoneDash(cell))
  return amountCells.length > 0 && amountCells.every(isAmount)
}

const areDates = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => parseDate(cell, { order: 'mdy', epoch: 1900, thisYear: 2000 }) !== null)

const isAmount = (cell: string): boolean => parseMoney(cell) !== null

/** Unreadable cells refuse only their rows; without the role, gifts would count as employer money. */
const isMoneyDespiteCells = (role: ColumnRole, text: string, cells: readonly string[]): boolean =>
  (role === 'match' || role === 'gift' || role === 'stated_gift' || namesAmount(text)) && cells.some(isAmount)

const namesAmount = (text: string): boolean => /\b(amount|amt|montant)\b/.test(text)

function isUnreadMatch(table: Pick<Table, 'originalHeaders' | 'rows'>, column: number): boolean {
  const text = headerWords(table.originalHeaders[column] ?? '')
  if (!matchHeaderPatterns.some(({ pattern }) => pattern.test(text))) return false
  return namesAmount(text) || inspectedCells(table, column).every(isPlaceholder)
}

const isPlaceholder = (cell: string): boolean =>
  isLoneDash(cell) || /^(n\/?a|none|nil|null|pending|awaiting|unknown|tbd|tba)$/i.test(cell)

/** One cell must have cents or a currency, because `10452` may be any number. Half may be unreadable. */
const areAmounts = (cells: readonly string[]): boolean => {
  const amountCells = cells.filter((cell) => !isLoneDash(cell))
  const amounts = amountCells.map((cell) => parseMoney(cell))
  return (
    amounts.filter((money) => money !== null).length * 2 >= amountCells.length &&
    amountCells.some(
      (cell, at) => amounts[at] && (/\p{Sc}|[.,]\d\d\D*$/u.test(cell) || typeof amounts[at].currency === 'string'),
    )
  )
}

const inspectedCells = ({ rows }: Pick<Table, 'rows'>, column: number): string[] =>
  rows
    .slice(0, maxInspectedCells)
    .map((row) => row.cells[column]?.trim() ?? '')
    .filter(Boolean)
