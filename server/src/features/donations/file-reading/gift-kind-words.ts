import type { ColumnMap } from '@twofold/contract'
import { isOrganizationName, readGiftKind } from '@twofold/matching'
import { designationHeader, headerWords } from './headers.ts'
import { isPaidPart } from './payment-state.ts'
import type { Row, Table } from './table.ts'

export type GiftKindTexts = { readonly kind: string; readonly paymentMethod: string }

/** `Gift Type`, `Kind`, `Record Type`, but not the type of a card, an address, or a plan. */
const kindHeader =
  /^((gift|donation|transaction|contribution|opportunity|revenue|record|item|income|giving|asset) )?(record )?(sub ?)?(type|kind|category|subtype)( name| description)?$|^kind of (gift|donation)$|^(type|categorie|nature)( d[ue])?( don)?$|^(tipo|categoria)( d[eo]l? (donacion|donativo))?$|^(art|kategorie)( der spende)?$|^spendenart$/
/** Every value except a donation is a kind of ticket. */
const ticketHeader =
  /^((price|order|registration) )?(ticket|admission|registration)( (type|name|level|tier|class|option))$/
/** Values of these columns may only resemble a kind. */
const itemHeader = /^((line|order) )?(items?|product|purchase)( (name|description|title))?$/
/** Payment apps describe items here. A long text is a message about a gift. */
/** Columns of organizations that forward donors' money. */
const passThroughHeader =
  /^(is )?(pass ?through( (entity|organization|account|contact|name))?|(daf|donor advised fund|fund)( (sponsor|name|provider|custodian))|third party giver)$/
/** Columns of donor-advised funds, and columns that may name their sponsor. */
const fundAccountHeader = /^(giving|charitable|donor advised fund|daf) (account|fund)( name)?$/
const sponsorHeader = /^(grant )?(sponsor|sponsoring organization|grantor|grantmaker)( name)?$/
const noteHeader = /^((payment|transaction) )?(description|note|memo)$/
const noteWordsAtMost = 5
const ticketItem = /\b(tickets?|admission|registration|membership|dues|auction|sponsorships?)\b/i
const giftWord = /\b(donat\w*|contribut\w*|gift|can ?(no|')?t attend)\b/i
/** A donation to an auction is not a purchase. */
const isStatedGift = /\b(donation|contribution)\b/i
const isShort = (text: string): boolean => text.split(/\s+/).length <= noteWordsAtMost
const isKind = (text: string): boolean => readGiftKind({ kind: text }) !== 'money'
const inKindFlag = /^(is )?(an? )?((gift )?in kind|non ?cash)( gift| donation)?$/
const methodHeader =
  /^((gift|donation|transaction|offline|contribution) )?(payment|pay|tender) (type|method|mode|source|instrument)$|^(payment|tender|method|form of payment|paid (by|with)|how (paid|given))$/

/** A column mapped to the gift kind takes precedence. */
export function createGiftKindReader(table: Table, map: ColumnMap): (row: Row) => GiftKindTexts {
  const mapped = table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === 'gift_kind')
  const words = table.originalHeaders.map(headerWords)
  const columnsOf = (header: RegExp) => words.flatMap((text, at) => (header.test(text) ? [at] : []))
  const kinds = mapped >= 0 ? [mapped] : columnsOf(kindHeader)
  const methods = mapped >= 0 ? [] : columnsOf(methodHeader)
  const tickets = mapped >= 0 ? [] : columnsOf(ticketHeader)
  const items = mapped >= 0 ? [] : columnsOf(itemHeader)
  const notes = mapped >= 0 ? [] : columnsOf(noteHeader)
  const designations = mapped >= 0 ? [] : columnsOf(designationHeader)
  const isPaid = isPaidPart(
    words,
    table.headers.findIndex((header) => Object.hasOwn(map, header) && map[header] === 'amount'),
  )
  const passThroughs = mapped >= 0 ? [] : columnsOf(passThroughHeader)
  const fundAccounts = mapped >= 0 ? [] : columnsOf(fundAccountHeader)
  const sponsors = mapped >= 0 ? [] : columnsOf(sponsorHeader)
  const inKindFlags = mapped >= 0 ? [] : columnsOf(inKindFlag)
  const texts = (row: Row, columns: readonly number[]) =>
    columns.map((at) => row.cells[at]?.trim() ?? '').filter(Boolean)
  return (row) => {
    const ticketTexts = texts(row, tickets).flatMap((text) => (giftWord.test(text) ? [] : [`${text} ticket`]))
    const ticketFunds = texts(row, designations).filter((text) => /\btickets?$/i.test(text) && !giftWord.test(text))
    const isInKind = texts(row, inKindFlags).some((text) => /^(yes|true|y|1|x)$/i.test(text))
    const itemTexts = [...texts(row, items), ...texts(row, notes).filter(isShort)].filter(
      (text) => ticketItem.test(text) && !giftWord.test(text),
    )
    const isFund = (text: string) => readGiftKind({ giver: text }) === 'donor_advised_fund'
    const isPassedOn =
      texts(row, fundAccounts).length > 0 ||
      texts(row, sponsors).some(isFund) ||
      texts(row, passThroughs).some((text) => isOrganizationName(text) || isFund(text))
    const found = [
      ...(isPassedOn ? ['Donor-advised fund'] : []),
      ...texts(row, kinds),
      ...ticketTexts,
      ...itemTexts,
      ...ticketFunds,
      ...(isInKind ? ['In-kind'] : []),
    ]
    // "Other Income" next to "Auction": the column with a kind counts.
    const first = found[0] ?? ''
    const stated = (isStatedGift.test(first) ? null : found.find(isKind)) ?? first
    const kind = isPaid && readGiftKind({ kind: stated }) === 'pledge' ? 'Pledge payment' : stated
    return { kind, paymentMethod: texts(row, methods)[0] ?? '' }
  }
}
