/**
 * The billing ledger, which is append-only. Only `changeMatches` writes entries of matches, in the transaction of the
 * change. The billing rules are in `matching/src/billing/charges.ts`.
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
