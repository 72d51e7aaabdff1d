import { readDay } from './calendar.ts'

/**
 * Which payout a line of a bank statement is: by its number or its payer in the bank's words, and by the amount after fees.
 * Number and amount, or payer, amount and day of exactly one payout, are certain; what else points at a payout is a doubt.
 */

export type BankLineFacts = { readonly text: string; readonly cents: number; readonly day: string }

export type BankedPayout = {
  readonly id: number
  readonly reference: string
  /** As banks may write them, the payer's own name among them. */
  readonly payerTexts: readonly string[]
  readonly grossCents: number
  readonly feeCents: number
  readonly day: string | null
}

export type BankCandidate = { readonly payoutId: number; readonly why: string; readonly score: number }
export type BankTie =
  | { readonly tie: 'clear'; readonly by: 'number' | 'payer'; readonly payoutId: number }
  | { readonly tie: 'doubtful'; readonly candidates: readonly BankCandidate[] }
  | { readonly tie: 'none' }

/** A bank books a payment some days after the platform dates it; a check lies on a desk before. */
const daysApart = 14
const candidatesAtMost = 5
/** Banks cut the payer's name off here. */
const nameLength = 16
const shortest = 4

/** Upper case words between single blanks, with a blank at both ends. */
const words = (text: string): string =>
  ` ${text
    .toUpperCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

type Likeness = {
  readonly payoutId: number
  readonly number: boolean
  readonly payer: boolean
  readonly amount: boolean
  readonly near: boolean
  readonly missing: number
}

export function tieBankLine(line: BankLineFacts, payouts: readonly BankedPayout[]): BankTie {
  const text = words(line.text)
  const alike = payouts.map((payout) => likeness(line, text, payout))
  const only = (fits: (one: Likeness) => boolean): Likeness | null => {
    const [first, second] = alike.filter(fits)
    return first && !second ? first : null
  }
  const byNumber = only(({ number, amount }) => number && amount)
  if (byNumber) return { tie: 'clear', by: 'number', payoutId: byNumber.payoutId }
  const byPayer = only(({ payer, amount, near }) => payer && amount && near)
  if (byPayer && !alike.some(({ number }) => number)) return { tie: 'clear', by: 'payer', payoutId: byPayer.payoutId }
  const candidates = alike
    .flatMap((one) => doubt(one))
    .toSorted((one, other) => other.score - one.score || other.payoutId - one.payoutId)
  return candidates.length === 0
    ? { tie: 'none' }
    : { tie: 'doubtful', candidates: candidates.slice(0, candidatesAtMost) }
}

function likeness({ cents, day }: BankLineFacts, text: string, payout: BankedPayout): Likeness {
  const net = payout.grossCents - payout.feeCents
  const [at, paid] = [readDay(day), payout.day === null ? null : readDay(payout.day)]
  const number = words(payout.reference)
  return {
    payoutId: payout.id,
    number: number.length >= shortest + 2 && /\d/.test(number) && text.includes(number),
    payer: payout.payerTexts.some((name) => {
      const start = words(name)
        .slice(0, nameLength + 1)
        .trimEnd()
      return start.length > shortest && text.includes(start)
    }),
    amount: cents === net || cents === payout.grossCents,
    near: at === null || paid === null || Math.abs(at - paid) <= daysApart,
    missing: net - cents,
  }
}

function doubt({ payoutId, number, payer, amount, near, missing }: Likeness): BankCandidate[] {
  if (number) {
    const [sum, than] = [(Math.abs(missing) / 100).toFixed(2), missing > 0 ? 'less' : 'more']
    const why = amount ? 'Its number and amount, as another payout has' : `Its number; ${sum} ${than} than the payout`
    return [{ payoutId, why, score: 90 }]
  }
  if (amount && payer)
    return [{ payoutId, why: `Payer and amount${near ? ', as another payout has' : '; many days apart'}`, score: 70 }]
  if (amount && near)
    return [{ payoutId, why: 'The amount and about the day; the bank names nobody we know', score: 50 }]
  return []
}
