import { billing, toUnits } from '@twofold/contract'
import { findPlan } from '@twofold/matching'
import type { PaymentRow } from '../../matches/ledger/index.ts'
import type { InvoiceRow, LineRow } from './invoices.queries.ts'

export const presentInvoice = (row: InvoiceRow, today: string): billing.Invoice => ({
  id: row.id,
  number: billing.invoiceNumber(row),
  month: row.month,
  currency: row.currency,
  total: toUnits(row.total_cents),
  paid: toUnits(row.paid_cents),
  open: toUnits(row.total_cents - row.paid_cents),
  lines: row.lines,
  issued_at: row.issued_at.toISOString(),
  due_on: row.due_on,
  state: getInvoiceState(row, today),
  pay_url: row.stripe_state === 'open' ? row.pay_url : null,
  card_refused:
    row.stripe_state === 'open' && row.card_refused_at !== null
      ? { tries_again_at: row.card_tried_again_at?.toISOString() ?? null }
      : null,
})

function getInvoiceState({ total_cents, paid_cents, due_on }: InvoiceRow, today: string): billing.Invoice['state'] {
  if (total_cents < 0) return 'credit'
  if (paid_cents >= total_cents) return 'paid'
  return due_on < today ? 'overdue' : 'open'
}

const lineTitles: Readonly<Record<string, string>> = {
  eligible: 'Match became eligible',
  processed: 'Match request is in',
  received: 'Match money received',
  changed: 'Estimate changed',
  ineligible: 'No longer eligible',
  refunded: 'Refunded',
  merged: 'Became part of another match',
  external: 'Handled elsewhere',
  removed: 'Taken out',
}

export const planName = (id: string): string => findPlan(id)?.name ?? 'Custom'

export const presentLine = (row: LineRow): billing.InvoiceLine => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  about: row.month === null ? (lineTitles[row.why] ?? row.why) : `Plan for ${row.month.slice(0, 7)}`,
  plan: planName(row.plan),
  amount: toUnits(row.cents),
  percent: row.basis_points === null ? null : row.basis_points / 100,
  based_on: row.based_on_cents === null ? null : toUnits(row.based_on_cents),
  donation_id: row.donation_id,
  is_there: row.is_there,
  donor: row.donor,
  company: row.company,
  organization: row.organization,
})

export const presentPayment = (row: PaymentRow): billing.Payment => ({
  id: row.id,
  amount: toUnits(row.cents),
  paid_on: row.paid_on,
  how: row.how,
  reference: row.reference,
  entered_at: row.entered_at.toISOString(),
  reversed: row.reversed_at === null ? null : { at: row.reversed_at.toISOString(), why: row.reversal_reason ?? '' },
})
