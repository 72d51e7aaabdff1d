import { imports } from '@twofold/contract'
import { areTwoPeople } from '@twofold/matching'
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

/**
 * Domain rule 14.6. Rows with the same id, donor, and day are designations of one gift, unless they are equal. An id of
 * different donors or days is none. Equal gifts without an id are one, unless their times differ or the user decides
 * otherwise.
 */
export function sortRepeated(given: readonly Gift[], table: Table, options: ReadOptions): Repeated {
  const rejected: Rejection[] = []
  const joined: number[] = []
  const gifts: Gift[] = []
  for (const group of Map.groupBy(given, idKeyOf).values()) {
    const [first, ...others] = group
    if (!first) continue
    if (others.length === 0 || first.transactionId === null) {
      gifts.push(...group)
      continue
    }
    if (others.some((gift) => !isSameGiver(gift, first))) {
      gifts.push(...group.map((gift) => ({ ...gift, transactionId: null })))
      continue
    }
    const parts = partsOf(group, table)
    gifts.push(parts.length > 1 ? joinParts(parts) : first)
    joined.push(...parts.slice(1).map(({ row }) => row))
    const repeats = others.filter((gift) => !parts.includes(gift))
    rejected.push(...repeats.map((gift) => repeatOf(gift, first)))
  }
  const once = sortSameDay(gifts, options)
  return { gifts: once.gifts, joined, rejected: [...rejected, ...once.rejected], questions: once.questions }
}

/** Ids are case-sensitive (Salesforce); email addresses are not. */
const idKeyOf = (gift: Gift): string =>
  gift.transactionId === null ? `row ${gift.row}` : JSON.stringify([organizationOf(gift), gift.transactionId])

const organizationOf = (gift: Gift): string => gift.organizationName || gift.organizationId
const giverOf = (gift: Gift): string => gift.donorEmail.toLowerCase() || `name ${gift.donorName.toLowerCase()}`

const isSameGiver = (one: Gift, other: Gift): boolean =>
  giverOf(one) === giverOf(other) &&
  !areTwoPeople(one.donorName, other.donorName) &&
  one.donatedOn === other.donatedOn &&
  one.currency === other.currency

const totalHeader = /\b(total|gross|whole|full)\b/

/** Rows with different amounts are parts; equal ones only if a total column shows their sum. */
function partsOf(group: readonly Gift[], table: Table): readonly Gift[] {
  const different = group.filter(
    (gift, at) => group.findIndex((other) => other.cells.join('\n') === gift.cells.join('\n')) === at,
  )
  if (different.length < 2) return different
  const sum = different.reduce((cents, { amountCents }) => cents + amountCents, 0)
  const totals = table.originalHeaders.flatMap((header, at) => (totalHeader.test(headerWords(header)) ? [at] : []))
  const centsAt = (gift: Gift, at: number) => parseMoney(gift.cells[at] ?? '')?.cents
  const isTotal = totals.some((at) => different.every((gift) => centsAt(gift, at) === sum))
  const amounts = new Set(different.map(({ amountCents }) => amountCents))
  return isTotal || amounts.size > 1 ? different : different.slice(0, 1)
}

/** Adds amounts and keeps each distinct value of other fields. */
function joinParts(parts: readonly Gift[]): Gift {
  const [first] = parts
  if (!first) throw new Error('a gift has no rows')
  const names = new Set(parts.flatMap(({ custom }) => Object.keys(custom)))
  const custom = Object.fromEntries(
    [...names].map((name) => [
      name,
      [...new Set(parts.map((part) => part.custom[name] ?? '').filter(Boolean))].join('; '),
    ]),
  )
  return { ...first, custom, amountCents: parts.reduce((cents, { amountCents }) => cents + amountCents, 0) }
}

function sortSameDay(
  given: readonly Gift[],
  options: ReadOptions,
): { gifts: Gift[]; rejected: Rejection[]; questions: Question[] } {
  const answer = options.answers?.[sameDayQuestionId] ?? imports.leaveOutAnswer
  const gifts: Gift[] = []
  const rejected: Rejection[] = []
  const asked: { readonly gift: Gift; readonly twin: Gift }[] = []
  const seen = new Map<string, Gift[]>()
  for (const gift of given.toSorted((one, other) => one.row - other.row)) {
    if (gift.transactionId !== null) {
      gifts.push(gift)
      continue
    }
    const key = JSON.stringify([organizationOf(gift), giverOf(gift), gift.amountCents, gift.currency, gift.donatedOn])
    const sharing = seen.get(key) ?? []
    const earlier = sharing.filter(({ donorName }) => !areTwoPeople(donorName, gift.donorName))
    const twin = earlier.find(({ donatedAt }) => donatedAt === gift.donatedAt)
    if (twin) asked.push({ gift, twin })
    if (twin && answer === imports.leaveOutAnswer && !options.takeRows?.includes(gift.row)) {
      rejected.push(repeatOf(gift, twin))
      continue
    }
    gifts.push({ ...gift, sameDay: earlier.length })
    seen.set(key, [...sharing, gift])
  }
  return { gifts, rejected, questions: asked.length > 0 ? [sameDayQuestion(asked, answer, options)] : [] }
}

const sameDayQuestion = (
  asked: readonly { readonly gift: Gift; readonly twin: Gift }[],
  answer: string,
  { takeRows }: ReadOptions,
): Question => ({
  id: sameDayQuestionId,
  message:
    asked.length === 1
      ? '1 row repeats the donor, amount and day of another row. Is it a second gift?'
      : `${asked.length} rows repeat the donor, amount and day of another row. Are they second gifts?`,
  options: [
    { value: imports.leaveOutAnswer, label: 'The same gift twice: count it once' },
    { value: imports.takeAnswer, label: 'Both are real' },
  ],
  answer,
  count: asked.length,
  sumCents: asked.reduce((sum, { gift }) => sum + gift.amountCents, 0),
  examples: asked.slice(0, imports.questionExamples).map(({ gift, twin }) => ({
    row: gift.row,
    text: describeGift(gift),
    known: `row ${twin.row}: ${describeGift(twin)}`,
    taken: takeRows?.includes(gift.row) === true,
  })),
  by_row: true,
})

const repeatOf = (gift: Gift, twin: Gift): Rejection => ({
  row: gift.row,
  sheetRow: gift.sheetRow,
  reason: gift.transactionId === null ? 'duplicate_gift' : 'duplicate_transaction_id',
  problem: `This gift is already in the file, in row ${twin.row} (${
    gift.transactionId === null
      ? 'same donor, amount and day'
      : `same transaction ID ${gift.transactionId.slice(0, 60)}`
  }). It is counted once.`,
  cells: gift.cells,
})
