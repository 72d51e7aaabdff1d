import { imports } from '@twofold/contract'
import { areTwoPeople, isDeductibleField, readGiftKind } from '@twofold/matching'
import type { Gift, Question, ReadOptions, Rejection } from './gift.ts'
import { headerWords } from './headers.ts'
import { parseMoney } from './money.ts'
import { describeGift } from './questions.ts'
import type { Table } from './table.ts'

type Repeated = {
  readonly gifts: Gift[]
  readonly joined: number[]
  readonly rejected: Rejection[]
  readonly questions: Question[]
}

/** Asks whether equal gifts of one donor and day are one gift or several. */
export const sameDayQuestionId = 'same_day_twice'

/** ID of the question whether rows of one ID that name other funds are parts of one gift. */
export const equalPartsQuestionId = 'equal_parts'

/**
 * Domain rule 14.6. Rows with the same id, donor, and day are designations of one gift, unless they are equal. An id of
 * different donors or days is none. Equal gifts without an id are one, unless their times differ or the user decides
 * otherwise.
 */
export function sortRepeated(inputGifts: readonly Gift[], table: Table, options: ReadOptions): Repeated {
  const rejected: Rejection[] = []
  const joined: number[] = []
  const gifts: Gift[] = []
  const repeats: RepeatedGift[] = []
  const partsIn = partsReader(table)
  const answer = options.answers?.[equalPartsQuestionId] ?? imports.leaveOutAnswer
  const isPart = (row: number) => answer === imports.takeAnswer || options.takeRows?.includes(row) === true
  const starts = new Set(inputGifts.flatMap(({ partOf }) => (partOf === null ? [] : [partOf])))
  for (const group of Map.groupBy(inputGifts, (gift) => groupKeyOf(gift, starts)).values()) {
    const [first, ...others] = group
    if (!first) continue
    if (others.some((gift) => !isSameGiver(gift, first))) {
      gifts.push(...group.map((gift) => ({ ...gift, transactionId: null })))
      continue
    }
    const { parts, likely } = partsIn(group)
    const hasId = first.transactionId !== null || group.some(({ partOf }) => partOf !== null)
    if (!hasId && parts.length < 2) {
      gifts.push(...group)
      continue
    }
    if (hasId) repeats.push(...likely.map((gift) => ({ gift, original: first })))
    const merged = hasId ? [...parts, ...likely.filter(({ row }) => isPart(row))] : parts
    const found = giftsOf(merged)
    gifts.push(...found)
    const rows = new Set(merged.map(({ row }) => row))
    joined.push(...[...rows].filter((row) => !found.some((gift) => gift.row === row)))
    rejected.push(...others.filter(({ row }) => !rows.has(row)).map((gift) => repeatOf(gift, first)))
  }
  const sorted = sortSameDay(gifts, options)
  return {
    gifts: sorted.gifts,
    joined,
    rejected: [...rejected, ...sorted.rejected],
    questions: [...repeatQuestion(equalPartsQuestion, repeats, answer, options), ...sorted.questions],
  }
}

/** IDs are case-sensitive (Salesforce); email addresses are not. */
const groupKeyOf = (gift: Gift, starts: ReadonlySet<number>): string =>
  JSON.stringify([
    organizationOf(gift),
    startOf(gift, starts) ??
      gift.transactionId ?? [giverOf(gift), gift.donatedAt, gift.amountCents, gift.currency, gift.donorName],
  ])

/** Continuation rows are of the gift that they follow, with or without an id. */
const startOf = ({ row, partOf, transactionId }: Gift, starts: ReadonlySet<number>): string | null =>
  transactionId === null && (partOf !== null || starts.has(row)) ? `row ${partOf ?? row}` : null

const organizationOf = (gift: Gift): string => gift.organizationName || gift.organizationId
const giverOf = (gift: Gift): string => gift.donorEmail.toLowerCase() || `name ${gift.donorName.toLowerCase()}`

const isSameGiver = (one: Gift, other: Gift): boolean =>
  giverOf(one) === giverOf(other) &&
  !areTwoPeople(one.donorName, other.donorName) &&
  one.donatedOn === other.donatedOn &&
  one.currency === other.currency

const totalHeader = /\b(total|gross|whole|full)\b/
const shareHeader = /\b(amount|split|total|price|share|value)\b/
const otherShare = /\b(fees?|tax|net|match\w*|soft|number|id)\b/
const designationHeader = /\b(funds?|designations?|campaign|appeal|program|purpose|project|allocation)\b/

type PartsOfGift = {
  /** The rows that are parts of the gift, each with its share. */
  readonly parts: readonly Gift[]
  /** Rows that may be further parts: equal, but for another fund. */
  readonly likely: readonly Gift[]
}

/**
 * Finds the parts of one gift in rows that share an ID, or donor, time and amount. Rows with different amounts are
 * parts. Rows with equal amounts are parts if a total column shows their sum, or if another column shows the share of
 * each. Otherwise they repeat each other.
 */
function partsReader(table: Table): (group: readonly Gift[]) => PartsOfGift {
  const columns = (test: (words: string) => boolean) =>
    table.originalHeaders.flatMap((header, at) => (test(headerWords(header)) ? [at] : []))
  const totals = columns((words) => totalHeader.test(words))
  const shares = columns((words) => shareHeader.test(words) && !otherShare.test(words))
  const designations = columns((words) => designationHeader.test(words))
  const centsAt = ({ cells }: Gift, at: number) => parseMoney(cells[at] ?? '')?.cents ?? 0
  return (group) => {
    const [first] = group
    const different = Map.groupBy(group, ({ cells }) => cells.join('\n'))
    const parts = [...different.values()].flatMap(([one]) => one ?? [])
    if (!first || parts.length < 2) return { parts, likely: [] }
    const sumOf = (cents: (gift: Gift) => number) => parts.reduce((sum, gift) => sum + cents(gift), 0)
    const sum = sumOf(({ amountCents }) => amountCents)
    if (isFollowedByParts(parts, sum)) return { parts: [first], likely: [] }
    const isTotal = (cents: number) => totals.some((at) => parts.every((gift) => centsAt(gift, at) === cents))
    if (isTotal(sum) || parts.some(({ amountCents }) => amountCents !== first.amountCents)) return { parts, likely: [] }
    const share = shares.find((at) => sumOf((gift) => centsAt(gift, at)) === first.amountCents)
    if (share !== undefined)
      return { parts: parts.map((gift) => ({ ...gift, amountCents: centsAt(gift, share) })), likely: [] }
    const isOther = ({ cells }: Gift) => designations.some((at) => cells[at] !== first.cells[at])
    return { parts: [first], likely: isTotal(first.amountCents) ? [] : parts.filter(isOther) }
  }
}

/** The first row has the whole gift, and the continuation rows below it have the parts. */
function isFollowedByParts(parts: readonly Gift[], sumCents: number): boolean {
  const [first, ...below] = parts
  const areBelow = below.every(({ partOf }) => partOf === first?.row)
  return below.length > 1 && areBelow && first !== undefined && sumCents === 2 * first.amountCents
}

const kindOf = ({ kindWords, donorName }: Gift) => readGiftKind({ ...kindWords, giver: donorName })

/** Joins the parts of one kind. Parts of another kind, such as tickets next to a donation, are gifts without the ID. */
function giftsOf(parts: readonly Gift[]): Gift[] {
  const main = parts.find((part) => kindOf(part) === 'money') ?? parts[0]
  if (!main) return []
  const byKind = Map.groupBy(parts, kindOf)
  return [...byKind].flatMap(([kind, [first, ...others]]) => {
    if (!first) return []
    const gift = joinParts(first, others)
    if (kind === kindOf(main)) return [gift]
    return gift.amountCents > 0 ? [{ ...gift, transactionId: null }] : []
  })
}

/** Joins the designations of one gift: adds amounts and keeps each distinct value of other fields. */
function joinParts(first: Gift, others: readonly Gift[]): Gift {
  const parts = [first, ...others]
  const names = new Set(parts.flatMap(({ custom }) => Object.keys(custom)))
  const custom = Object.fromEntries(
    [...names].map((name) => {
      const texts = [...new Set(parts.map((part) => part.custom[name] ?? '').filter(Boolean))]
      const cents = texts.map((text) => parseMoney(text)?.cents ?? null).filter((found) => found !== null)
      const areAdded = isDeductibleField(name) && texts.length > 1 && cents.length === texts.length
      return [name, areAdded ? (cents.reduce((sum, part) => sum + part, 0) / 100).toFixed(2) : texts.join('; ')]
    }),
  )
  return { ...first, custom, amountCents: parts.reduce((cents, { amountCents }) => cents + amountCents, 0) }
}

type RepeatedGift = { readonly gift: Gift; readonly original: Gift }

function sortSameDay(
  inputGifts: readonly Gift[],
  options: ReadOptions,
): { gifts: Gift[]; rejected: Rejection[]; questions: Question[] } {
  const answer = options.answers?.[sameDayQuestionId] ?? imports.leaveOutAnswer
  const gifts: Gift[] = []
  const rejected: Rejection[] = []
  const repeats: RepeatedGift[] = []
  const seen = new Map<string, Map<string, Gift[]>>()
  for (const gift of inputGifts.toSorted((one, other) => one.row - other.row)) {
    if (gift.transactionId !== null) {
      gifts.push(gift)
      continue
    }
    const key = JSON.stringify([organizationOf(gift), giverOf(gift), gift.amountCents, gift.currency, gift.donatedOn])
    const byName = seen.get(key) ?? new Map<string, Gift[]>()
    const earlier = [...byName].flatMap(([name, giftsOfName]) =>
      areTwoPeople(name, gift.donorName) ? [] : giftsOfName,
    )
    const original = earlier.find(({ donatedAt }) => donatedAt === gift.donatedAt)
    if (original) repeats.push({ gift, original })
    if (original && answer === imports.leaveOutAnswer && !options.takeRows?.includes(gift.row)) {
      rejected.push(repeatOf(gift, original))
      continue
    }
    gifts.push({ ...gift, sameDay: earlier.length })
    seen.set(key, byName.set(gift.donorName, [...(byName.get(gift.donorName) ?? []), gift]))
  }
  return { gifts, rejected, questions: repeatQuestion(sameDayQuestion, repeats, answer, options) }
}

const countOnceOption = { value: imports.leaveOutAnswer, label: 'The same gift twice: count it once' }

type RepeatQuestion = Pick<Question, 'id' | 'options'> & { readonly messages: readonly [one: string, many: string] }

const sameDayQuestion: RepeatQuestion = {
  id: sameDayQuestionId,
  messages: [
    '1 row repeats the donor, amount and day of another row. Is it a second gift?',
    '# rows repeat the donor, amount and day of another row. Are they second gifts?',
  ],
  options: [countOnceOption, { value: imports.takeAnswer, label: 'Both are real' }],
}

const equalPartsQuestion: RepeatQuestion = {
  id: equalPartsQuestionId,
  messages: [
    '1 row repeats the transaction ID and amount of another row, for another fund. Is it a second part of the gift?',
    '# rows repeat the transaction ID and amount of another row, for another fund. Are they further parts of the gifts?',
  ],
  options: [countOnceOption, { value: imports.takeAnswer, label: 'Parts of one gift: add them up' }],
}

function repeatQuestion(
  { id, messages: [one, many], options }: RepeatQuestion,
  repeats: readonly RepeatedGift[],
  answer: string,
  { takeRows }: ReadOptions,
): Question[] {
  if (repeats.length === 0) return []
  return [
    {
      id,
      message: repeats.length === 1 ? one : many.replace('#', String(repeats.length)),
      options,
      answer,
      count: repeats.length,
      sumCents: repeats.reduce((sum, { gift }) => sum + gift.amountCents, 0),
      examples: repeats.slice(0, imports.questionExamples).map(({ gift, original }) => ({
        row: gift.row,
        text: describeGift(gift),
        known: `row ${original.sheetRow}: ${describeGift(original)}`,
        taken: takeRows?.includes(gift.row) === true,
      })),
      by_row: true,
    },
  ]
}

const repeatOf = (gift: Gift, original: Gift): Rejection => ({
  row: gift.row,
  sheetRow: gift.sheetRow,
  reason: gift.transactionId === null ? 'duplicate_gift' : 'duplicate_transaction_id',
  problem: `This gift is already in the file, in row ${original.sheetRow} (${
    gift.transactionId === null
      ? 'same donor, amount and day'
      : `same transaction ID ${gift.transactionId.slice(0, 60)}`
  }). It is counted once.`,
  cells: gift.cells,
})
