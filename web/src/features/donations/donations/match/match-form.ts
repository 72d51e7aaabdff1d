import type { BodyOf } from '@twofold/contract'
import { type donationChanges, type donations, keyOfHeader, reservedKeys } from '@twofold/contract'
import { employmentIds, parseTypedAmount } from '@twofold/matching'

type Gift = donations.Donation

export type MatchValues = {
  readonly amount: string
  /** `companyId` is null if the employer is not in the directory. */
  readonly company: string
  readonly companyId: number | null
  /** The donor's relation to the employer; blank if unknown. */
  readonly employment: string
  readonly [custom: `custom.${string}`]: string
}

export type CustomField = { readonly name: `custom.${string}`; readonly label: string }

/** The organization's named fields come first, then others that came with the gift. */
export function customFieldsOf({ custom }: Gift, namedFields: readonly string[]): CustomField[] {
  const names = new Map(namedFields.map((label) => [keyOfHeader(label), label]))
  const otherKeys = Object.keys(custom).filter(
    (key) => !names.has(key) && !reservedKeys.includes(key) && isEditableValue(custom[key]),
  )
  return [...names, ...otherKeys.map((key) => [key, key] as const)].map(([key, label]) => ({
    name: `custom.${key}`,
    label,
  }))
}

/** Lists and objects written by programs are shown but not editable. */
const isEditableValue = (value: unknown): boolean => typeof value !== 'object' || value === null

export function valuesOf(gift: Gift, namedFields: readonly string[]): MatchValues {
  const custom = customFieldsOf(gift, namedFields).map(({ name }) => [name, wordOf(gift.custom[keyOf(name)])] as const)
  return {
    amount: gift.amount === 0 ? '' : gift.amount.toFixed(2),
    company: gift.company?.name ?? gift.company_name,
    companyId: gift.company_id,
    employment: gift.employment ?? '',
    ...Object.fromEntries(custom),
  }
}

const keyOf = (name: string): string => name.slice('custom.'.length)
const wordOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const isSameAmount = ({ amount }: MatchValues, start: MatchValues): boolean =>
  amount === start.amount || parseTypedAmount(amount) === parseTypedAmount(start.amount)

type Body = BodyOf<typeof donationChanges.updateDonation>

/** Sends only changed values, so that concurrent changes to other fields are kept. */
export function updateBodyOf(values: MatchValues, start: MatchValues, version: number): Body {
  const customNames = Object.keys(values).filter((name): name is `custom.${string}` => name.startsWith('custom.'))
  const changed = customNames.filter((name) => values[name] !== start[name])
  const isOther = values.company !== start.company || values.companyId !== start.companyId
  const employment = employmentIds.find((id) => id === values.employment)
  return {
    version,
    ...(isSameAmount(values, start) ? {} : { amount: parseTypedAmount(values.amount) }),
    ...(isOther ? { company_id: values.companyId, company_name: values.company } : {}),
    ...(employment === undefined || employment === start.employment ? {} : { employment }),
    ...(changed.length > 0 ? { custom: Object.fromEntries(changed.map((name) => [keyOf(name), values[name]])) } : {}),
  }
}

export function errorsIn(values: MatchValues, start: MatchValues): { amount?: string; company?: string } {
  return {
    ...(parseTypedAmount(values.amount) > 0 || isSameAmount(values, start)
      ? {}
      : { amount: 'Enter an amount like 25' }),
    ...(values.company.trim() === '' && start.company !== '' ? { company: 'Enter the employer' } : {}),
  }
}
