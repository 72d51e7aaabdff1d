import type { Tenant } from '../../../platform/database/database.ts'
import type { Choice } from './choose-plan.ts'

/** Who collects what the ledger bills. What is due is ours to say, whoever collects it. */
export type PaymentProvider = {
  /**
   * Where the browser goes on: the plan is chosen by then, or when the provider has what it needs.
   * @throws Refusal, ProviderTrouble
   */
  readonly subscribe: (choice: Choice, plan: string) => Promise<string>
  /** Where an organization manages how it pays. @throws Refusal, ProviderTrouble */
  readonly manage: (tenant: Tenant) => Promise<string>
  /** Goes on with collecting, until the node stops; may run twice, and on many nodes. */
  readonly collect: (signal: AbortSignal) => Promise<void>
}

/** What a provider did not do. Nothing was changed here, and whoever waits is told so where they come back. */
export class ProviderTrouble extends Error {
  readonly kind: 'unreachable' | 'refused'
  /** Of a refusal: of the one thing that was asked about, of its kind, which the key has no right to, or of all, as with a wrong key. */
  readonly of: 'this' | 'right' | 'all'

  constructor(kind: 'unreachable' | 'refused', of: 'this' | 'right' | 'all' = 'this') {
    super(`the payment provider: ${kind}`)
    this.name = 'ProviderTrouble'
    this.kind = kind
    this.of = of
  }
}
