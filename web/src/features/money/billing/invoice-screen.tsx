import { billing, screens } from '@twofold/contract'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useApiQuery } from '../../../api/use-api.ts'
import { useOrganization } from '../../../shared/current-organization.tsx'
import { Card, Facts } from '../../../ui/card.tsx'
import { formatDay, formatDayInZone, formatMoney } from '../../../ui/format.ts'
import { PageHeading } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { matchUrl } from '../../donations/donations/index.ts'
import { describeShare, formatMonth } from './billing-text.ts'
import { DeclinedCardNote } from './declined-card-note.tsx'
import { InvoiceFiles, InvoiceState, PayLink } from './invoice-list.tsx'
import { PaymentsCard } from './payments-card.tsx'
import { useCanSeeBilling } from './use-billing.ts'

export default function InvoiceScreen() {
  const { id, time_zone } = useOrganization()
  const isShown = useCanSeeBilling()
  const invoiceId = Number(useParams()['invoiceId'])
  const [search, setSearch] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const { data, error, isPending, refetch } = useApiQuery(
    billing.getInvoice,
    { params: { id, invoiceId }, query: { page } },
    { keepPrevious: true, enabled: isShown && Number.isSafeInteger(invoiceId) },
  )
  const waiting = useSkeleton(isPending)
  const invoice = data?.invoice
  return (
    <>
      <Link
        to={screens.billing}
        className="mb-3 inline-flex min-h-11 items-center gap-2 text-muted hover:underline hover:underline-offset-3"
      >
        <ArrowLeft className="size-4.5" aria-hidden="true" /> Billing
      </Link>
      <PageHeading
        title={invoice ? `Invoice for ${formatMonth(invoice.month)}` : 'Invoice'}
        actions={
          invoice && (
            <>
              {!invoice.card_refused && <PayLink invoice={invoice} />}
              <InvoiceFiles organizationId={id} invoice={invoice} />
            </>
          )
        }
      />
      {!isShown && (
        <Card>
          <EmptyState title="Only administrators can see billing" />
        </Card>
      )}
      {isShown && waiting && <Skeleton className="h-72 w-full rounded-card" />}
      {error && !data && (
        <ErrorState error={error} title={billing.billingMessages.loadFailed} onRetry={() => void refetch()} />
      )}
      {data && invoice && (
        <div className="flex flex-col gap-6">
          <DeclinedCardNote invoice={invoice} />
          <Card>
            <Facts
              rows={[
                ['Number', invoice.number],
                ['State', <InvoiceState key="state" invoice={invoice} />],
                ['Total', formatMoney(invoice.total, invoice.currency)],
                [invoice.total < 0 ? 'Used' : 'Paid', formatMoney(Math.abs(invoice.paid), invoice.currency)],
                [invoice.total < 0 ? 'Left to use' : 'Open', formatMoney(Math.abs(invoice.open), invoice.currency)],
                ['Issued', formatDayInZone(invoice.issued_at, time_zone)],
                ...(invoice.total > 0 ? [['Due', formatDay(invoice.due_on)] as const] : []),
              ]}
            />
          </Card>
          <PaymentsCard invoice={invoice} payments={data.payments} />
          <Lines lines={data.lines} currency={invoice.currency} />
          <Pager
            page={page}
            perPage={billing.invoiceLinesPerPage}
            total={invoice.lines}
            onPage={(next) => setSearch({ page: String(next) })}
          />
        </div>
      )}
    </>
  )
}

function Lines({ lines, currency }: { lines: readonly billing.InvoiceLine[]; currency: billing.Invoice['currency'] }) {
  const { time_zone } = useOrganization()
  return (
    <Card padded={false} className="overflow-hidden">
      <h2 className="sr-only">Lines</h2>
      <ul className="divide-y divide-hairline">
        {lines.map((line) => (
          <li key={line.id} className="flex flex-wrap items-start justify-between gap-x-5 gap-y-1 px-5 py-3">
            <div className="min-w-0">
              <Subject line={line} />
              <span className="block text-[0.9375rem] break-words text-muted">
                {[line.about, line.company, line.organization, formatDayInZone(line.at, time_zone)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
            <div className="ml-auto text-right tabular-nums">
              <span className="block font-semibold">{formatMoney(line.amount, currency)}</span>
              <span className="block text-[0.9375rem] text-muted">{describeShare(line, currency)}</span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Subject({ line }: { line: billing.InvoiceLine }) {
  if (line.donation_id === null) return <span className="font-semibold">{line.plan}</span>
  const text = `Match ${line.donation_id}`
  if (!line.is_there) return <span className="font-semibold">{text}</span>
  return (
    <Link
      to={matchUrl(line.donation_id)}
      className="inline-block min-h-6 font-semibold underline decoration-edge/60 underline-offset-3 hover:decoration-current pointer-coarse:min-h-11 pointer-coarse:py-2"
    >
      {line.donor ? `${line.donor}, ${text.toLowerCase()}` : text}
    </Link>
  )
}
