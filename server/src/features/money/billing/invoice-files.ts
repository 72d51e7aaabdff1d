import { billing } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import { stringify } from 'csv-stringify/sync'
import { startPdf } from '../../../platform/pdf/pdf-writer.ts'
import { formulaGuardOptions } from '../../../platform/security/formula-guard.ts'
import { dayText, moneyText } from '../../core/texts/index.ts'
import type { PaymentRow } from '../../matches/ledger/index.ts'
import type { InvoiceRow, LineRow } from './invoices.queries.ts'
import type { PayerOrganization } from './plans.queries.ts'
import { presentLine } from './present-billing.ts'

export type InvoiceDetails = {
  readonly invoice: InvoiceRow
  readonly payments: readonly PaymentRow[]
  readonly lines: readonly LineRow[]
  readonly payer: PayerOrganization
}

const locale = 'en-US'

// Limits the PDF. The CSV contains all lines.
const maxPdfLines = 400

const formatMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', year: 'numeric', month: 'long' }).format(new Date(month))

/** Letter size; lines are identified by match number. Deterministic text. */
export async function invoicePdf(
  { invoice, payments, lines, payer }: InvoiceDetails,
  { supportEmail, now }: { readonly supportEmail: string | null; readonly now: Date },
): Promise<Buffer> {
  const number = billing.invoiceNumber(invoice)
  const money = (cents: number): string => moneyText(cents, invoice.currency, locale).replace('-', '−')
  const openCents = invoice.total_cents - invoice.paid_cents
  const pdf = await startPdf({ title: `Invoice ${number}`, author: 'Twofold', locale, madeAt: now })
  pdf.heading(`Invoice ${number}`)
  pdf.facts([
    ['From', 'Twofold'],
    ['Billed to', payer.name],
    ['For', formatMonth(invoice.month)],
    ['Issued', dayText(dayAt(invoice.issued_at, payer.time_zone), locale)],
    ['Due', invoice.total_cents > 0 ? dayText(invoice.due_on, locale) : undefined],
    ['Total', money(invoice.total_cents)],
    ['Paid', invoice.paid_cents === 0 ? undefined : money(invoice.paid_cents)],
    ['Still to pay', openCents > 0 && invoice.paid_cents !== 0 ? money(openCents) : undefined],
    ['Currency', invoice.currency],
  ])
  if (payments.length > 0) {
    pdf.line('Payments')
    pdf.facts(payments.map((payment) => [dayText(payment.paid_on, locale), formatPayment(payment, money)]))
  }
  pdf.line(`Lines (${invoice.lines})`)
  pdf.facts(
    lines
      .slice(0, maxPdfLines)
      .map((line) => [getLineName(line), `${money(line.cents)} · ${describeLine(line, money)}`]),
  )
  const omittedCount = invoice.lines - maxPdfLines
  if (omittedCount > 0) pdf.small(`${omittedCount} more lines are in the CSV file of this invoice.`)
  pdf.small('Each line leads to its match in the portal, under Billing, by the number of the match.')
  if (supportEmail) pdf.small(`Questions about this invoice, or about paying it: ${supportEmail}`)
  return pdf.end()
}

const formatPayment = ({ cents, how, reversed_at }: PaymentRow, money: (cents: number) => string): string =>
  `${money(cents)} · ${billing.paymentTitle({ how, isBelowZero: cents < 0, isReversed: reversed_at !== null })}`

const getLineName = ({ donation_id }: LineRow): string => (donation_id === null ? 'Plan' : `Match ${donation_id}`)

function describeLine(row: LineRow, money: (cents: number) => string): string {
  const line = presentLine(row)
  const { about, plan, company, organization } = line
  const share =
    row.basis_points === null || !row.based_on_cents
      ? plan
      : `${billing.isCompleteShare(line) ? '' : 'to make '}${row.basis_points / 100}% of ${money(row.based_on_cents)}`
  return [about, company, organization, share].filter((part) => part !== '').join(' · ')
}

const csvHeadings = [
  'Line',
  'Date',
  'Match ID',
  'About',
  'Company',
  'Organization',
  'Plan',
  'Percent',
  'Of',
  'Amount',
  'Currency',
]

export function invoiceCsv({ invoice, lines }: InvoiceDetails): string {
  const rows = lines.map((row) => {
    const { id, at, donation_id, about, company, organization, plan, percent, based_on, amount } = presentLine(row)
    return [id, at, donation_id, about, company, organization, plan, percent, based_on, amount, invoice.currency]
  })
  return `\uFEFF${stringify([csvHeadings, ...rows], formulaGuardOptions)}`
}
