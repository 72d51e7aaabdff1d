/**
 * What organizations are billed, as an append-only ledger. Lines of matches are written by `changeMatches` with the move that
 * causes them, and by nobody else; the rule is `matching/src/billing/charges.ts`.
 */
export { listBillingFaults } from './audit.queries.ts'
export { type Charge, chargeOfMatch, chargeRow, listPayers } from './charges.queries.ts'
export { creditRemoved, enterCharges } from './enter-charges.ts'
export { findUsage, insertMonthPrice, type Usage } from './entries.queries.ts'
export {
  findPayment,
  insertPayment,
  listExternal,
  listPayments,
  type PaymentRow,
  takeBack,
} from './payments.queries.ts'
