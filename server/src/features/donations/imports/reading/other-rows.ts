import { isOrganizationName, readGiftKind } from '@twofold/matching'
import { headerWords } from './headers.ts'
import type { Row, Table } from './table.ts'

export type OtherRow = 'test_payment' | 'goods'

const modeHeader = /^((payment|transaction|gateway|donation|order|form|account) )?(mode|environment)$/
const statusHeader = /^((payment|transaction|gateway|donation|order|gift) )?(status|state)$/
const testMode = /^(test( mode)?|sandbox|testing|demo)$/i
const liveHeader = /^(is )?(live ?mode|live|in live mode)$/
const testHeader = /^(is )?(a )?(test( mode| payment| transaction| donation| order| gift)?|sandbox)$/
const yes = /^(yes|true|y|1|x)$/i
const no = /^(no|false|n|0)$/i

const itemHeader =
  /^((order|line|cart|store|purchase|sales?) )?(item|product|sku|article)( (name|description|type|category|title|sold))?$|^(line item|items?|products?)( name| description)?$/
const kindHeader =
  /^((gift|donation|transaction|item|product|revenue|income|order) )?(type|kind|category|sub ?category)( name)?$/

const giftWord = /\b(donat\w*|contribut\w*|charit\w*|fund[ -]a[ -]need|paddle raise|annual fund|tithe|offering)\b/i
const goodsWord =
  /\b(t[ -]?shirts?|tees?|hoodies?|sweatshirts?|spirit ?wear|apparel|clothing|merch(andise)?|gift ?cards?|scrip|gift ?certificates?|raffles?|lottery|50\/50|tuition|uniforms?|yearbooks?|school supplies|lunch(es)?|bake sale|cookbooks?|candles?|wrapping paper|wreaths?|mugs?|stickers?|tote bags?|yard signs?|shipping( fee)?|sales tax|goods|products?|purchases?|retail|store (order|purchase|sale)s?)\b/i

const giverHeader =
  /^(donor|constituent|account|contact|giver|supporter|customer|record|entity) (type|kind|category|record type)( name)?$|^(is (an )?)?(organization|company|business)( flag)?$/
const organizationType =
  /^(an? )?(organi[sz]ations?|org|compan(y|ies)|corporations?|corporate|business(es)?|foundations?|nonprofits?|institutions?|trusts?|vendors?|sponsors?|church(es)?|congregations?|schools?|government( agency)?|(civic )?clubs?|associations?|daf|donor[- ]advised funds?)( (account|donor|gift|record|constituent))?$/i

/** See domain rule 14.3. */
export function organizationGiverReader(table: Table): (row: Row, donorName: string) => boolean {
  const words = table.originalHeaders.map(headerWords)
  const types = words.flatMap((text, at) => (giverHeader.test(text) ? [at] : []))
  return (row, donorName) => {
    const typeTexts = types.map((at) => row.cells[at]?.trim() ?? '').filter(Boolean)
    if (typeTexts.some((text) => organizationType.test(text))) return true
    return isOrganizationName(donorName) || readGiftKind({ giver: donorName }) !== 'money'
  }
}

/** A processor's own movements of money, in the type or the name of a row. */
const transfer =
  /^(general |instant |automatic |user[ -]initiated )*(currency conversion|withdrawal|payout|account hold|reserve|hold)s?( for .{1,40}| issued| received| release)?$|^bank deposit( to \S+ account)?$|^(standard|instant|automatic) transfer$|^(stripe|application|processing|network|account) fees?$|^(payout|balance) (failure|adjustment|cancell?ation)s?$|^adjustment$|^chargeback (reversal|fee)$/i

export function otherRowReader(table: Table): (row: Row) => OtherRow | null {
  const words = table.originalHeaders.map(headerWords)
  const columns = (header: RegExp) => words.flatMap((text, at) => (header.test(text) ? [at] : []))
  const modes = [...columns(modeHeader), ...columns(statusHeader)]
  const lives = columns(liveHeader)
  const tests = columns(testHeader)
  const items = columns(itemHeader)
  const kinds = columns(kindHeader)
  return (row) => {
    const cell = (at: number) => row.cells[at]?.trim() ?? ''
    const isTest =
      modes.some((at) => testMode.test(cell(at))) ||
      lives.some((at) => no.test(cell(at))) ||
      tests.some((at) => yes.test(cell(at)))
    if (isTest) return 'test_payment'
    if (kinds.some((at) => transfer.test(cell(at).replaceAll('_', ' ')))) return 'goods'
    const kindTexts = [...kinds, ...items].map((at) => cell(at).slice(0, 100)).filter(Boolean)
    if (kindTexts.some((text) => giftWord.test(text))) return null
    return kindTexts.some((text) => goodsWord.test(text)) ? 'goods' : null
  }
}
