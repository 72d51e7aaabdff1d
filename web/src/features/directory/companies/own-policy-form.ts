import type { policies } from '@twofold/contract'
import { amountTyped } from '@twofold/matching'

export type Values = {
  readonly start_date: string
  readonly end_date: string
  readonly ratio: string
  readonly min_amount: string
  readonly max_per_gift: string
  readonly max_per_year: string
  readonly deadline_rule: string
  readonly note: string
}

/** Of a new one: the year that it is. */
export function startOf(policy: policies.OwnPolicy | null, today: string): Values {
  const year = today.slice(0, 4)
  const units = (amount: number | null | undefined): string => (amount == null ? '' : String(amount))
  return {
    start_date: policy?.start_date ?? `${year}-01-01`,
    end_date: policy ? (policy.end_date ?? '') : `${year}-12-31`,
    ratio: policy?.ratio ?? '',
    min_amount: units(policy?.min_amount),
    max_per_gift: units(policy?.max_per_gift),
    max_per_year: units(policy?.max_per_year),
    deadline_rule: policy?.deadline_rule ?? '',
    note: policy?.note ?? '',
  }
}

/** Blank leaves the company's. What is no number goes along as it is and is refused in the contract's words. */
export function bodyOf(values: Values, id: number | undefined) {
  const amount = (text: string): number | null => (text.trim() === '' ? null : amountTyped(text))
  return {
    ...(id === undefined ? {} : { own_policy_id: id }),
    start_date: values.start_date,
    end_date: values.end_date || null,
    ratio: values.ratio.trim() || null,
    min_amount: amount(values.min_amount),
    max_per_gift: amount(values.max_per_gift),
    max_per_year: amount(values.max_per_year),
    deadline_rule: values.deadline_rule.trim() || null,
    note: values.note,
  }
}
