import type { BodyOf } from '@twofold/contract'
import { type donationChanges, type donations, keyOfHeader, reservedKeys } from '@twofold/contract'
import { amountTyped, employmentIds } from '@twofold/matching'

type Detail = donations.DonationDetail

/** What staff may change in the match dialog, as it is typed. */
export type MatchValues = {
  readonly amount: string
  /** The employer as it is called; `companyId` is null where no company of the directory is meant. */
  readonly company: string
  readonly companyId: number | null
  /** What the donor is to the employer; blank: not known. */
  readonly employment: string
  readonly [custom: `custom.${string}`]: string
}

export type CustomField = { readonly name: `custom.${string}`; readonly label: string }

/** The free fields of a match: first those that the organization has named, then whatever else came with the gift. */
export function customFieldsOf({ custom }: Detail, named: readonly string[]): CustomField[] {
  const names = new Map(named.map((label) => [keyOfHeader(label), label]))
  const others = Object.keys(custom).filter(
    (key) => !names.has(key) && !reservedKeys.includes(key) && isPlain(custom[key]),
  )
  return [...names, ...others.map((key) => [key, key] as const)].map(([key, label]) => ({
    name: `custom.${key}`,
    label,
  }))
}

/** What came from a program as a list or an object is shown and not typed over. */
const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

export function valuesOf(detail: Detail, named: readonly string[]): MatchValues {
  const custom = customFieldsOf(detail, named).map(({ name }) => [name, wordOf(detail.custom[keyOf(name)])] as const)
  return {
    // 0: of a payout that does not say what was given
    amount: detail.amount === 0 ? '' : detail.amount.toFixed(2),
    company: detail.company?.name ?? detail.company_name,
    companyId: detail.company_id,
    employment: detail.employment ?? '',
    ...Object.fromEntries(custom),
  }
}

const keyOf = (name: string): string => name.slice('custom.'.length)
const wordOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const isSameAmount = ({ amount }: MatchValues, start: MatchValues): boolean =>
  amount === start.amount || amountTyped(amount) === amountTyped(start.amount)

type Body = BodyOf<typeof donationChanges.updateDonation>

/** Only what was changed is sent, so that what others change meanwhile is left alone. */
export function changeOf(values: MatchValues, start: MatchValues, version: number): Body {
  const customs = Object.keys(values).filter((name): name is `custom.${string}` => name.startsWith('custom.'))
  const changed = customs.filter((name) => values[name] !== start[name])
  const isOther = values.company !== start.company || values.companyId !== start.companyId
  const employment = employmentIds.find((id) => id === values.employment)
  return {
    version,
    ...(isSameAmount(values, start) ? {} : { amount: amountTyped(values.amount) }),
    ...(isOther ? { company_id: values.companyId, company_name: values.company } : {}),
    ...(employment === undefined || employment === start.employment ? {} : { employment }),
    ...(changed.length > 0 ? { custom: Object.fromEntries(changed.map((name) => [keyOf(name), values[name]])) } : {}),
  }
}

export function errorsIn(values: MatchValues, start: MatchValues): { amount?: string; company?: string } {
  return {
    ...(amountTyped(values.amount) > 0 || isSameAmount(values, start) ? {} : { amount: 'Enter an amount like 25' }),
    ...(values.company.trim() === '' && start.company !== '' ? { company: 'Name the employer' } : {}),
  }
}
