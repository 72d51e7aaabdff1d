import type { Tenant } from '../../../platform/database/database.ts'
import type { BillingContext } from './choose-plan.ts'

/** Collects what the ledger bills. The ledger alone determines the amount due. */
export type PaymentProvider = {
  /**
   * Returns the URL to continue at. The plan is chosen by then, or once the provider has the payment details.
   * @throws Refusal, ProviderError
   */
  readonly subscribe: (choice: BillingContext, plan: string) => Promise<string>
  /** Returns the page where an organization manages its payment method. @throws Refusal, ProviderError */
  readonly manage: (tenant: Tenant) => Promise<string>
  /** Continues collecting until the node stops. Safe to run twice and on several nodes. */
  readonly collect: (signal: AbortSignal) => Promise<void>
}

/** A failed provider request. Nothing was changed here; the Billing page shows the failure. */
export class ProviderError extends Error {
  readonly kind: 'unreachable' | 'refused'
  /** Scope of a refusal: this object, this kind of object (the key lacks the permission), or everything (such as a wrong key). */
  readonly of: 'this' | 'right' | 'all'

  constructor(kind: 'unreachable' | 'refused', of: 'this' | 'right' | 'all' = 'this') {
    super(`the payment provider: ${kind}`)
    this.name = 'ProviderTrouble'
    this.kind = kind
    this.of = of
  }
}
