import { z } from 'zod'
import { route } from '../shared/route.ts'
import { currency, inOrganization, organizationPath, ticketQuery, wireId, wireMoney } from '../shared/wire.ts'

/** Spec 2, sections 2.5, 7, and 9. */

export const billingMessages = {
  loadFailed: 'Failed to load billing',
  unknownPlan: 'That plan isn’t available. Choose one on the Billing page.',
  ofParent: 'Your parent organization chooses the plan and pays for all its chapters.',
  hidden: 'Only administrators can see billing. Ask one of them if you need an invoice.',
  agreed: 'You have a custom plan. Contact us to change it.',
  downloadFailed: 'Failed to download the invoice',
  subscribeFailed: 'Failed to change the plan',
  manageFailed: 'Failed to open the payment settings',
} as const

/** An organization's rule decides who may view billing. */
const forWhom = 'for admins, and for all members if rule_show_billing is on'

/** An invoice is then overdue. */
export const dueAfterDays = 30
export const invoiceLinesPerPage = 100

/** Returns the number that identifies an invoice to people. */
export const invoiceNumber = ({ id, month }: { readonly id: number; readonly month: string }): string =>
  `TF-${month.slice(0, 4)}${month.slice(5, 7)}-${String(id).padStart(5, '0')}`

const plan = z.object({
  id: z.string(),
  name: z.string(),
  basis: z.enum(['month', 'estimate', 'received']).describe('basis of the price'),
  monthly: wireMoney,
  percent: z.number().describe('percentage of the estimated or received match'),
  would_have_cost: wireMoney.describe('approximate cost for the period of last_year, in the organization’s currency'),
  is_current: z.boolean(),
})
export type BillingPlan = z.infer<typeof plan>

export const invoice = z.object({
  id: z.number(),
  number: z.string(),
  month: z.string().describe('first day of the month'),
  currency,
  total: wireMoney,
  paid: wireMoney,
  open: wireMoney.describe('amount due; negative for an unused credit'),
  lines: z.number(),
  issued_at: z.string(),
  due_on: z.string(),
  state: z.enum(['open', 'paid', 'overdue', 'credit']),
  pay_url: z.string().nullable().describe('payment page while a payment provider collects the invoice; null otherwise'),
  card_refused: z
    .object({ tries_again_at: z.string().nullable().describe('time of the next automatic attempt; null if none') })
    .nullable()
    .describe('the card was declined and the invoice is not settled yet; null otherwise'),
})
export type Invoice = z.infer<typeof invoice>

/** Entered by support. */
export const paymentMethods = ['check', 'bank transfer', 'card', 'cash', 'other'] as const

/** Only reported by the payment provider. */
export const providerPaymentMethods = ['stripe', 'refund', 'dispute', 'dispute won', 'credit note'] as const

export const payment = z.object({
  id: z.number(),
  amount: wireMoney.describe('negative for money returned or a credit used for another invoice'),
  paid_on: z.string(),
  how: z.enum([...paymentMethods, 'credit', ...providerPaymentMethods]),
  reference: z.string().describe('check or transfer number, the other invoice of a credit, or the reference of Stripe'),
  entered_at: z.string(),
  reversed: z.object({ at: z.string(), why: z.string() }).nullable(),
})
export type Payment = z.infer<typeof payment>

export const paymentMethodLabels: Readonly<Record<Payment['how'], string>> = {
  check: 'Check',
  'bank transfer': 'Bank transfer',
  card: 'Card',
  cash: 'Cash',
  other: 'Other',
  credit: 'Credit',
  stripe: 'Card, by Stripe',
  refund: 'Refund to the card',
  dispute: 'Withdrawn by the bank: disputed',
  'dispute won': 'Returned by the bank: dispute won',
  'credit note': 'Credit note at Stripe',
}

/** Returns a title for screens and documents. A credit used for another invoice is not a received payment. */
export const paymentTitle = ({ how, isBelowZero, isReversed }: PaymentKind): string =>
  `${how === 'credit' && isBelowZero ? 'Credit used' : paymentMethodLabels[how]}${isReversed ? ', reversed' : ''}`

type PaymentKind = { readonly how: Payment['how']; readonly isBelowZero: boolean; readonly isReversed: boolean }

export const maxPaymentsShown = 200

const usage = z.object({
  currency,
  billed: wireMoney,
  credited: wireMoney,
  for_plan: wireMoney.describe('part of `billed`: monthly price of the plan'),
  matches: z.number().describe('number of billed matches, without credited ones'),
})

export const getBilling = route('GET', '/api/organization/{id}/billing', {
  name: 'getBilling',
  summary: `The plan, usage, prices of all plans and invoices; ${forWhom}`,
  access: 'admin',
  openedBy: 'rule_show_billing',
  ...inOrganization,
  response: z.object({
    plan: z
      .object({ id: z.string(), name: z.string(), is_custom: z.boolean() })
      .nullable()
      .describe('chosen plan; null if none'),
    parent: z
      .object({ id: z.number(), name: z.string() })
      .nullable()
      .describe('parent organization that pays for a chapter; null otherwise'),
    show_billing: z.boolean().describe('rule_show_billing: whether all members can view billing'),
    invoiced: z.boolean().describe('rule_invoiced: whether our own invoices are used even if Stripe is available'),
    provider: z.enum(['own', 'stripe']).describe('own: our own invoices; stripe: collected by Stripe'),
    has_card: z.boolean().describe('whether invoices are charged to a card at Stripe'),
    waiting: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('plan that starts once a card is saved at Stripe; null if none'),
    currency,
    plans: z.array(plan),
    last_year: z.object({
      from: z.string(),
      to: z.string(),
      matches: z.number(),
      estimated: wireMoney.describe('estimated amount of eligible matches'),
      received: wireMoney.describe('amount received in this period, for gifts of any date'),
    }),
    this_month: z.array(usage),
    balance: z.array(z.object({ currency, owed: wireMoney.describe('amount due on issued invoices') })),
    invoices: z.array(invoice).describe('newest first; at most 60'),
  }),
})
export type Billing = z.infer<typeof getBilling.response>

export const invoicePath = z.object({ id: wireId, invoiceId: wireId })

const line = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(['bill', 'credit']),
  about: z.string(),
  plan: z.string(),
  amount: wireMoney,
  percent: z.number().nullable(),
  based_on: wireMoney
    .nullable()
    .describe('estimated or received amount that `percent` applies to; null for a fixed price'),
  donation_id: z.number().nullable().describe('ID of the match; null for a monthly price'),
  is_there: z.boolean().describe('false if the match was deleted'),
  donor: z.string(),
  company: z.string(),
  organization: z.string().describe('name of the chapter; empty for the organization itself'),
})
export type InvoiceLine = z.infer<typeof line>

/** Returns whether a line is the full share. A later line only has the difference to previous ones. */
export const isCompleteShare = ({ percent, based_on, amount }: Pick<InvoiceLine, 'percent' | 'based_on' | 'amount'>) =>
  // Tolerates rounding by half a cent.
  Math.abs(((percent ?? 0) * (based_on ?? 0)) / 100 - amount) <= 0.0051

export const getInvoice = route('GET', '/api/organization/{id}/billing/invoices/{invoiceId}', {
  name: 'getInvoice',
  summary: `An invoice with its payments and lines; ${forWhom}`,
  access: 'admin',
  openedBy: 'rule_show_billing',
  scope: 'organization',
  params: invoicePath,
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  response: z.object({
    invoice,
    payments: z.array(payment).describe('newest first; at most 200'),
    lines: z.array(line),
  }),
})

export const getInvoiceTicket = route('GET', '/api/organization/{id}/billing/invoices/{invoiceId}/file-token', {
  name: 'getInvoiceTicket',
  summary: `Create a one-time download link to an invoice as PDF or CSV, valid for 60 seconds; ${forWhom}`,
  access: 'admin',
  openedBy: 'rule_show_billing',
  scope: 'organization',
  params: invoicePath,
  query: z.object({ format: z.enum(['pdf', 'csv']).default('pdf') }),
  response: z.object({ url: z.string() }),
})

export const downloadInvoice = route('GET', '/api/download/invoice', {
  name: 'downloadInvoice',
  summary: 'An invoice, for the holder of a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'file',
  internal: true,
})

const planPath = z.object({ id: wireId, plan: z.string().min(1).max(40) })
const opened = z.object({ token: z.string().max(2_000).default('').describe('one-time ticket, valid for 60 seconds') })

export const openSubscribe = route('POST', '/api/organization/{id}/subscribe/{plan}', {
  name: 'openSubscribe',
  summary: 'Create a one-time link to subscribe to a plan, valid for 60 seconds',
  access: 'admin',
  scope: 'organization',
  params: planPath,
  response: z.object({ url: z.string() }),
})

export const subscribe = route('GET', '/api/organization/{id}/subscribe/{plan}', {
  name: 'subscribe',
  summary: 'Start a plan subscription, for the holder of a ticket',
  access: 'public',
  params: planPath,
  query: opened,
  response: z.unknown(),
  responseKind: 'redirect',
})

export const openBillingPortal = route('POST', '/api/organization/{id}/billing-portal', {
  name: 'openBillingPortal',
  summary: 'Create a one-time link to manage billing, valid for 60 seconds',
  access: 'admin',
  ...inOrganization,
  response: z.object({ url: z.string() }),
})

export const billingPortal = route('GET', '/api/organization/{id}/billing-portal', {
  name: 'billingPortal',
  summary: 'Open billing management, for the holder of a ticket',
  access: 'public',
  params: organizationPath,
  query: opened,
  response: z.unknown(),
  responseKind: 'redirect',
})

export const endPlan = route('POST', '/api/organization/{id}/billing/end-plan', {
  name: 'endPlan',
  summary: 'Switch from a paid plan to the free plan',
  access: 'admin',
  ...inOrganization,
  response: z.object({ plan: z.string() }),
})
