import type { Tenant } from '../../../platform/database/database.ts'
import type { BillingContext } from './choose-plan.ts'

/** Only the ledger determines the amount due. */
export type PaymentProvider = {
  /**
   * Returns the URL to continue at; the plan may be chosen later, with the payment details. @throws Refusal,
   * ProviderError
   */
  readonly subscribe: (choice: BillingContext, plan: string) => Promise<string>
  /** Returns a URL. @throws Refusal, ProviderError */
  readonly manage: (tenant: Tenant) => Promise<string>
  /** Continues until the node stops. Safe to run twice and on several nodes. */
  readonly collect: (signal: AbortSignal) => Promise<void>
}

/** Nothing was changed here; the Billing page shows the failure. */
export class ProviderError extends Error {
  readonly kind: 'unreachable' | 'refused'
  /** This object, this kind of object (missing permission), or everything (such as a wrong key). */
  readonly scope: 'this' | 'right' | 'all'

  constructor(kind: 'unreachable' | 'refused', scope: 'this' | 'right' | 'all' = 'this') {
    super(`the payment provider: ${kind}`)
    this.name = 'ProviderTrouble'
    this.kind = kind
    this.scope = scope
  }
}
