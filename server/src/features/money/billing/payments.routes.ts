import { payments } from '@twofold/contract'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { changeBillingRules } from './billing-rules.ts'
import { presentInvoiceWithPayments, readInvoice } from './invoices.routes.ts'
import { recordPayment, undoPayment } from './record-payment.ts'

type AtInvoice = Pick<Call<typeof payments.enterPayment>, 'platform' | 'tenant' | 'params'>

const invoiceNow = async ({ platform, tenant, params }: AtInvoice) =>
  presentInvoiceWithPayments(
    await readInvoice(platform, tenant, params.invoiceId, { limit: 0, offset: 0 }),
    platform.clock(),
  )

export const paymentRoutes: ServedRoute[] = [
  serve(payments.enterPayment, async (call) => {
    await recordPayment(call, call.params.invoiceId, call.body)
    return invoiceNow(call)
  }),

  serve(payments.reversePayment, async (call) => {
    await undoPayment(call, call.params, call.body.why)
    return invoiceNow(call)
  }),

  serve(payments.changeBillingRules, async (call) => {
    await changeBillingRules(call, call.body)
    return call.body
  }),
]
