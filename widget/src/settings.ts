import { amountTyped } from '@twofold/matching'

/** The ways to place the widget. */
export const kinds = ['field', 'button', 'thanks', 'card', 'request'] as const
export type Kind = (typeof kinds)[number]

/** What a page says by `data-` attributes. Everything but the kind may be missing. */
export type Settings = {
  readonly kind: Kind
  /** The organization's id, or the last part of its matching page. */
  readonly organization: string
  /** Name of the hidden field; the employer's id goes into `{name}_id`. */
  readonly name: string
  readonly label: string
  /** Words on the button. */
  readonly text: string
  readonly amount: number | null
  /** CSS selector of the page's own field for the amount. */
  readonly amountField: string
  /** An employer to show at once, by id. */
  readonly company: number | null
  readonly donorName: string
  readonly donorEmail: string
  /** `2026-11-20`; today unless told. */
  readonly giftDate: string
  /** Of the gift, as the donation tool counts it. */
  readonly transactionId: string
  readonly accent: string
  /** Nothing is sent: for showing how it looks. */
  readonly isPreview: boolean
  readonly theme: 'light' | 'dark' | 'auto'
}

type Attributes = Readonly<Record<string, string | undefined>>

/** Null where the attributes ask for no placement that there is. */
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

/** `$1,250.50`, `25 USD`; null for what is no amount. */
export function readAmount(text: string): number | null {
  const isOfAmount = (character: string) => /[\d.-]/.test(character)
  const characters = [...text]
  const from = characters.findIndex(isOfAmount)
  const until = characters.findLastIndex((character) => /\d/.test(character))
  const amount = amountTyped(characters.slice(from, until + 1).join(''))
  return amount > 0 && amount <= 1_000_000 ? amount : null
}
