import { publicMatch } from '@twofold/contract'

export type MatchFormValues = Record<'employer' | 'amount' | 'date' | 'name' | 'email', string>

/** `?amount=50&date=2026-11-20`; ignores anything else. */
export function initialValues(search: URLSearchParams, today: string): MatchFormValues {
  const { amount, date } = publicMatch.matchRequestForm.shape
  const paramOr = (name: string, shape: { safeParse: (value: unknown) => { success: boolean } }, otherwise: string) => {
    const value = search.get(name)?.trim() ?? ''
    return shape.safeParse(value).success ? value : otherwise
  }
  return {
    employer: '',
    amount: paramOr('amount', amount, ''),
    date: paramOr('date', date, today),
    name: '',
    email: '',
  }
}

export function outlookQuery({ amount, date }: Pick<MatchFormValues, 'amount' | 'date'>, organization: number) {
  const shapes = publicMatch.matchRequestForm.shape
  const gift = shapes.amount.safeParse(amount).data
  const isDate = shapes.date.safeParse(date).success
  return {
    organization: String(organization),
    ...(gift ? { amount: gift } : {}),
    ...(gift && isDate ? { date } : {}),
  }
}

type Donation = publicMatch.EmployerPolicy['gift']

/** False if the policy clearly excludes the gift, because a request would fail. */
export const canRequestMatch = (donation: Donation | undefined): boolean =>
  !donation || !['own_site_only', 'no_program', 'excluded'].includes(donation.verdict)
