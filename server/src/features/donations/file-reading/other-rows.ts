import type { ColumnMap } from '@twofold/contract'
import { isOrganizationName, readGiftKind } from '@twofold/matching'
import { designationHeader, headerWords } from './headers.ts'
import type { Row, Table } from './table.ts'

export type OtherRow = 'test_payment' | 'goods' | 'money_out'

const modeHeader = /^((payment|transaction|gateway|donation|order|form|account) )?(mode|environment)$/
const statusHeader = /^((payment|transaction|gateway|donation|order|gift) )?(status|state)$/
const testMode = /^(test( mode)?|sandbox|testing|demo)$/i
const liveHeader = /^(is )?(live ?mode|live|in live mode)$/
const testHeader = /^(is )?(a )?(test( mode| payment| transaction| donation| order| gift)?|sandbox)$/
const yes = /^(yes|true|y|1|x|oui|s[ií]|ja)$/i
const no = /^(no|false|n|0)$/i

const itemHeader =
  /^((order|line|cart|store|purchase|sales?) )?(item|product|product service|sku|article)( (name|description|type|category|title|sold))?$|^(line item|items?|products?)( name| description)?$/
const kindHeader =
  /^((gift|donation|transaction|item|product|revenue|income|order) )?(type|kind|category|sub ?category)( name)?$/

/** Card readers and payment apps describe items here. A long text is a message about a gift. */
const descriptionHeader = /^((payment|transaction|item) )?(description|note|memo)$/
const descriptionWordsAtMost = 5
export const noteHeader =
  /^((gift|donation|transaction|payment|internal|donor) )?(notes?|comments?|remarks?|notas?|comentarios?|remarques?)$/

const giftWord = /\b(donat\w*|contribut\w*|charit\w*|fund[ -]a[ -]need|paddle raise|annual fund|tithe|offering)\b/i
const goodsWord =
  /\b((t[ -]?|sweat)?shirts?|tees?|hoodies?|spirit ?wear|apparel|clothing|merch(andise)?|gift ?cards?|(online |web |school )?(store|shop)$|scrip|gift ?certificates?|raffles?|lottery|50\/50|tuition|uniforms?|yearbooks?|school supplies|lunch(es)?|bake sale|cookbooks?|candles?|wrapping paper|wreaths?|mugs?|stickers?|tote bags?|yard signs?|shipping( fee)?|sales tax|goods|products?|purchases?|retail|field trips?|parking|concessions?|bus pass(es)?|(after|before) ?(school )?care|(class|lab|activity|camp|club|sports?|athletics?|course|participation|supply) fees?|store (order|purchase|sale)s?)\b/i

/** A fund may have any name, so only goods that are no program count, and only as the whole name. */
const goodsDesignation =
  /^(\d+ ?x? )?([\p{L}\d'’-]+ ){0,2}(t[ -]?shirts?|tees?|hoodies?|sweatshirts?|spirit ?wear|merch(andise)?|mugs?|stickers?|tote bags?|yard signs?|cookbooks?|candles?|wrapping paper|raffles?( tickets?)?|50\/50( raffle| tickets?)?|(online|web|school|merch|gift) (store|shop))( \(?(size )?(x{0,3}[sl]|[2-5]xl|m|small|medium|large)\)?)?( (sales?|orders?|purchases?))?$/iu
const program = /\b(fund|for|drive|project|support|campaign|appeal|scholarships?)\b/i

const giverHeader =
  /^(donor|constituent|account|contact|giver|supporter|customer|record|entity) (type|kind|category|record type)( name)?$|^type de (donateur|contact)$|^tipo( de (donante|contacto|donador))?$|^(spender|kontakt) ?(art|typ)$|^art$/
const giverFlag =
  /^((donor|constituent|contact|account|giver|supporter|customer) )?(is )?(an? )?(org|organization|company|business)( rec(ord)?| flag| gift| donation)?$|\bon behalf of (an? |the |your )?(org|organization|company|business|employer)\b|\b(corporate|company|business) (gift|donation)$|^est (une )?(entreprise|organisation)$|^es (una )?(empresa|organizacion)$/
/** An organization that gives, unless the row has an employer, too. "Company Name" may be the employer. */
const givingOrganization =
  /^(donating|giving|sponsoring) (company|organization|business)( name)?$|^(organisation|entreprise) donatrice$|^empresa donante$/
const organizationType =
  /^(an? )?(organi[sz]ations?|org|or|compan(y|ies)|corporations?|corporate|business(es)?|foundations?|nonprofits?|institutions?|trusts?|vendors?|sponsors?|church(es)?|congregations?|schools?|government( agency)?|(civic )?clubs?|associations?|daf|donor[- ]advised funds?|entreprises?|organisations?|fondations?|empresas?|organizacion(es)?|fundacion(es)?|unternehmen|firma|organisation|stiftung|verein|persona (moral|juridica)|personne morale|juristische person)( (account|donor|gift|record|constituent))?$/i

const accountHeader = /^(account|household|primary account) name$/
const householdName = /\b(household|family|account|famille|familia|haushalt)$/i

/** See domain rule 14.3. */
export function organizationGiverReader(table: Table, map: ColumnMap): (row: Row, donorName: string) => boolean {
  const words = table.originalHeaders.map(headerWords)
  const columns = (header: RegExp) => words.flatMap((text, at) => (header.test(text) ? [at] : []))
  const isGiver = companyGiverReader(table, map)
  const types = columns(giverHeader)
  const flags = columns(giverFlag)
  const organizations = columns(givingOrganization)
  const employers = columns(/\bemployer\b/)
  const accounts = columns(accountHeader).filter((at) =>
    table.rows.some(({ cells }) => householdName.test(cells[at]?.trim() ?? '')),
  )
  return (row, donorName) => {
    const cell = (at: number) => row.cells[at]?.trim() ?? ''
    if ([...types, ...flags].some((at) => organizationType.test(withoutAccents(cell(at))))) return true
    if (flags.some((at) => yes.test(cell(at)))) return true
    if (organizations.some((at) => isName(cell(at))) && employers.every((at) => cell(at) === '')) return true
    if (isGiver(row, donorName)) return true
    if (accounts.some((at) => isOtherAccount(cell(at), donorName))) return true
    return isOrganizationName(donorName) || readGiftKind({ giver: donorName }) !== 'money'
  }
}

const nameTargets: readonly string[] = ['donor.name', 'donor.first_name', 'donor.last_name']

/**
 * A company without a person, or one with the donor's name, gives. Only a file that also has people next to companies
 * shows this, and an employer always has an employee.
 */
function companyGiverReader(table: Table, map: ColumnMap): (row: Row, donorName: string) => boolean {
  const targetAt = targetsOf(table, map)
  const companyAt = companyColumn(table, map)
  const names = targetAt.flatMap((target, at) => (nameTargets.includes(target) ? [at] : []))
  const companyIn = (row: Row) => row.cells[companyAt]?.trim() ?? ''
  const nameIn = (row: Row) =>
    names
      .map((at) => row.cells[at]?.trim() ?? '')
      .join(' ')
      .trim()
  const isSame = (one: string, other: string) =>
    withoutAccents(one).toLowerCase() === withoutAccents(other).toLowerCase()
  const hasPeople = table.rows.some(
    (row) => isName(companyIn(row)) && isName(nameIn(row)) && !isSame(companyIn(row), nameIn(row)),
  )
  const isAlternative =
    table.rows.some((row) => isName(nameIn(row))) &&
    table.rows.every((row) => !isName(companyIn(row)) || !isName(nameIn(row)))
  return (row, donorName) => {
    if (companyAt < 0 || !isName(companyIn(row))) return false
    if (donorName !== '' && nameIn(row) === '') return true
    return (hasPeople || isAlternative) && (donorName === '' || isSame(companyIn(row), donorName))
  }
}

const companyHeader =
  /^((donor|billing|contact|account) )?(company|organi[sz]ation|business|firma|unternehmen|entreprise|societe|empresa|organizacion)( name)?$/

const targetsOf = ({ headers }: Table, map: ColumnMap): string[] =>
  headers.map((header) => (Object.hasOwn(map, header) ? (map[header] ?? '') : ''))

/** A company that may be the employer or the giver, so the column is not called employer; -1 without one. */
export const companyColumn = (table: Table, map: ColumnMap): number => {
  const isCompany = (at: number) => companyHeader.test(headerWords(table.originalHeaders[at] ?? ''))
  const targets = targetsOf(table, map)
  const mapped = targets.findIndex((target, at) => target === 'company.name' && isCompany(at))
  if (mapped >= 0) return mapped
  // "Organization" may be the one that received the gift.
  const isOther = (at: number) => isCompany(at) && !/^organi[sz]a/.test(headerWords(table.originalHeaders[at] ?? ''))
  return targets.findIndex((target, at) => (target === '' || target.startsWith('custom.')) && isOther(at))
}

const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '')

const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && !/^(n\/?a|none|no|yes|true|false|null)$/i.test(text)

/** In a file of households, an account that is neither one nor the donor is an organization. */
function isOtherAccount(account: string, donorName: string): boolean {
  if (!isName(account) || householdName.test(account)) return false
  const name = withoutAccents(account).toLowerCase()
  const words = withoutAccents(donorName)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  return !words.some((word) => word.length > 1 && name.split(/[^\p{L}]+/u).includes(word))
}

/** A processor's own movements of money, in the type or the name of a row. */
const transfer =
  /^(general |instant |automatic |user[ -]initiated )*(currency conversion|withdrawal|payout|account hold|reserve|hold)s?( for .{1,40}| issued| received| release)?$|^bank deposit( to \S+ account)?$|^(standard|instant|automatic) transfer$|^(stripe|application|processing|network|account) fees?$|^(payout|balance) (failure|adjustment|cancell?ation)s?$|^(adjustment|(bank |investment )?interest( income)?|dividends?( income)?)$|^chargeback (reversal|fee)$/i

/** Money that leaves a bank account. "Debit" may be a card, unless other rows are credits or deposits. */
const outgoing =
  /\bwithdrawals?$|^(ach|bank|electronic|direct) debits?$|^(outgoing|money out|bill pay(ment)?s?|(outgoing|wire out|domestic wire) (wire|payment|transfer)s?)$/i
const debit = /^(debits?|dr|d)$/i
const incoming = /^(credits?|deposits?|cr|c)$/i
const directionHeader = /^(dr cr|cr dr|debit credit|credit debit)( (type|indicator|flag|code))?$/

/** Trials of a form. "Test" may be a last name. */
const testName =
  /^(test(ing|er)?|demo|sample|essai|prueba)( (test(ing|er)?|donor|donation|user|account|person|payment|gift|name|entry))+$|^(test(ing)?|essai|prueba)$/i
const testNote =
  /^(this is )?(a |just )?test(ing)?( (payment|donation|transaction|gift|order|only))?([\s,.:;!–-]+(please )?(ignore|delete|do not).*)?[.!]?$/i

export const isTestName = (name: string): boolean => testName.test(name.trim())

export function otherRowReader(table: Table): (row: Row) => OtherRow | null {
  const words = table.originalHeaders.map(headerWords)
  const columns = (header: RegExp) => words.flatMap((text, at) => (header.test(text) ? [at] : []))
  const modes = [...columns(modeHeader), ...columns(statusHeader)]
  const lives = columns(liveHeader)
  const tests = columns(testHeader)
  const items = columns(itemHeader)
  const kinds = columns(kindHeader)
  const directions = [...kinds, ...columns(directionHeader)]
  const debits = directions.filter((at) => table.rows.some(({ cells }) => incoming.test(cells[at]?.trim() ?? '')))
  const descriptions = columns(descriptionHeader)
  const notes = [...descriptions, ...columns(noteHeader)]
  const designations = columns(designationHeader)
  const shippings = columns(/^line ?item requires shipping$/)
  const isStore = columns(/^line ?item (price|quantity)$/).length > 1
  return (row) => {
    const cell = (at: number) => row.cells[at]?.trim() ?? ''
    const isTest =
      modes.some((at) => testMode.test(cell(at))) ||
      lives.some((at) => no.test(cell(at))) ||
      tests.some((at) => yes.test(cell(at))) ||
      notes.some((at) => testNote.test(cell(at)))
    if (isTest) return 'test_payment'
    if (directions.some((at) => outgoing.test(cell(at))) || debits.some((at) => debit.test(cell(at))))
      return 'money_out'
    if (kinds.some((at) => transfer.test(cell(at).replaceAll('_', ' ')))) return 'goods'
    const shortTexts = descriptions.map(cell).filter((text) => text.split(/\s+/).length <= descriptionWordsAtMost)
    const kindTexts = [...[...kinds, ...items].map((at) => cell(at).slice(0, 100)), ...shortTexts].filter(Boolean)
    if (shippings.some((at) => yes.test(cell(at)))) return 'goods'
    const isGoods = (text: string) => goodsDesignation.test(text) && !program.test(text) && !giftWord.test(text)
    if (designations.some((at) => isGoods(cell(at).slice(0, 100)))) return 'goods'
    if (kindTexts.some((text) => giftWord.test(text))) return null
    // A store sells what it does not call a gift or a kind of one, such as a membership.
    if (isStore && kindTexts.every((text) => readGiftKind({ kind: text }) === 'money')) return 'goods'
    return kindTexts.some((text) => goodsWord.test(text)) ? 'goods' : null
  }
}
