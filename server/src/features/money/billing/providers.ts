import { screens } from '@twofold/contract'
import type { Config } from '../../../config.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { choosePlan } from './choose-plan.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { PayerOrganization } from './plans.queries.ts'

export type Providers = {
  /** `rule_invoiced` keeps an organization on our own invoices. */
  readonly of: (payer: Pick<PayerOrganization, 'invoiced'>) => PaymentProvider
  readonly collect: PaymentProvider['collect']
}

/** Paid by check or transfer; our support records the payments. */
const directInvoicing: PaymentProvider = {
  subscribe: async (choice, plan) => {
    await choosePlan(choice, plan)
    return `${screens.billing}?chosen=${encodeURIComponent(plan)}`
  },
  manage: async () => screens.billing,
  collect: async () => {},
}

export function createProviders(platform: Platform): Providers {
  const { stripe } = platform.config
  const provider = stripe ? createLazyStripeProvider(platform, stripe) : directInvoicing
  return { of: ({ invoiced }) => (invoiced ? directInvoicing : provider), collect: provider.collect }
}

/** Loaded on first use: 2 MB of code. */
function createLazyStripeProvider(platform: Platform, settings: NonNullable<Config['stripe']>): PaymentProvider {
  let loadedProvider: Promise<PaymentProvider> | undefined
  const loadProvider = (): Promise<PaymentProvider> => {
    loadedProvider ??= import('./stripe/provider.ts').then((stripe) => stripe.createStripeProvider(platform, settings))
    return loadedProvider
  }
  return {
    subscribe: async (choice, plan) => (await loadProvider()).subscribe(choice, plan),
    manage: async (tenant) => (await loadProvider()).manage(tenant),
    collect: async (signal) => (await loadProvider()).collect(signal),
  }
}
