import { z } from 'zod'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { typedAmount } from '../shared/typed-amount.ts'
import { inOrganization, wireDay, wireId } from '../shared/wire.ts'
import { invoice, invoicePath, payment, paymentMethods } from './billing.ts'

export const paymentMessages = {
  amount: 'Enter an amount like 250 or 1,250.00',
  cents: 'An amount has at most two decimals',
  day: 'Enter the date received',
  future: 'A payment can’t be dated in the future.',
  long: 'This is too long',
  why: 'Enter a reason',
  isCredit: 'This invoice is a credit. There’s nothing to pay.',
  isPaid: 'This invoice is already paid.',
  atStripe: 'Stripe collects this invoice. If it’s paid another way, mark it as paid in Stripe, and it will show here.',
  alreadyReversed: 'This payment was already reversed.',
  notTyped: 'This payment is part of a used credit, so you can’t reverse it.',
  ofStripe: 'This payment came from Stripe. Refund or credit it there, and it will show here.',
  saveFailed: 'Failed to save the payment',
  reverseFailed: 'Failed to reverse the payment',
  rulesFailed: 'Failed to save the billing rules',
} as const

/** Returns the error message with the open amount of the invoice. */
export const tooMuch = (open: string): string =>
  `Only ${open} is still due on this invoice. Enter the rest on another invoice.`

const isWholeCents = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6

export const paymentForm = z.object({
  amount: typedAmount(paymentMessages.amount, { min: 0.01, max: 1_000_000_000 }).refine(
    isWholeCents,
    paymentMessages.cents,
  ),
  paid_on: z.string(paymentMessages.day).trim().pipe(wireDay),
  how: z.enum(paymentMethods),
  reference: z.string().trim().max(100, paymentMessages.long).default(''),
})
export type PaymentForm = z.infer<typeof paymentForm>

const responseBody = z.object({ invoice, payments: z.array(payment) })

export const enterPayment = route('POST', '/api/organization/{id}/billing/invoices/{invoiceId}/payments', {
  name: 'enterPayment',
  summary: 'Record a full or partial payment of an invoice',
  access: 'super',
  scope: 'organization',
  params: invoicePath,
  body: paymentForm,
  response: responseBody,
})

export const paymentReversalForm = z.object({
  why: requiredText(paymentMessages.why).max(300, paymentMessages.long),
})

export const reversePayment = route(
  'POST',
  '/api/organization/{id}/billing/invoices/{invoiceId}/payments/{paymentId}/reverse',
  {
    name: 'reversePayment',
    summary: 'Reverse a payment; the payment and its reversal remain in the ledger',
    access: 'super',
    scope: 'organization',
    params: invoicePath.extend({ paymentId: wireId }),
    body: paymentReversalForm,
    response: responseBody,
  },
)

export const billingRules = z.object({
  show_billing: z.boolean().describe('whether all members can view billing, not only admins'),
  invoiced: z.boolean().describe('whether our own invoices are used even if Stripe is available'),
})
export type BillingRules = z.infer<typeof billingRules>

export const changeBillingRules = route('PUT', '/api/organization/{id}/billing/rules', {
  name: 'changeBillingRules',
  summary: 'Set who can view the billing of an organization, and how it is invoiced',
  access: 'super',
  ...inOrganization,
  body: billingRules,
  response: billingRules,
})
