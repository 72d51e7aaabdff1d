import { parseTypedAmount } from '@twofold/matching'

/** The kinds of placement. */
export const kinds = ['field', 'button', 'thanks', 'card', 'request'] as const
export type Kind = (typeof kinds)[number]

/** The page's `data-` attributes. All except the kind are optional. */
export type Settings = {
  readonly kind: Kind
  /** The organization's id, or the last segment of its match page's address. */
  readonly organization: string
  /** The name of the hidden field; `{name}_id` contains the employer's id. */
  readonly name: string
  readonly label: string
  /** The button's text. */
  readonly text: string
  readonly amount: number | null
  /** The CSS selector of the page's amount field. */
  readonly amountField: string
  /** The id of an employer to show immediately. */
  readonly company: number | null
  readonly donorName: string
  readonly donorEmail: string
  /** `2026-11-20`; the default is the current day. */
  readonly giftDate: string
  /** The gift's transaction id in the donation tool. */
  readonly transactionId: string
  readonly accent: string
  /** Sends nothing; for previews. */
  readonly isPreview: boolean
  readonly theme: 'light' | 'dark' | 'auto'
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Returns null if the attributes name no known placement. */
export function readSettings(data: Attributes): Settings | null {
  const kind = kinds.find((known) => known === data.twofold)
  if (!kind) return null
  const text = (name: string, otherwise = '') => data[name]?.trim() || otherwise
  const theme = text('theme')
  return {
    kind,
    organization: text('organization'),
    name: text('name', 'employer'),
    label: text('label', kind === 'field' ? 'Employer (many match gifts)' : 'Where do you work?'),
    text: text('text', 'Does my employer match?'),
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

/** Parses `$1,250.50` or `25 USD`. Returns null for anything that is not an amount. */
export function readAmount(text: string): number | null {
  const isOfAmount = (character: string) => /[\d.-]/.test(character)
  const characters = [...text]
  const from = characters.findIndex(isOfAmount)
  const until = characters.findLastIndex((character) => /\d/.test(character))
  const amount = parseTypedAmount(characters.slice(from, until + 1).join(''))
  return amount > 0 && amount <= 1_000_000 ? amount : null
}
