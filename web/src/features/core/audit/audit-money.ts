import { type audit, type Currency, currency } from '@twofold/contract'
import { formatMoney } from '../../../ui/format.ts'

type Values = audit.AuditEvent['after']

/** Trail fields with amounts in decimal units. */
const amounts: ReadonlySet<string> = new Set(['amount', 'email_min'])
/** Amount fields in which 0 means no limit. */
const limits: ReadonlySet<string> = new Set(['minimum', 'maximum', 'min_amount', 'max_per_gift', 'max_per_year'])

/**
 * Uses the event's currency, else the organization's. Text stays unchanged, such as an erased donor's masked amounts.
 */
export function withFormattedAmounts(event: audit.AuditEvent, organizationCurrency: Currency): audit.AuditEvent {
  const eventCurrency = currency.safeParse(event.after.currency ?? event.before.currency)
  const format = (values: Values) => valuesWithMoney(values, eventCurrency.data ?? organizationCurrency)
  return { ...event, before: format(event.before), after: format(event.after) }
}

function valuesWithMoney({ currency, ...values }: Values, displayCurrency: Currency): Values {
  const entries = Object.entries(values)
  const hasAmount = entries.some(([name]) => amounts.has(name))
  return {
    ...Object.fromEntries(entries.map(([name, value]) => [name, describeMoney(name, value, displayCurrency)])),
    ...(currency === undefined || hasAmount ? {} : { currency }),
  }
}

function describeMoney(name: string, value: unknown, displayCurrency: Currency): unknown {
  const isLimit = limits.has(name)
  const units = isLimit || amounts.has(name) ? unitsIn(value) : null
  if (units === null) return value
  return isLimit && units === 0 ? 'none' : formatMoney(units, displayCurrency)
}

/** Campaign amounts are text such as `25.00`. */
function unitsIn(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,12}\.\d\d$/.test(value) ? Number(value) : null
}
