import { payments } from '@twofold/contract'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { changeRules } from './billing-rules.ts'
import { enterPayment, takeBackPayment } from './enter-payment.ts'
import { presentPaid, readInvoice } from './invoices.routes.ts'

type AtInvoice = Pick<Call<typeof payments.enterPayment>, 'platform' | 'tenant' | 'params'>

const invoiceNow = async ({ platform, tenant, params }: AtInvoice) =>
  presentPaid(await readInvoice(platform, tenant, params.invoiceId, { limit: 0, offset: 0 }), platform.clock())

/** Billing actions of our support team. */
export const paymentRoutes: ServedRoute[] = [
  serve(payments.enterPayment, async (call) => {
    await enterPayment(call, call.params.invoiceId, call.body)
    return invoiceNow(call)
  }),

  serve(payments.takeBackPayment, async (call) => {
    await takeBackPayment(call, call.params, call.body.why)
    return invoiceNow(call)
  }),

  serve(payments.changeBillingRules, async (call) => {
    await changeRules(call, call.body)
    return call.body
  }),
]
