import { parseTypedAmount } from '@twofold/matching'
import type { Texts } from './texts.ts'

export const kinds = ['field', 'button', 'thanks', 'card', 'request'] as const
export type Kind = (typeof kinds)[number]

/** From the page's `data-` attributes; all except the kind are optional. */
export type Settings = {
  readonly kind: Kind
  /** Id, or the last segment of the match page's address. */
  readonly organization: string
  /** `{name}_id` contains the employer's id. */
  readonly name: string
  readonly label: string
  readonly text: string
  readonly amount: number | null
  /** CSS selector of the page's amount field. */
  readonly amountField: string
  readonly company: number | null
  readonly donorName: string
  readonly donorEmail: string
  /** `2026-11-20`; the default is the current day. */
  readonly giftDate: string
  readonly transactionId: string
  readonly accent: string
  readonly isPreview: boolean
  readonly theme: 'light' | 'dark' | 'auto'
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Returns null without a known placement. */
export const kindOf = (data: Attributes): Kind | null => kinds.find((kind) => kind === data.twofold) ?? null

export function readSettings(kind: Kind, data: Attributes, texts: Texts): Settings {
  const text = (name: string, fallback = '') => data[name]?.trim() || fallback
  const theme = text('theme')
  return {
    kind,
    organization: text('organization'),
    name: text('name', 'employer'),
    label: text('label', kind === 'field' ? texts.fieldLabel : texts.label),
    text: text('text', texts.open),
    amount: readAmount(text('amount')),
    amountField: text('amountField'),
    company: Number(text('company')) || null,
    donorName: text('donorName'),
    donorEmail: text('donorEmail'),
    giftDate: /^\d{4}-\d\d-\d\d$/.test(text('giftDate')) ? text('giftDate') : '',
    transactionId: text('transactionId').slice(0, 100),
    accent: text('accent'),
    isPreview: data.preview !== undefined,
    theme: theme === 'dark' || theme === 'auto' ? theme : 'light',
  }
}

/** Parses `$1,250.50` or `25 USD`; null for anything else. */
export function readAmount(text: string): number | null {
  const isAmountCharacter = (character: string) => /[\d.-]/.test(character)
  const characters = [...text]
  const start = characters.findIndex(isAmountCharacter)
  const end = characters.findLastIndex((character) => /\d/.test(character))
  const amount = parseTypedAmount(characters.slice(start, end + 1).join(''))
  return amount > 0 && amount <= 1_000_000 ? amount : null
}
