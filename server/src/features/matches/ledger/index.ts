/**
 * The append-only billing ledger; its rules are in `matching/src/billing/charges.ts`. Only `changeMatches` bills
 * matches.
 */

export { type Charge, chargeOfMatch, chargeRow, listPayers } from './charges.queries.ts'
export { findUsage, insertPlanCharge, type Usage } from './entries.queries.ts'
export { listLedgerDiscrepancies } from './ledger-discrepancies.queries.ts'
export {
  findPayment,
  insertPayment,
  insertPaymentReversal,
  listPayments,
  listProviderPayments,
  type PaymentRow,
} from './payments.queries.ts'
export { creditDeletedMatches, recordCharges } from './record-charges.ts'
