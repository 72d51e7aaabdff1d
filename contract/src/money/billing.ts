import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { route } from '../shared/route.ts'
import { currency, ticketQuery, wireId, wireMoney } from '../shared/wire.ts'

/** Plans, charges, and invoices. Spec 2, sections 2.5, 7, and 9. */

export const billingMessages = {
  loadFailed: 'Failed to load billing',
  unknownPlan: 'There is no such plan to choose. Please choose one of those on the Billing page.',
  ofParent: 'The plan is your parent organization’s: it pays for all of its chapters.',
  hidden: 'Billing is for administrators of this organization. Ask one of them if you need an invoice.',
  agreed: 'Your plan was agreed with us. Please write to us to change it.',
  downloadFailed: 'Failed to download the invoice',
  subscribeFailed: 'Failed to change the plan',
  manageFailed: 'Failed to open the payment settings',
} as const

/** An organization's rule decides who may view billing. */
const forWhom = 'for administrators, and for all members where rule_show_billing is on'

/** Days after which an invoice is overdue. */
export const dueAfterDays = 30
export const invoiceLinesPerPage = 100

export const invoiceNumber = ({ id, month }: { readonly id: number; readonly month: string }): string =>
  `TF-${month.slice(0, 4)}${month.slice(5, 7)}-${String(id).padStart(5, '0')}`

const plan = z.object({
  id: z.string(),
  name: z.string(),
  basis: z.enum(['month', 'estimate', 'received']).describe('what it is a price of'),
  monthly: wireMoney,
  percent: z.number().describe('of the estimated match or of what was received'),
  would_have_cost: wireMoney.describe('about, over the months of last_year, in the organization’s currency'),
  is_current: z.boolean(),
})
export type BillingPlan = z.infer<typeof plan>

export const invoice = z.object({
  id: z.number(),
  number: z.string(),
  month: z.string().describe('its first day'),
  currency,
  total: wireMoney,
  paid: wireMoney,
  open: wireMoney.describe('still to be paid; below zero: a credit that is not used yet'),
  lines: z.number(),
  issued_at: z.string(),
  due_on: z.string(),
  state: z.enum(['open', 'paid', 'overdue', 'credit']),
  pay_url: z.string().nullable().describe('where it is paid, while a payment provider collects it'),
  card_refused: z
    .object({ tries_again_at: z.string().nullable().describe('null: not by itself') })
    .nullable()
    .describe('the bank refused the card, and the payment provider still collects'),
})
export type Invoice = z.infer<typeof invoice>

/** Payment methods that support can enter. */
export const paymentMethods = ['check', 'bank transfer', 'card', 'cash', 'other'] as const

/** Payment kinds that only the payment provider reports. */
export const providerPaymentMethods = ['stripe', 'refund', 'dispute', 'dispute won', 'credit note'] as const

export const payment = z.object({
  id: z.number(),
  amount: wireMoney.describe('below zero where money went back, or where a credit was used for another invoice'),
  paid_on: z.string(),
  how: z.enum([...paymentMethods, 'credit', ...providerPaymentMethods]),
  reference: z
    .string()
    .describe('the number of the check or transfer, the invoice on the other side of a credit, or what Stripe says'),
  entered_at: z.string(),
  taken_back: z.object({ at: z.string(), why: z.string() }).nullable(),
})
export type Payment = z.infer<typeof payment>

/** Labels of payment methods. */
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

/**
 * Returns the title of a payment for screens and documents. A credit used for another invoice is not a received
 * payment.
 */
export const paymentTitle = ({ how, isBelowZero, isTakenBack }: PaymentKind): string =>
  `${how === 'credit' && isBelowZero ? 'Credit used' : paymentMethodLabels[how]}${isTakenBack ? ', taken back' : ''}`

type PaymentKind = { readonly how: Payment['how']; readonly isBelowZero: boolean; readonly isTakenBack: boolean }

/** Limit of payments shown per invoice. */
export const maxPaymentsShown = 200

const usage = z.object({
  currency,
  billed: wireMoney,
  credited: wireMoney,
  for_plan: wireMoney.describe('of what was billed: the price of the plan for the month'),
  matches: z.number().describe('that were billed, without those whose bill was given back'),
})

export const getBilling = route({
  name: 'getBilling',
  method: 'GET',
  path: '/api/organization/{id}/billing',
  summary: `The plan, what it costs, what the others would have cost, and the invoices; ${forWhom}`,
  who: 'admin',
  openedBy: 'rule_show_billing',
  within: 'organization',
  peopleOnly: true,
  params: organizationPath,
  answer: z.object({
    plan: z
      .object({ id: z.string(), name: z.string(), is_custom: z.boolean() })
      .nullable()
      .describe('null: none was chosen yet'),
    parent: z.object({ id: z.number(), name: z.string() }).nullable().describe('who pays for a chapter'),
    show_billing: z.boolean().describe('rule_show_billing: all members see this'),
    invoiced: z.boolean().describe('rule_invoiced: asked to pay by our own invoices, also where there is a provider'),
    provider: z.enum(['own', 'stripe']).describe('who collects: our own invoices, or Stripe'),
    has_card: z.boolean().describe('a card is at Stripe, and invoices are charged to it'),
    waiting: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('the plan that begins as soon as a card is left at Stripe'),
    currency,
    plans: z.array(plan),
    last_year: z.object({
      from: z.string(),
      to: z.string(),
      matches: z.number(),
      estimated: wireMoney.describe('of matches that were eligible'),
      received: wireMoney.describe('that arrived in these months, of whatever gifts'),
    }),
    this_month: z.array(usage),
    balance: z.array(z.object({ currency, owed: wireMoney.describe('on invoices that were issued') })),
    invoices: z.array(invoice).describe('the newest 60'),
  }),
})
export type Billing = z.infer<typeof getBilling.answer>

export const invoicePath = z.object({ id: wireId, invoiceId: wireId })

const line = z.object({
  id: z.number(),
  at: z.string(),
  kind: z.enum(['bill', 'credit']),
  about: z.string(),
  plan: z.string(),
  amount: wireMoney,
  percent: z.number().nullable(),
  based_on: wireMoney.nullable().describe('the estimate or the money that it is a share of'),
  donation_id: z.number().nullable().describe('the match; null for a monthly price'),
  is_there: z.boolean().describe('false where the match was taken out since'),
  donor: z.string(),
  company: z.string(),
  organization: z.string().describe('the chapter, where it is one'),
})
export type InvoiceLine = z.infer<typeof line>

/**
 * Returns whether a line is the full share. A later line only contains the difference between the new share and the
 * previous lines.
 */
export const isCompleteShare = ({ percent, based_on, amount }: Pick<InvoiceLine, 'percent' | 'based_on' | 'amount'>) =>
  // Tolerates rounding by half a cent.
  Math.abs(((percent ?? 0) * (based_on ?? 0)) / 100 - amount) <= 0.0051

export const getInvoice = route({
  name: 'getInvoice',
  method: 'GET',
  path: '/api/organization/{id}/billing/invoices/{invoiceId}',
  summary: `An invoice with its payments and its lines, each of which leads to a match; ${forWhom}`,
  who: 'admin',
  openedBy: 'rule_show_billing',
  within: 'organization',
  peopleOnly: true,
  params: invoicePath,
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  answer: z.object({ invoice, payments: z.array(payment).describe('the newest 200'), lines: z.array(line) }),
})

export const getInvoiceTicket = route({
  name: 'getInvoiceTicket',
  method: 'GET',
  path: '/api/organization/{id}/billing/invoices/{invoiceId}/file-token',
  summary: `A link, good for one download within 60 seconds, to an invoice as PDF or CSV; ${forWhom}`,
  who: 'admin',
  openedBy: 'rule_show_billing',
  within: 'organization',
  peopleOnly: true,
  params: invoicePath,
  query: z.object({ format: z.enum(['pdf', 'csv']).default('pdf') }),
  answer: z.object({ url: z.string() }),
})

export const downloadInvoice = route({
  name: 'downloadInvoice',
  method: 'GET',
  path: '/api/download/invoice',
  summary: 'An invoice, for the holder of a ticket',
  who: 'public',
  query: ticketQuery,
  answer: z.unknown(),
  answerKind: 'file',
  internal: true,
})

const planPath = z.object({ id: wireId, plan: z.string().min(1).max(40) })
const opened = z.object({ token: z.string().max(2_000).default('').describe('a ticket, good once within 60 seconds') })

export const openSubscribe = route({
  name: 'openSubscribe',
  method: 'POST',
  path: '/api/organization/{id}/subscribe/{plan}',
  summary: 'The address at which a plan is subscribed to, good for one visit within 60 seconds',
  who: 'admin',
  within: 'organization',
  params: planPath,
  answer: z.object({ url: z.string() }),
})

export const subscribe = route({
  name: 'subscribe',
  method: 'GET',
  path: '/api/organization/{id}/subscribe/{plan}',
  summary: 'Starts a plan subscription, for the holder of a ticket',
  who: 'public',
  params: planPath,
  query: opened,
  answer: z.unknown(),
  answerKind: 'redirect',
})

export const openBillingPortal = route({
  name: 'openBillingPortal',
  method: 'POST',
  path: '/api/organization/{id}/billing-portal',
  summary: 'The address at which billing is managed, good for one visit within 60 seconds',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  answer: z.object({ url: z.string() }),
})

export const billingPortal = route({
  name: 'billingPortal',
  method: 'GET',
  path: '/api/organization/{id}/billing-portal',
  summary: 'Opens billing management, for the holder of a ticket',
  who: 'public',
  params: organizationPath,
  query: opened,
  answer: z.unknown(),
  answerKind: 'redirect',
})

export const endPlan = route({
  name: 'endPlan',
  method: 'POST',
  path: '/api/organization/{id}/billing/end-plan',
  summary: 'Leaves a paid plan for the free one',
  who: 'admin',
  within: 'organization',
  params: organizationPath,
  answer: z.object({ plan: z.string() }),
})
