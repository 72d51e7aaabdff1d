import { billing } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import { z } from 'zod'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { listPayments } from '../../matches/ledger/index.ts'
import { requireBillingVisible } from './billing-rules.ts'
import { type InvoiceDetails, invoiceCsv, invoicePdf } from './invoice-files.ts'
import { findInvoice, listInvoiceLines } from './invoices.queries.ts'
import { findPayer } from './plans.queries.ts'
import { presentInvoice, presentLine, presentPayment } from './present-billing.ts'

const { invoiceLinesPerPage, maxPaymentsShown } = billing
const purpose = 'invoice'
const ticketParameters = z.object({ invoiceId: z.number(), format: z.enum(['pdf', 'csv']) })

/** No organization has more matches in a month. */
const maxFileLines = 1_000_000

export function presentInvoiceWithPayments({ invoice, payer, payments }: InvoiceDetails, now: Date) {
  const today = dayAt(now, payer.time_zone) ?? now.toISOString().slice(0, 10)
  return { invoice: presentInvoice(invoice, today), payments: payments.map(presentPayment) }
}

export const invoiceRoutes = (authenticators: Authenticators): ServedRoute[] => [
  serve(billing.getInvoice, async ({ platform, tenant, params, query }) => {
    const page = { limit: invoiceLinesPerPage, offset: (query.page - 1) * invoiceLinesPerPage }
    const details = await readInvoice(platform, tenant, params.invoiceId, page)
    return { ...presentInvoiceWithPayments(details, platform.clock()), lines: details.lines.map(presentLine) }
  }),

  serve(billing.getInvoiceTicket, async ({ platform, tenant, caller, params, query }) => {
    const { invoiceId } = params
    const { format } = query
    await readInvoice(platform, tenant, invoiceId, { limit: 0, offset: 0 })
    const ticket = await issueTicket(platform, tenant, { caller, purpose, parameters: { invoiceId, format } })
    return { url: `${billing.downloadInvoice.path}?ticket=${ticket}` }
  }),

  serve(billing.downloadInvoice, async ({ platform, request, reply, query: { ticket } }) => {
    const { authorization } = request.headers
    const { tenant, level, parameters } = await openDownload(platform, authenticators, {
      purpose,
      ticket,
      authorization,
    })
    await requireBillingVisible(platform, tenant, level)
    const { invoiceId, format } = ticketParameters.parse(parameters)
    const details = await readInvoice(platform, tenant, invoiceId, { limit: maxFileLines, offset: 0 })
    const name = billing.invoiceNumber(details.invoice)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}.${format}"`)
      .type(format === 'pdf' ? 'application/pdf' : 'text/csv; charset=utf-8')
      .send(
        format === 'pdf'
          ? await invoicePdf(details, { supportEmail: platform.config.supportEmail, now: platform.clock() })
          : invoiceCsv(details),
      )
  }),
]

/** @throws Refusal not_found */
export async function readInvoice(
  { database }: Platform,
  tenant: Tenant,
  id: number,
  page: { readonly limit: number; readonly offset: number },
): Promise<InvoiceDetails> {
  return inTenant(
    database,
    tenant,
    async (db) => {
      const [invoice, payer] = [await findInvoice(db, tenant, id), await findPayer(db, tenant.organizationId)]
      if (!invoice || !payer) throw notFound()
      const payments = await listPayments(db, tenant, id, maxPaymentsShown)
      return { invoice, payer, payments, lines: await listInvoiceLines(db, tenant, id, page) }
    },
    { readOnly: true, snapshot: true },
  )
}
