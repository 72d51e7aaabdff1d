import { type billing, linkTo, screens } from '@twofold/contract'
import { ExternalLink, FileText, Table } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { formatDay, formatMoney, plural } from '../../../ui/format.ts'
import { formatMonth, stateClasses, stateLabels } from './billing-text.ts'
import { downloadInvoice } from './use-billing.ts'

export function InvoiceState({ invoice }: { invoice: billing.Invoice }) {
  return (
    <span className={cx('rounded-full px-2.5 py-0.5 text-[0.9375rem] font-semibold', stateClasses[invoice.state])}>
      {stateLabels[invoice.state]}
    </span>
  )
}

export function InvoiceList(props: { organizationId: number; invoices: readonly billing.Invoice[] }) {
  const { organizationId, invoices } = props
  return (
    <Card padded={false} className="overflow-hidden">
      <div className="px-5 pt-5">
        <CardTitle>Invoices</CardTitle>
      </div>
      {invoices.length === 0 ? (
        <p className="-mt-2 px-5 pb-5 text-muted">
          None yet. We send invoices on the 1st for the month before, if there’s anything to bill.
        </p>
      ) : (
        <ul className="divide-y divide-hairline border-t border-hairline">
          {invoices.map((invoice) => (
            <li key={invoice.id} className="flex flex-wrap items-center gap-x-5 gap-y-2 px-5 py-3">
              <div className="min-w-48 flex-1">
                <Link
                  to={linkTo(screens.invoice, { invoiceId: invoice.id })}
                  className="inline-block min-h-6 font-semibold underline decoration-edge/60 underline-offset-3 hover:decoration-current pointer-coarse:min-h-11 pointer-coarse:py-2"
                >
                  {formatMonth(invoice.month)}
                </Link>
                <span className="block text-[0.9375rem] text-muted">
                  {`${invoice.number} · ${plural(invoice.lines, 'line')}`}
                  {(invoice.state === 'open' || invoice.state === 'overdue') && ` · due ${formatDay(invoice.due_on)}`}
                  {invoice.open > 0 && invoice.paid > 0 && ` · ${formatMoney(invoice.open, invoice.currency)} open`}
                </span>
              </div>
              <InvoiceState invoice={invoice} />
              <span className="min-w-24 text-right font-semibold tabular-nums">
                {formatMoney(invoice.total, invoice.currency)}
              </span>
              <PayLink invoice={invoice} small />
              <InvoiceFiles organizationId={organizationId} invoice={invoice} small />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Only if Stripe collects the open invoice. */
export function PayLink({ invoice, small = false }: { invoice: billing.Invoice; small?: boolean }) {
  if (invoice.pay_url === null) return null
  return (
    <Button variant={small ? 'secondary' : 'primary'} size={small ? 'small' : 'regular'} asChild>
      <a
        href={invoice.pay_url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Pay ${invoice.number} at Stripe`}
      >
        Pay <ExternalLink className="size-4" aria-hidden="true" />
      </a>
    </Button>
  )
}

export function InvoiceFiles(props: { organizationId: number; invoice: billing.Invoice; small?: boolean }) {
  const { organizationId, invoice, small = false } = props
  const size = small ? 'small' : 'regular'
  return (
    <span className="flex flex-wrap gap-2">
      {(['pdf', 'csv'] as const).map((format) => (
        <Button
          key={format}
          variant="secondary"
          size={size}
          icon={format === 'pdf' ? FileText : Table}
          aria-label={`Download ${invoice.number} as ${format.toUpperCase()}`}
          onClick={() => void downloadInvoice(organizationId, invoice.id, format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  )
}
